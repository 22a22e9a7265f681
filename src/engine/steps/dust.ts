import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { balanceOf } from '../../intents/ledger.ts'
import { usdOf } from '../../intents/money.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { SideWallet } from '../books/sideWallet.ts'
import type { World } from '../world.ts'
import type { Effects } from './outcome.ts'

/** What an address holds of a token. */
export type Balance = { token: Address; amount: bigint }

/** Gas of deploying the wallet and sending one token back, as measured in `docs/reference/gas.md`. */
const refundGas = 105_000n

export const refundCost = async (chain: Chain): Promise<bigint> => refundGas * (await chain.fees()).gasPrice

/**
 * A refund of unpriced tokens is sent only if the intent has had fewer than `ofIntent` refunds so far, and its project
 * fewer than `ofProject` in a day. Without limits, an attack is cheap: a transfer costs less than its refund.
 */
const unpricedMax = { ofIntent: 3, ofProject: 50 } as const
const dayMs = 24 * 60 * 60_000

/**
 * Whether balances are worth less than `refundUsdMin`, or, if the operator has not set it, than their refund costs.
 * Quotes are free: without this, dust sent to quoted addresses would make the operator pay for refunds. An unpriced
 * token may be worth much, so it is refunded within `unpricedMax`. Beyond that it waits for a price, its owner, or the
 * next day. If the cost of a refund is unknown, nothing is dust.
 */
export async function isDust(
  chain: Chain,
  held: readonly Balance[],
  record: IntentRecord,
  world: World,
): Promise<boolean> {
  const { refundUsdMin } = world.settings
  if (refundUsdMin === 0 || held.length === 0) return false
  const tokens = [nativeToken, ...held.map(({ token }) => token)].map((token) => ({ chainId: chain.id, token }))
  const [native, ...prices] = await world.prices.prices(tokens)
  const least = refundUsdMin ?? (await refundCostUsd(chain, native?.usd))
  if (least === undefined) return false
  let worthUsd = 0
  let isPriced = true
  for (const [at, { token, amount }] of held.entries()) {
    const price = prices[at]
    const decimals = decimalsOf(chain, token, world)
    if (price && decimals !== undefined) worthUsd += usdOf(amount, decimals, price.usd)
    else isPriced = false
  }
  return worthUsd < least && (isPriced || !(await isUnpricedPaidFor(record, world)))
}

async function isUnpricedPaidFor({ progress, projectId }: IntentRecord, { store, clock }: World): Promise<boolean> {
  const { ofIntent, ofProject } = unpricedMax
  if ((progress.refund?.tries ?? 0) + (progress.lateRefunds?.sends ?? 0) >= ofIntent) return false
  const sinceMs = clock.nowMs() - dayMs
  return (await store.intents.refundsSent({ projectId, sinceMs, limit: ofProject })) < ofProject
}

async function refundCostUsd(chain: Chain, nativeUsd: number | undefined): Promise<number | undefined> {
  const cost = await refundCost(chain).catch(() => undefined)
  if (cost === undefined || nativeUsd === undefined) return undefined
  return usdOf(cost, chain.definition.nativeCurrency.decimals, nativeUsd)
}

const decimalsOf = (chain: Chain, token: Address, { tokens }: World): number | undefined =>
  sameAddress(token, nativeToken) ? chain.definition.nativeCurrency.decimals : tokens.find(chain.id, token)?.decimals

/**
 * Books late payments that are final and will not be refunded now, so that they are listed as recoverable. Undefined if
 * all are booked already.
 */
export async function bookDust(
  { intentId, plan }: IntentRecord,
  { address, place, side }: SideWallet,
  chain: Chain,
  held: readonly Balance[],
  { store }: World,
): Promise<Effects | undefined> {
  const block = await chain.finalBlock(plan.valueUsd)
  const booked = await store.intents.ledger(intentId)
  const amounts = await Promise.all(held.map(({ token }) => chain.balance(token, address, { block, quorum: true })))
  const tokens = held
    .map(({ token }) => token)
    .filter((token, at) => amounts[at]! > balanceOf(booked, place, chain.id, token))
  return tokens.length > 0 ? { books: { side, tokens } } : undefined
}
