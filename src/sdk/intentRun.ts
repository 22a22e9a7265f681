import type { WalletClient } from 'viem'
import { getChainId } from 'viem/actions'
import type { TransactionStatus } from '../interface/enums.ts'
import type { Hex } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import type { GasFeeOptions, QuoteOffer } from '../interface/quoteShapes.ts'
import type { DepositSignature, IntentReceipt } from '../interface/receiptShapes.ts'
import type { Bounds } from './bounds.ts'
import { isError } from './causewayError.ts'
import type { ChosenDeposit, DepositBy } from './chosenDeposit.ts'
import type { Client } from './createClient.ts'
import { IntentInterrupted, type Stage } from './intentInterrupted.ts'
import type { OwnWallet } from './ownWallet.ts'
import { type CheckedReceipt, type Proving, proveReceipt } from './proveReceipt.ts'
import type { Readers } from './readers.ts'
import { outageMsDefault, type RetryOptions, retry, type Waiting } from './retry.ts'
import { sendBounded } from './sendBounded.ts'
import { sendCallsDeposit } from './sendCallsDeposit.ts'
import { signDeposit } from './signDeposit.ts'
import type { VerifiedIntent } from './verifyQuote.ts'
import { waitUnproven } from './waitIntent.ts'
import { waitMined } from './waitMined.ts'

export type Progress =
  | { stage: 'quoted'; intent: Intent; gasFeeOptions: GasFeeOptions; offers: readonly QuoteOffer[] }
  | { stage: 'verified'; intent: Intent; verified: VerifiedIntent }
  | { stage: 'committed'; intentId: Hex }
  | { stage: 'signing'; intentId: Hex; by: ChosenDeposit['way'] }
  | { stage: 'deposited'; intentId: Hex; txnHash?: Hex }
  | { stage: 'executing'; intentId: Hex }
  /** The service or its database is unreachable; the call will be retried. */
  | { stage: 'waiting'; intentId: Hex; waiting: Waiting }
  | { stage: 'moved'; intentId: Hex; receipt: IntentReceipt; states: readonly TransactionStatus[] }
  | { stage: 'done'; intentId: Hex; receipt: CheckedReceipt }

export type RunOptions = {
  client: Client
  /** Any viem wallet client with an account, on the chain of the deposit. */
  wallet: WalletClient
  onProgress?: ((progress: Progress) => void) | undefined
  deposit?: DepositBy | undefined
  bounds?: Bounds | undefined
  /**
   * Your own nodes by chain id, to check the end against. The wallet's node serves its own chain unless you name one.
   * Without a node of the destination chain, the receipt says `verified: 'server'`.
   */
  readers?: Readers | undefined
  signal?: AbortSignal | undefined
}

export type IntentRun = Omit<RunOptions, 'wallet'> & { wallet: OwnWallet; intentId: Hex }

/** Commit and execute are idempotent, so they may be repeated. */
const attemptsMax = 5

const patience = ({ signal, onProgress, intentId }: IntentRun): RetryOptions => ({
  attempts: attemptsMax,
  signal,
  outageMs: outageMsDefault,
  onWait: (waiting) => onProgress?.({ stage: 'waiting', intentId, waiting }),
})

/** Runs one stage. An error becomes `IntentInterrupted`, with the stage and the id to resume with. */
export async function atStage<T>(stage: Stage, intentId: Hex, run: () => Promise<T>, txnHash?: Hex): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof IntentInterrupted ? error : new IntentInterrupted(stage, intentId, error, txnHash)
  }
}

export async function commit(intentRun: IntentRun, intent: Intent): Promise<void> {
  const { client, intentId, onProgress, signal } = intentRun
  const call = () => client.commitIntent({ intent }, { signal })
  await atStage('commit', intentId, () => retry(patience(intentRun), call))
  onProgress?.({ stage: 'committed', intentId })
}

type Made = { txnHash: Hex } | { depositSignature: DepositSignature }

/** Sends the deposit, or signs it for the service to send. Everything signed comes from the verified intent. */
export function makeDeposit(intentRun: IntentRun, verified: VerifiedIntent): Promise<Made> {
  const { wallet, intentId, onProgress } = intentRun
  return atStage('deposit', intentId, async () => {
    const { way, feeOption } = verified.chosen ?? { way: 'transfer' }
    const maxGasCost = intentRun.bounds?.maxGasCost
    onProgress?.({ stage: 'signing', intentId, by: way })
    if (way !== 'transfer' && way !== 'calls') {
      if (!feeOption) throw new TypeError(`chosen: a deposit by ${way} needs the fee option that was quoted`)
      return {
        depositSignature: await signDeposit(wallet, verified, way, feeOption, { nowMs: Date.now(), maxGasCost }),
      }
    }
    const { to, data, value } = verified.intent.depositTransaction
    const { chainId } = verified.deposit
    const txnHash =
      way === 'calls'
        ? await sendCallsDeposit(wallet, verified)
        : await sendBounded(wallet, { chainId, to, data, value, maxGasCost })
    onProgress?.({ stage: 'deposited', intentId, txnHash })
    return { txnHash }
  })
}

export async function execute(intentRun: IntentRun, made: Made | Record<never, never>): Promise<void> {
  const { client, intentId, onProgress, signal } = intentRun
  const txnHash = 'txnHash' in made ? made.txnHash : undefined
  const deposit = 'depositSignature' in made ? made : { depositTransactionHash: txnHash }
  // Anyone with the id may have executed it with another hash. The intent runs all the same; `follow` checks its end.
  const call = () =>
    client.executeIntent({ intentId, ...deposit }, { signal }).catch((error: unknown) => {
      if (!txnHash || !isError(error, 'RequestConflict')) throw error
    })
  await atStage('execute', intentId, () => retry(patience(intentRun), call), txnHash)
  onProgress?.({ stage: 'executing', intentId })
}

/**
 * Waits for the end and checks it against the chains. Reports a reverted deposit at once: the service would wait for
 * another one. Throws `UntrustedReceipt` if a node contradicts the server.
 */
export async function follow(
  intentRun: IntentRun,
  proving: Omit<Proving, 'readers'>,
  txnHash?: Hex,
): Promise<CheckedReceipt> {
  const { client, intentId, onProgress, signal } = intentRun
  const told = await atStage(
    'wait',
    intentId,
    async () => {
      if (txnHash) await requireMined(intentRun, txnHash)
      const onMove = (moved: IntentReceipt, states: readonly TransactionStatus[]) =>
        onProgress?.({ stage: 'moved', intentId, receipt: moved, states })
      return waitUnproven({ client, intentId, onMove, signal })
    },
    txnHash,
  )
  const { wallet } = intentRun
  // A wallet that switched chains after the deposit cannot read the origin.
  const chainId = await getChainId(wallet).catch(() => undefined)
  const readers = { ...(chainId !== undefined && { [chainId]: wallet }), ...intentRun.readers }
  const receipt = await proveReceipt(told, { ...proving, readers }, signal)
  onProgress?.({ stage: 'done', intentId, receipt })
  return receipt
}

async function requireMined({ wallet }: IntentRun, hash: Hex): Promise<void> {
  // Go on if the node cannot tell: the service looks for the deposit itself.
  const mined = await waitMined(wallet, hash).catch(() => undefined)
  if (mined?.status === 'reverted') throw new Error(`the deposit ${hash} reverted on chain; nothing was moved`)
}
