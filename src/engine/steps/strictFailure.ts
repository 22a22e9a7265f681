import type { Chain } from '../../chains/chain.ts'
import type { Clock } from '../../host/clock.ts'
import { explainRevert } from '../../intents/explainRevert.ts'
import { type BatchProgress, type IntentProgress, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { grantedStorage } from '../../intents/relayerGrant.ts'
import { type Batch, encodeDeployAndExecute, encodeExecuteAlone, type WalletConfig } from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { LegAttempt } from '../../stores/store.ts'
import type { BatchLeg } from './pollSchedule.ts'

/** An unused account. Simulations give it a grant at the guest, so they need no relayer. */
const standIn: Address = '0x00000000000000000000000000000000Ca05E3a2'

/** Simulates what a relayer with a grant would send to the guest now. Undefined if it would pass, else the reason. */
export async function simulateAsRelayer(
  chain: Chain,
  guest: Address,
  data: Hex,
  gas?: bigint,
): Promise<string | undefined> {
  const grant = { address: guest, stateDiff: [grantedStorage(standIn)] }
  const outcome = await chain.simulate({ to: guest, data, from: standIn, gas }, [grant])
  if (outcome.ok) return undefined
  return outcome.revert === '0x' ? outcome.message : explainRevert(outcome.revert)
}

/** The data of a batch: strict and as quoted at first, alone after a failed run, tolerant if it keeps failing. */
export function runData(progress: BatchProgress | undefined, config: WalletConfig, batch: Batch, quoted: Hex): Hex {
  if (progress?.tolerant) return encodeDeployAndExecute(config, batch, 'tolerantly')
  return progress?.resends ? encodeExecuteAlone(config, batch) : quoted
}

/** A price moved for one block must not make an intent fail; holding it for three blocks costs what arbitrage takes. */
const persistsAfterBlocks = 3

/**
 * Whether our newest transaction is mined in a final block although nothing ran: it, or its element of a bundle,
 * reverted. A strict run that reverted leaves the batch able to run again. Call it when no run was found.
 */
export async function ranWithoutEffect(
  { progress }: IntentRecord,
  leg: BatchLeg,
  attempts: readonly LegAttempt[],
  chain: Chain,
  finalBlock: number,
): Promise<boolean> {
  const newest = attempts[0]
  if (!newest || newest.id <= (progress[leg]?.lastAttempt ?? 0)) return false
  // Attempts under one nonce replace each other, and any of them may have been mined.
  const rivals = attempts.filter(({ signer, nonce }) => signer === newest.signer && nonce === newest.nonce)
  const found = await Promise.all(rivals.map(({ hash }) => chain.receipt(hash, { atOrBelow: finalBlock })))
  return found.some((evidence) => evidence.is === 'proven')
}

export type AfterFailure =
  /** It would pass now: send it strictly again. */
  | { is: 'passed' }
  /** It would fail in this block too: poll again at the next. */
  | { is: 'failing'; progress: IntentProgress }
  /** It failed in several blocks in a row, or in several runs: not for one block's order of transactions. */
  | { is: 'persists'; progress: IntentProgress; why: string }

/** After this many strict runs that reverted while simulations passed, simulations are no longer trusted. */
const strictRunsMax = 3
/** The same for runs that bring a signed deposit; fewer, because a failed one costs the deposit's signer nothing. */
const depositRunsMax = 2

/** An idle chain may mine no next block: then elapsed time counts instead. */
const staleBlocks = 2

/** Simulates a batch whose strict run reverted, once per block. */
export async function afterStrictFailure(
  { progress }: IntentRecord,
  leg: BatchLeg,
  chain: Chain,
  clock: Clock,
  sent: { to: Address; data: Hex; bringsDeposit: boolean },
): Promise<AfterFailure> {
  const { number } = await chain.head()
  const nowMs = clock.nowMs()
  const before = progress[leg]?.failing
  if (before && before.lastBlock === number && nowMs - before.lastMs < staleBlocks * chain.definition.blockTimeMs)
    return { is: 'failing', progress }
  const why = await simulateAsRelayer(chain, sent.to, sent.data)
  const runs = (progress[leg]?.runsInVain ?? 0) + 1
  if (why === undefined && runs < (sent.bringsDeposit ? depositRunsMax : strictRunsMax)) return { is: 'passed' }
  if (why === undefined) {
    const doubt = `${runs} transactions reverted on chain, although simulations of them went through`
    return { is: 'persists', progress: tolerantly(progress, leg), why: doubt }
  }
  const failing = { blocks: (before?.blocks ?? 0) + 1, lastBlock: number, lastMs: nowMs, why }
  const next = withProgress(progress, leg, { failing })
  if (failing.blocks < persistsAfterBlocks) return { is: 'failing', progress: next }
  return { is: 'persists', progress: tolerantly(progress, leg), why }
}

const tolerantly = (progress: IntentProgress, leg: BatchLeg): IntentProgress =>
  withProgress(progress, leg, { tolerant: true, failing: undefined })
