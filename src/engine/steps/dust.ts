import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry } from '../../intents/ledger.ts'
import { usdOf } from '../../intents/money.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { World } from '../world.ts'
import type { Effects } from './outcome.ts'

/** What an address holds of a token. */
export type Balance = { token: Address; amount: bigint }

/** Deploying the wallet and sending one token back, as `docs/reference/gas.md` measures it. */
const refundGas = 105_000n

export const refundCost = async (chain: Chain): Promise<bigint> => refundGas * (await chain.fees()).gasPrice

/**
 * Whether balances are worth less than sending them back, or than the operator's `refundUsdMin`. Quotes are free: without this, dust sent to their
 * addresses has the operator pay for a refund each. A token without a price, or a node that does not tell its fees, makes nothing dust.
 */
export async function isDust(chain: Chain, held: readonly Balance[], world: World): Promise<boolean> {
  const { refundUsdMin } = world.settings
  if (refundUsdMin === 0 || held.length === 0) return false
  const tokens = [nativeToken, ...held.map(({ token }) => token)].map((token) => ({ chainId: chain.id, token }))
  const [native, ...prices] = await world.prices.prices(tokens)
  const least = refundUsdMin ?? (await refundCostUsd(chain, native?.usd))
  let worthUsd = 0
  for (const [at, { token, amount }] of held.entries()) {
    const price = prices[at]
    const decimals = decimalsOf(chain, token, world)
    if (!price || decimals === undefined || least === undefined) return false
    worthUsd += usdOf(amount, decimals, price.usd)
  }
  return least !== undefined && worthUsd < least
}

async function refundCostUsd(chain: Chain, nativeUsd: number | undefined): Promise<number | undefined> {
  const cost = await refundCost(chain).catch(() => undefined)
  if (cost === undefined || nativeUsd === undefined) return undefined
  return usdOf(cost, chain.definition.nativeCurrency.decimals, nativeUsd)
}

const decimalsOf = (chain: Chain, token: Address, { tokens }: World): number | undefined =>
  sameAddress(token, nativeToken) ? chain.definition.nativeCurrency.decimals : tokens.find(chain.id, token)?.decimals

/**
 * Writes down what came after the end and stays, as far as it is final, so that it is listed as recoverable. Undefined where the books have it
 * already.
 */
export async function bookDust(
  { intentId, intent, plan }: IntentRecord,
  chain: Chain,
  held: readonly Balance[],
  { store }: World,
): Promise<Effects | undefined> {
  const block = await chain.finalBlock(plan.valueUsd)
  const booked = await store.intents.ledger(intentId)
  const entries = held.map(async ({ token }): Promise<LedgerEntry> => {
    const amount = await chain.balance(token, intent.originIntentAddress, { block, quorum: true })
    const unseen = amount - balanceOf(booked, 'originIntent', chain.id, token)
    const arrival = { from: 'owner', to: 'originIntent', why: 'late', blockNumber: block } as const
    return { ...arrival, chainId: chain.id, token, amount: unseen }
  })
  const ledger = (await Promise.all(entries)).filter(({ amount }) => amount > 0n)
  return ledger.length > 0 ? { ledger } : undefined
}
