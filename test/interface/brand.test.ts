import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandCodec, defaultBrand } from '../../src/interface/brand.ts'
import { forAll } from '../forAll.ts'

const acme = { service: 'Acme', field: 'acme', wallet: 'acmeVault' }

test('the default brand is the specification and costs nothing', () => {
  const codec = brandCodec(defaultBrand)
  const value = { svcVersion: '1' }
  expect(codec.path('Ping')).toBe('/rpc/Svc/Ping')
  expect(codec.adminPath('ListKeys')).toBe('/rpc/SvcAdmin/ListKeys')
  expect(codec.toWire(value)).toBe(value)
  expect(codec.fromWire(value)).toBe(value)
})

test('a brand renames the fields of the schema and nothing else', () => {
  const codec = brandCodec(acme)
  expect(codec.path('Ping')).toBe('/rpc/Acme/Ping')
  const inside = {
    svcVersion: 'svcFee of svcWallet',
    svcContracts: { svcRouterShimAddress: '0x' },
    fees: [{ svcFee: 1n, quoteProviderWithSvcFee: 2n, svcFeesPriceImpact: 3 }],
    svcAddressOverrides: { svcWalletFactoryAddress: '0x' },
    svcUnknown: 1,
  }
  const wire = {
    acmeVersion: 'svcFee of svcWallet',
    acmeContracts: { acmeRouterShimAddress: '0x' },
    fees: [{ acmeFee: 1n, quoteProviderWithAcmeFee: 2n, acmeFeesPriceImpact: 3 }],
    acmeAddressOverrides: { acmeVaultFactoryAddress: '0x' },
    svcUnknown: 1,
  }
  expect(codec.toWire(inside)).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual(inside)
  expect(codec.toWireText('fees.svcFeeTotal: is required')).toBe('fees.acmeFeeTotal: is required')
})

test('under a brand the placeholder is an unknown field', () => {
  expect(brandCodec(acme).fromWire({ svcVersion: 'a', acmeVersion: 'b' })).toEqual({
    svcVersion: 'b',
    acmeVersion: 'a',
  })
})

test('to the wire and back changes nothing', () => {
  const codec = brandCodec(acme)
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('svcVersion', 'acmeVersion', 'svcFee', 'svcWalletUtilsAddress', '__proto__'),
  )
  const value = fc.letrec((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, fc.bigInt(), fc.string(), fc.array(tie('node')), fc.dictionary(name, tie('node'))),
  })).node
  forAll({ seed: 20_260_102, numRuns: 1_000 }, value, (before) => {
    expect(codec.fromWire(codec.toWire(before))).toEqual(plain(before))
    expect(codec.toWire(codec.fromWire(before))).toEqual(plain(before))
  })
})

/** Generated objects may have no prototype; ours have. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}

test.each([
  { service: 'a/b', field: 'x', wallet: 'y' },
  { service: 'A', field: 'X', wallet: 'y' },
  { service: 'A', field: '', wallet: 'y' },
  { service: 'A', field: 'gas', wallet: 'gas' },
])('a brand that cannot be is refused: %o', (brand) => {
  expect(() => brandCodec(brand)).toThrow('brand')
})
