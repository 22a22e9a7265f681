import type { IntentRecord } from '../../src/intents/intentRecord.ts'
import { isFinalStep } from '../../src/intents/lifecycle.ts'
import type { WalletConfig } from '../../src/intents/wallet.ts'
import type { Address } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { State } from '../engine/scripted/state.ts'
import { isRefused, tokenBalance } from '../engine/scripted/tokens.ts'
import { assets, worth } from './economy.ts'
import { refusesNative } from './ownerCode.ts'
import type { SimChain } from './simChain.ts'
import type { SimWorld } from './worlds.ts'

/** Deploying a wallet and sending one token back. */
const refundGas = 105_000n
/** Most paid refunds of unpriced tokens per intent. */
const unpricedMax = 3

/** Whether a token, or the owner's code, refuses payments to this address. */
export const isRefusedAt = (state: State, token: Address, receiver: Address): boolean =>
  token === nativeToken ? refusesNative(state, receiver) : isRefused(state, token, receiver)

type SideWallet = { side: 'origin' | 'destination'; chainId: number; address: Address; config: WalletConfig }

function walletsOf({ intent, plan }: IntentRecord): SideWallet[] {
  const { originChainId, destinationChainId, originIntentAddress, destinationIntentAddress: other } = intent
  const origin = { side: 'origin', chainId: originChainId, address: originIntentAddress, config: plan.origin } as const
  if (!plan.destination || !other) return [origin]
  return [origin, { side: 'destination', chainId: destinationChainId, address: other, config: plan.destination }]
}

/** The wallet to refund from. */
export const refundWallet = (record: IntentRecord): SideWallet =>
  walletsOf(record).find(({ side }) => side === record.progress.refund?.side) ?? walletsOf(record)[0]!

type RestWorld = { world: SimWorld; chainOf(chainId: number): SimChain }

export function heldIn({ address }: SideWallet, state: State): { token: Address; amount: bigint }[] {
  return assets.flatMap(({ address: token }) => {
    const amount = tokenBalance(state, token, address)
    return amount > 0n ? [{ token, amount }] : []
  })
}

/** Millionths of a dollar below which an amount may stay, by base fee. */
export const dustBelow = ({ refundUsdMin }: SimWorld, baseFee: bigint): bigint =>
  refundUsdMin === undefined ? 2n * worth(nativeToken, refundGas * baseFee) : BigInt(refundUsdMin) * 1_000_000n

/**
 * A refundable balance at an intent's address, if any. What may stay: below a refund's cost, refused by its receiver,
 * or an unpriced token after enough paid refunds.
 */
export function unrested(record: IntentRecord, { world, chainOf }: RestWorld): string | undefined {
  for (const wallet of walletsOf(record)) {
    const chain = chainOf(wallet.chainId)
    const state = chain.state()
    const held = heldIn(wallet, state)
    if (held.length === 0) continue
    const what = held.map(({ token, amount }) => `${amount} of ${token.slice(-4)}`).join(' and ')
    if (!isFinalStep(record.step)) return `${what} at the ${wallet.side}`
    const free = held.filter(({ token }) => !isRefusedAt(state, token, wallet.config.refundReceiver))
    const priced = free.reduce((sum, { token, amount }) => sum + worth(token, amount), 0n)
    const { refund, lateRefunds } = record.progress
    const isUnpriced = free.some(({ token }) => worth(token, 10n ** 18n) === 0n)
    const isPaidFor = isUnpriced && (refund?.tries ?? 0) + (lateRefunds?.sends ?? 0) < unpricedMax
    const isDust = world.refundUsdMin !== 0 && priced < dustBelow(world, chain.baseFee()) && !isPaidFor
    if (free.length > 0 && !isDust) return `${what} at the ${wallet.side}`
  }
  return undefined
}
