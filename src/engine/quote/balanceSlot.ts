import { concat, hexToBigInt, pad, parseAbi, size, toHex } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import { keccak256 } from '../../evm/keccak.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { type BalanceSlot, type QuoteCaches, remember } from './quoteCaches.ts'

/** Storage slots of the balances mapping that are tried: tokens declare it among their first variables. */
const slotsTried = 32
const balanceAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])
const probeHolder: Address = '0x00000000000000000000000000000000ba1a4ce5'
const probeAmount = 0x1234567890abcdefn

/**
 * Where a token keeps a holder's balance, so that a simulation can put tokens there. Found once for each token: an amount is put into
 * every place where compilers put a mapping, and the place is right if `balanceOf` then answers that amount.
 */
export function balanceSlot(chain: Chain, token: Address, cache: QuoteCaches['balanceSlots']): Promise<BalanceSlot> {
  return remember(cache, `${chain.id}:${token}`, () => findSlot(chain, token))
}

async function findSlot(chain: Chain, token: Address): Promise<BalanceSlot> {
  const tried = await Promise.all(
    candidates().map(async (slotOf) => ((await isBalance(chain, token, slotOf)) ? slotOf : undefined)),
  )
  const found = tried.find((slotOf) => slotOf !== undefined)
  if (found) return found
  throw new ServiceError(
    'Unavailable',
    `token ${token} on chain ${chain.id} keeps balances in an unknown way, so its route cannot be tried out`,
  )
}

async function isBalance(chain: Chain, token: Address, slotOf: BalanceSlot): Promise<boolean> {
  const data = encodeCall({ abi: balanceAbi, args: [probeHolder] })
  const outcome = await chain.simulate({ to: token, data }, [
    { address: token, stateDiff: [{ slot: slotOf(probeHolder), value: pad(toHex(probeAmount)) }] },
  ])
  return outcome.ok && size(outcome.data) === 32 && hexToBigInt(outcome.data) === probeAmount
}

function candidates(): BalanceSlot[] {
  const word = (slot: bigint) => pad(toHex(slot))
  const solidity = (slot: bigint) => (holder: Address) => keccak256(concat([pad(holder), word(slot)]))
  const vyper = (slot: bigint) => (holder: Address) => keccak256(concat([word(slot), pad(holder)]))
  // ERC-7201 namespace of OpenZeppelin's upgradeable ERC-20.
  const namespaced = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n
  const slots = Array.from({ length: slotsTried }, (_, slot) => BigInt(slot))
  return [...slots.map(solidity), solidity(namespaced), ...slots.slice(0, 8).map(vyper)]
}
