import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry, unseenArrivals } from '../../intents/ledger.ts'
import type { Address } from '../../interface/fields.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { destinationWallet, originWallet, type SideWallet } from './sideWallet.ts'
import { eachTakenOut } from './takenOut.ts'

/** Entries that the books lack; not whole while the final block is behind the books. */
export type Unseen = { entries: LedgerEntry[]; isWhole: boolean }

/**
 * What an owner took out of the intent's addresses between two looks, and what was paid in its place. A look that finds the deposit does not see
 * that it came twice; where a stranger had added to the first, the books say that more is there than the final block holds.
 */
export async function takenUnseen(record: IntentRecord, booked: readonly LedgerEntry[], world: World): Promise<Unseen> {
  const found: Unseen = { entries: [], isWhole: true }
  for (const wallet of [originWallet(record), destinationWallet(record)]) {
    if (!wallet) continue
    const { entries, isWhole } = await takenFrom(wallet, record, booked, world)
    found.entries.push(...entries)
    found.isWhole &&= isWhole
  }
  return found
}

async function takenFrom(
  wallet: SideWallet,
  record: IntentRecord,
  booked: readonly LedgerEntry[],
  world: World,
): Promise<Unseen> {
  const { chainId, place, address } = wallet
  const ofPlace = booked.filter((entry) => entry.chainId === chainId && (entry.to === place || entry.from === place))
  const tokens = [...new Set(ofPlace.map(({ token }) => token))].filter((token) => left(token) > 0n)
  if (tokens.length === 0) return { entries: [], isWhole: true }
  const chain = chainOf(world, chainId)
  const block = await chain.finalBlock(record.plan.valueUsd)
  if (ofPlace.some(({ blockNumber = 0 }) => blockNumber > block)) return { entries: [], isWhole: false }
  const held = new Map<Address, bigint>()
  for (const token of tokens) held.set(token, await chain.balance(token, address, { block, quorum: true }))
  const taken: LedgerEntry[] = []
  const isMissing = (token: Address): boolean => left(token, taken) > held.get(token)!
  if (!tokens.some(isMissing)) return { entries: [], isWhole: true }
  const known = new Set(ofPlace.filter(({ from }) => from === place).map(({ txnHash }) => txnHash))
  for await (const { receipt, moved, entries } of eachTakenOut(record, wallet, chain)) {
    if (known.has(receipt.hash) || receipt.blockNumber > block) continue
    if (!tokens.some((token) => isMissing(token) && moved.some((one) => sameAddress(one.token, token)))) continue
    taken.push(...entries)
  }
  // It came after what was taken out, so the block of that is not where to look for its transaction.
  const again = unseenArrivals(booked, taken, { from: 'owner', to: place, why: 'late' })
  return { entries: [...again.map(({ blockNumber: _, ...entry }) => entry), ...taken], isWhole: true }

  function left(token: Address, more: readonly LedgerEntry[] = []): bigint {
    return balanceOf([...ofPlace, ...more], place, chainId, token)
  }
}
