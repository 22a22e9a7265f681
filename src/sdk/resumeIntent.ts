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
  /** What was asked for. Without it and without `accept` no deposit is made, only one that was made goes on. */
  request?: RunIntent['request'] | undefined
  /** As it was quoted and kept. An id says nothing about the address, so only this keeps a server from naming another one. */
  intent?: Intent | undefined
  accept?: (intent: Intent, verified: VerifiedIntent) => boolean | Promise<boolean>
  contracts?: TrustedContracts | undefined
  /**
   * How it began, as `verified.chosen` said and the caller kept (`chosenToJson`, `chosenFromJson`). A signed deposit goes on as one: the new signature has the same nonce, so
   * the chain carries out one of them at most. Without it the deposit is a transfer, and what may have been signed is made worthless first.
   */
  chosen?: ChosenDeposit | undefined
}

/**
 * Goes on with an intent that a crash, a closed tab or a lost connection left behind. Reads where it stands from the service, and whether
 * the deposit was made from the chain; never deposits a second time, and with the id alone never at all.
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

/** By the caller's word now, or as it began. */
function chosenFor(
  { deposit = 'auto', chosen }: ResumeIntent,
  { feeLeft, deposit: paid }: VerifiedIntent,
): ChosenDeposit {
  // Kept as JSON and read by anything but `chosenFromJson`, its fee is a number where it is small, and sums with it would throw.
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
    // Without an own request there is either `accept` or no deposit.
    isLookedAt: own === undefined || isLookedAt(resume, request),
  })
  if (accept && (await accept(intent, verified)) !== true) throw new QuoteDeclined('the intent was not accepted')
  return verified
}

/** Of what only the server says was asked for, nothing may change which contracts are trusted. */
function echoed({ quoteRequest }: Intent): QuoteRequest {
  const { svcAddressOverrides: _, ...options } = quoteRequest.options ?? {}
  return { ...quoteRequest, options }
}

/** A new deposit rests on what this side wants, and the request that comes back is the server's word. */
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
