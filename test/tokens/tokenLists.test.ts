import { expect, test } from 'vitest'
import type { Address } from '../../src/interface/fields.ts'
import { createTokenLists, readMax } from '../../src/tokens/tokenLists.ts'

test('of tokens that callers name a few hundred are known at once', () => {
  const lists = createTokenLists({ chainIds: [1], own: [] })
  const token = (at: number) => ({
    chainId: 1,
    address: `0x${at.toString(16).padStart(40, '0')}` as Address,
    name: `T${at}`,
    symbol: `T${at}`,
    decimals: 18,
    featured: false,
    featureIndex: 0,
  })
  for (let at = 1; at <= readMax + 50; at++) lists.add(token(at))
  expect(lists.known(1).length).toBe(readMax)
  expect(lists.find(1, token(50).address)).toBeUndefined()
  expect(lists.find(1, token(51).address)).toBeDefined()
})
