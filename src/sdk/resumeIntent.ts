import { isFinal } from '../interface/enums.ts'
import type { Hex } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import { cancelSignedDeposit } from './cancelSignedDeposit.ts'
import { NoSuchWay } from './chooseDeposit.ts'
import { type ChosenDeposit, chosenDeposit } from './chosenDeposit.ts'
import { findDeposit } from './findDeposit.ts'
import { atStage, commit, execute, follow, type IntentRun, makeDeposit, type RunOptions } from './intentRun.ts'
import { formatKnownUnits } from './knownToken.ts'
import { ownWallet, requireChain, requireOwner } from './ownWallet.ts'
import type { CheckedReceipt } from './proveReceipt.ts'
import { isLookedAt, QuoteDeclined, type RunIntent, readRequest, requireSomeLimit } from './runIntent.ts'
import type { TrustedContracts } from './trustedContracts.ts'
import { demand, requireSame, sameHex } from './untrustedQuote.ts'
import { type VerifiedIntent, verifyQuote } from './verifyQuote.ts'
import { provingOf } from './waitIntent.ts'

export type ResumeIntent = RunOptions & {
  intentId: Hex
  /** What was asked for. Without it and without `accept`, no new deposit is made. */
  request?: RunIntent['request'] | undefined
  /** The quoted intent as you saved it. An id does not commit to an address; this makes the client require its own. */
  intent?: Intent | undefined
  accept?: (intent: Intent, verified: VerifiedIntent) => boolean | Promise<boolean>
  contracts?: TrustedContracts | undefined
  /**
   * `verified.chosen` as you saved it (`chosenToJson`). Resumes a signed deposit with the same nonce, so the chain
   * accepts at most one. Without it, the deposit is a transfer, and any earlier signature is invalidated first.
   */
  chosen?: ChosenDeposit | undefined
}

/**
 * Resumes an intent after a crash, a closed tab or a lost connection. Reads its state from the service and the deposit
 * from the chain. Never deposits twice; with neither `request` nor `accept`, never deposits.
 */
export async function resumeIntent(resume: ResumeIntent): Promise<CheckedReceipt> {
  const { client, intentId, signal } = resume
  const wallet = ownWallet(resume.wallet)
  const run: IntentRun = { ...resume, wallet }
  const { intent } = await client.getIntent({ intentId }, { signal })
  requireSame(intent.intentId, intentId, 'intentId')
  if (resume.intent) requireSame(intent.originIntentAddress, resume.intent.originIntentAddress, 'originIntentAddress')
  if (intent.status === 'EXECUTING' || isFinal(intent.status)) {
    return follow(run, provingOf(resume.intent ?? intent, {}, resume.contracts))
  }
  requireOwner(wallet, intent.ownerAddress)
  await requireChain(wallet, intent.originChainId)
  const verified = await verifyAgain(resume, run, intent)
  const found = await atStage('deposit', intentId, () => findDeposit(verified, wallet, signal))
  if (found.is === 'none') {
    requireOwnWord(resume)
    requireSomeLimit(resume, verified.request)
    return beforeDeposit(run, { ...verified, chosen: chosenFor(resume, verified) }, resume)
  }
  if (intent.status === 'QUOTED') await commit(run, intent)
  if (found.is === 'unclear') throw unclear(run)
  if (found.is === 'arrived' && found.amount < verified.deposit.amount) throw tooLittle(run, verified, found.amount)
  const txnHash = found.is === 'arrived' ? found.txnHash : undefined
  resume.onProgress?.({ stage: 'deposited', intentId, txnHash })
  await execute(run, txnHash ? { txnHash } : {})
  return follow(run, verified)
}

/** The way named by `deposit`, else the saved way. */
function chosenFor(
  { deposit = 'auto', chosen }: ResumeIntent,
  { feeLeft, deposit: paid }: VerifiedIntent,
): ChosenDeposit {
  // If stored JSON was not read by `chosenFromJson`, a small fee is a number, and bigint sums would throw.
  const began: ChosenDeposit = chosen ? chosenDeposit.parse(chosen) : { way: 'transfer' }
  const fits = deposit === 'auto' || deposit === began.way || (deposit === 'signature' && !isSent(began))
  if (deposit === 'transfer' || deposit === 'calls') return { way: deposit }
  if (!fits) throw new NoSuchWay(`deposit: it began by ${began.way}; go on with that, or with "transfer"`)
  const fee = began.feeOption?.amount ?? 0n
  demand(
    fee <= feeLeft,
    'chosen.feeOption.amount',
    `is ${formatKnownUnits(fee, paid.chainId, paid.token)}; with the other fees that is more than allowed`,
  )
  return began
}

const isSent = (chosen: ChosenDeposit | undefined): boolean =>
  !chosen || chosen.way === 'transfer' || chosen.way === 'calls'

async function beforeDeposit(run: IntentRun, verified: VerifiedIntent, resume: ResumeIntent): Promise<CheckedReceipt> {
  if (verified.intent.status === 'QUOTED') await commit(run, verified.intent)
  if (isSent(verified.chosen) && resume.chosen?.way !== 'transfer') {
    await atStage('deposit', run.intentId, () => cancelSignedDeposit(run.wallet, verified, run.bounds?.maxGasCost))
  }
  const made = await makeDeposit(run, verified)
  await execute(run, made)
  return follow(run, verified, 'txnHash' in made ? made.txnHash : undefined)
}

async function verifyAgain(resume: ResumeIntent, { wallet }: IntentRun, intent: Intent): Promise<VerifiedIntent> {
  const { request: own, accept, bounds = {}, contracts } = resume
  const request = own ? readRequest(own, wallet) : echoed(intent)
  demand(sameHex(request.ownerAddress, wallet.account.address), 'quoteRequest.ownerAddress', 'is not this wallet')
  const verified = verifyQuote({
    intent,
    request,
    bounds,
    nowMs: Date.now(),
    contracts,
    // Without a request there is either `accept` or no deposit.
    isLookedAt: own === undefined || isLookedAt(resume, request),
  })
  if (accept && (await accept(intent, verified)) !== true) throw new QuoteDeclined('the intent was not accepted')
  return verified
}

/** The server's copy of the request, without its overrides of the trusted contracts. */
function echoed({ quoteRequest }: Intent): QuoteRequest {
  const { svcAddressOverrides: _, ...options } = quoteRequest.options ?? {}
  return { ...quoteRequest, options }
}

/** A new deposit needs the caller's own `request` or `accept`: the intent's request is the server's word. */
function requireOwnWord({ request, accept }: ResumeIntent): void {
  demand(
    request !== undefined || accept !== undefined,
    'quoteRequest',
    'is only what the server says was asked for, and no deposit is there yet; pass `request` or `accept`',
  )
}

const unclear = ({ intentId }: IntentRun) =>
  new Error(
    `the address of intent ${intentId} is deployed and empty: a deposit may have been made and sent back, so none is made again; start a new intent`,
  )

const tooLittle = ({ intentId }: IntentRun, { deposit }: VerifiedIntent, received: bigint) =>
  new Error(
    `intent ${intentId} has received ${received} of ${deposit.amount}; nothing more is sent. Take it out with recoverDeposit and start a new intent`,
  )
