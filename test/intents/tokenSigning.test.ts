import {
  domainSeparator,
  encodeAbiParameters,
  type Hex,
  keccak256,
  stringToHex,
  type TypedDataDomain,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import {
  answersErc1271,
  hasPermit2,
  permit2Domain,
  type ReadCall,
  readTokenSigning,
} from '../../src/intents/tokenSigning.ts'

const token = '0x00000000000000000000000000000000000070c1'
const chainId = 137
const named = { name: 'Coin', chainId, verifyingContract: token } as const
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const word: Hex = `0x${'00'.repeat(32)}`
const words: Hex = `0x08c379a0${'00'.repeat(64)}`

const permit = 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'
const daiPermit = 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'
const eip2612 = keccak256(
  stringToHex('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
)

/** A token that answers these functions, refuses those with words, and reverts without any on all others. */
function tokenThat(answers: Record<string, Hex>, refuses: readonly string[] = []): ReadCall {
  const known = new Map(Object.entries(answers).map(([name, data]) => [toFunctionSelector(`function ${name}`), data]))
  const refused = new Set(refuses.map((name) => toFunctionSelector(`function ${name}`)))
  return async ({ data }) => {
    const selector = data.slice(0, 10) as Hex
    const answer = known.get(selector)
    return answer === undefined
      ? { ok: false, revert: refused.has(selector) ? words : '0x' }
      : { ok: true, data: answer }
  }
}

const reads = (domain: TypedDataDomain) => ({
  'name()': text('Coin'),
  'DOMAIN_SEPARATOR()': domainSeparator({ domain }),
  'nonces(address)': word,
})

describe('domains are proven against the token’s separator', () => {
  const salt: Hex = `0x${chainId.toString(16).padStart(64, '0')}`
  test.each<[string, TypedDataDomain]>([
    ['version 1', { ...named, version: '1' }],
    ['version 2', { ...named, version: '2' }],
    ['no version, as UNI', named],
    ['the chain as salt, as on Polygon', { name: 'Coin', version: '1', verifyingContract: token, salt }],
  ])('%s', async (_name, domain) => {
    const found = await readTokenSigning(tokenThat(reads(domain), [permit]), chainId, token)
    expect(found).toMatchObject({ domain, permit: 'eip2612' })
  })

  test.each<[string, TypedDataDomain]>([
    ['another chain', { ...named, version: '1', chainId: 1 }],
    ['another contract', { ...named, version: '1', verifyingContract: `0x${'11'.repeat(20)}` }],
    ['an unknown version', { ...named, version: '7' }],
  ])('%s signs nothing', async (_name, domain) => {
    const found = await readTokenSigning(tokenThat(reads(domain), [permit]), chainId, token)
    expect(found).toEqual({ authorization: false, bytes: false })
  })
})

describe('which permit', () => {
  const domain = { ...named, version: '1' }
  const kind = async (answers: Record<string, Hex>, refuses: readonly string[]) =>
    (await readTokenSigning(tokenThat({ ...reads(domain), ...answers }, refuses), chainId, token)).permit

  test('by the function that refuses a signature of nobody', async () => {
    expect(await kind({}, [permit])).toBe('eip2612')
    expect(await kind({}, [daiPermit])).toBe('dai')
    expect(await kind({}, [])).toBeUndefined()
  })

  test('one that accepts it is deaf', async () => {
    expect(await kind({ [permit]: '0x', [daiPermit]: '0x' }, [])).toBeUndefined()
  })

  test('by the type hash, where there is one', async () => {
    expect(await kind({ 'PERMIT_TYPEHASH()': eip2612 }, [permit])).toBe('eip2612')
    const dai = keccak256(
      stringToHex('Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)'),
    )
    expect(await kind({ 'PERMIT_TYPEHASH()': dai }, [permit])).toBe('dai')
    expect(await kind({ 'PERMIT_TYPEHASH()': word }, [permit, daiPermit])).toBeUndefined()
  })
})

test('Permit2 is recognised by its separator, not by its code', async () => {
  const domain = permit2Domain(chainId)
  expect(await hasPermit2(tokenThat({ 'DOMAIN_SEPARATOR()': domainSeparator({ domain }) }), chainId)).toBe(true)
  expect(await hasPermit2(tokenThat({ 'DOMAIN_SEPARATOR()': word }), chainId)).toBe(false)
  expect(await hasPermit2(async () => ({ ok: true, data: '0x' }), chainId)).toBe(false)
})

test('ERC-1271 is answered by a word or a refusal with words', async () => {
  expect(await answersErc1271(tokenThat({ 'isValidSignature(bytes32,bytes)': word }), token)).toBe(true)
  expect(await answersErc1271(tokenThat({}, ['isValidSignature(bytes32,bytes)']), token)).toBe(true)
  expect(await answersErc1271(tokenThat({}), token)).toBe(false)
  expect(await answersErc1271(async () => ({ ok: true, data: '0x' }), token)).toBe(false)
})
