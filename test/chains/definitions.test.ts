import assert from 'node:assert/strict'
import { getAddress } from 'viem'
import { test } from 'vitest'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { testAccounts } from '../../src/chains/definitions/devnet/testAccounts.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { ruleFor } from '../../src/chains/read/finality.ts'

const addressesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(addressesIn) : []
}

for (const definition of mainnets) {
  test(`${definition.name}: every address has a correct checksum, so none is mistyped`, () => {
    for (const address of addressesIn(definition)) assert.equal(address, getAddress(address.toLowerCase()))
  })

  test(`${definition.name}: finality is in ascending order and has a row for everything`, () => {
    const bounds = definition.finality.map(({ belowUsd }) => belowUsd)
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
    )
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY)
    assert.equal(ruleFor(definition.finality, 1e12).depth, 'finalized')
    assert.equal(typeof ruleFor(definition.finality, 1).depth, 'number')
  })
}

test('no two chains share an id or a network name', () => {
  assert.equal(new Set(mainnets.map(({ id }) => id)).size, mainnets.length)
  assert.equal(new Set(mainnets.map(({ network }) => network)).size, mainnets.length)
})

test('the test accounts that are written out are those of the mnemonic', () => {
  assert.deepEqual(testAccounts, devnetKeys().users)
})
