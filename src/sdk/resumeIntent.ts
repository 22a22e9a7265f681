import type { Contracts } from '../intents/planBatches.ts'
import { isFinal } from '../interface/enums.ts'
import type { Hex } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import type { IntentReceipt } from '../interface/receiptShapes.ts'
import type { Bounds } from './bounds.ts'
import { findDeposit } from './findDeposit.ts'
import { atStage, commit, execute, follow, type Journey, makeDeposit, type Traveller } from './journey.ts'
import { ownWallet, requireChain, requireOwner } from './ownWallet.ts'
import { QuoteDeclined, type RunIntent, readRequest } from './runIntent.ts'
import { demand, sameHex } from './untrustedQuote.ts'
import { type VerifiedIntent, verifyQuote } from './verifyQuote.ts'

export type ResumeIntent = Traveller & {
  intentId: Hex
  /** What was asked for. Without it a deposit is made only for an intent that pays the wallet itself, or that `accept` accepts. */
  request?: RunIntent['request']
  accept?: (intent: Intent) => boolean | Promise<boolean>
  bounds?: Bounds
  contracts?: Contracts
}

/**
 * Goes on with an intent that a crash, a closed tab or a lost connection left behind, from its id alone. Reads where it stands from
 * the service, and whether the deposit was made from the chain; never deposits a second time.
 */
export async function resumeIntent(resume: ResumeIntent): Promise<IntentReceipt> {
  const { client, intentId, signal } = resume
  const wallet = ownWallet(resume.wallet)
  const journey: Journey = { ...resume, wallet }
  const { intent } = await client.getIntent({ intentId }, { signal })
  if (intent.status === 'EXECUTING' || isFinal(intent.status)) return follow(journey)
  requireOwner(wallet, intent.ownerAddress)
  await requireChain(wallet, intent.originChainId)
  const verified = await verifyAgain(resume, journey, intent)
  const found = await atStage('deposit', intentId, () => findDeposit(verified, wallet, signal))
  if (found.is === 'none') return beforeDeposit(journey, verified)
  if (intent.status === 'QUOTED') await commit(journey, intent)
  if (found.is === 'unclear') throw unclear(journey)
  if (found.is === 'held' && found.amount < verified.deposit.amount) throw tooLittle(journey, verified, found.amount)
  const txnHash = found.is === 'held' ? found.txnHash : undefined
  resume.onProgress?.({ stage: 'deposited', intentId, txnHash })
  await execute(journey, txnHash ? { txnHash } : {})
  return follow(journey)
}

async function beforeDeposit(journey: Journey, verified: VerifiedIntent): Promise<IntentReceipt> {
  if (verified.intent.status === 'QUOTED') await commit(journey, verified.intent)
  const made = await makeDeposit(journey, verified, undefined)
  await execute(journey, made)
  return follow(journey, 'txnHash' in made ? made.txnHash : undefined)
}

/** The server echoes the request; only what pays the wallet itself can be believed without the caller's own copy of it. */
async function verifyAgain(resume: ResumeIntent, { wallet }: Journey, intent: Intent): Promise<VerifiedIntent> {
  const { request: own, accept, bounds = {}, contracts } = resume
  const request = own ? readRequest(own, wallet) : intent.quoteRequest
  demand(sameHex(request.ownerAddress, wallet.account.address), 'quoteRequest.ownerAddress', 'is not this wallet')
  const verified = verifyQuote({ intent, request, bounds, nowMs: Date.now(), contracts })
  if (accept && (await accept(intent)) !== true) throw new QuoteDeclined('the intent was not accepted')
  demand(
    own !== undefined || accept !== undefined || paysOwner(request),
    'quoteRequest.destinationToAddress',
    'pays somebody else, and only the server says that this was asked for; pass `request` or `accept`',
  )
  return verified
}

function paysOwner({ destinationToAddress, destinationCallData, ownerAddress }: QuoteRequest): boolean {
  const hasCall = destinationCallData !== undefined && destinationCallData !== '0x'
  return !hasCall && (destinationToAddress === undefined || sameHex(destinationToAddress, ownerAddress))
}

const unclear = ({ intentId }: Journey) =>
  new Error(
    `the address of intent ${intentId} is deployed and empty: a deposit may have been made and sent back, so none is made again; start a new intent`,
  )

const tooLittle = ({ intentId }: Journey, { deposit }: VerifiedIntent, held: bigint) =>
  new Error(
    `intent ${intentId} has received ${held} of ${deposit.amount}; nothing more is sent. Take it out with recoverDeposit and start a new intent`,
  )
