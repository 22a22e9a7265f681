import { isLocalChain } from '../intents/trustedChains.ts'
import { checkRequest } from '../interface/check.ts'
import type { Address } from '../interface/fields.ts'
import type { Request, Response } from '../interface/operations.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import type { Bounds } from './bounds.ts'
import { chooseDeposit } from './chooseDeposit.ts'
import { walletBalance } from './findDeposit.ts'
import { commit, execute, follow, type IntentRun, makeDeposit, type RunOptions } from './intentRun.ts'
import { formatKnownSuffix } from './knownToken.ts'
import { type OwnWallet, ownWallet, requireChain, requireOwner } from './ownWallet.ts'
import type { CheckedReceipt } from './proveReceipt.ts'
import { requireUnused } from './requireUnused.ts'
import type { Loose } from './transport.ts'
import type { TrustedContracts } from './trustedContracts.ts'
import { requireSame } from './untrustedQuote.ts'
import { isExactOutput } from './verifyBatches.ts'
import { type VerifiedIntent, verifyQuote } from './verifyQuote.ts'

export type Quoted = Response<'QuoteIntent'>

/** Called with the verified quote before anything is signed. Any answer but true stops the run. */
export type Accept = (quoted: Quoted, verified: VerifiedIntent) => boolean | Promise<boolean>

type LooseRequest = Loose<Request<'QuoteIntent'>>

export type RunIntent = RunOptions & {
  /** The owner is the wallet's account. */
  request: Omit<LooseRequest, 'ownerAddress'> & { ownerAddress?: string }
  accept?: Accept | undefined
  /** Replaces `trustedContracts`. Pass several sets, newest first, while intents of an earlier set are open. */
  contracts?: TrustedContracts | undefined
}

/** The caller declined the quote. */
export class QuoteDeclined extends Error {
  override readonly name = 'QuoteDeclined'
}

/** The wallet cannot pay the deposit. Nothing was committed or signed. */
export class NotEnoughFunds extends Error {
  override readonly name = 'NotEnoughFunds'
  readonly token: Address
  readonly balance: bigint
  /** The deposit, plus the fee if the service relays it. */
  readonly needed: bigint

  constructor(holder: Address, token: Address, balance: bigint, needed: bigint, chainId?: number) {
    const said = (amount: bigint) => (chainId === undefined ? '' : formatKnownSuffix(amount, chainId, token))
    super(`${holder} holds ${balance} base units of ${token}${said(balance)}, and ${needed} are needed${said(needed)}`)
    this.token = token
    this.balance = balance
    this.needed = needed
  }
}

async function requireFunds(wallet: OwnWallet, { deposit, origin }: VerifiedIntent, relayFee: bigint): Promise<void> {
  const holder = wallet.account.address
  const needed = deposit.amount + relayFee
  const balance = await walletBalance(wallet, deposit.token, holder)
  if (balance < needed) throw new NotEnoughFunds(holder, deposit.token, balance, needed, origin.chainId)
}

/**
 * Quotes, verifies, asks the caller, commits, deposits, executes and waits. Returns the receipt of a failed intent
 * too. Throws `UntrustedQuote`, `NotEnoughFunds` or `QuoteDeclined` before anything is signed, `IntentInterrupted`
 * after, and `UntrustedReceipt` if a node contradicts the receipt.
 */
export async function runIntent(run: RunIntent): Promise<CheckedReceipt> {
  const wallet = ownWallet(run.wallet)
  const request = readRequest(run.request, wallet)
  requireSomeLimit(run, request)
  await requireChain(wallet, request.originChainId)
  const quoted = await run.client.quoteIntent(request, { signal: run.signal })
  const { intent, gasFeeOptions, offers = [] } = quoted
  run.onProgress?.({ stage: 'quoted', intent, gasFeeOptions, offers })
  // `verifyQuote` checks the times of a committed intent less strictly, so require a fresh quote here.
  requireSame(intent.status, 'QUOTED', 'status')
  const checked = verifyQuote({
    intent,
    request,
    bounds: run.bounds ?? {},
    nowMs: Date.now(),
    contracts: run.contracts,
    isLookedAt: isLookedAt(run, request),
  })
  await requireUnused(checked, wallet, run.readers)
  const chosen = await chooseDeposit(run.deposit ?? 'auto', wallet, checked, quoted)
  const verified = { ...checked, chosen }
  run.onProgress?.({ stage: 'verified', intent, verified })
  await requireFunds(wallet, verified, chosen.feeOption?.amount ?? 0n)
  await requireAccepted(run.accept, quoted, verified)
  return carryOut({ ...run, wallet, intentId: intent.intentId }, verified)
}

/**
 * The server writes the quote, so the caller must bound it: the deposit of an exact output, or the least output of an
 * exact input.
 */
export function requireSomeLimit(run: { accept?: unknown; bounds?: Bounds }, request: QuoteRequest): void {
  if (isLookedAt(run, request)) return
  const { bounds } = run
  if (isExactOutput(request)) {
    const limited = bounds?.maxDeposit !== undefined || (request.originTokenAmount ?? 0n) > 0n
    if (!limited) throw noLimit('bounds.maxDeposit: say the most that may be deposited for an exact output')
  } else if ((bounds?.toAmountMin ?? 0n) === 0n) {
    throw noLimit('bounds.toAmountMin: say the least that must arrive for an exact input')
  }
}

const noLimit = (say: string) => new TypeError(`${say}, or pass \`accept\``)

/** Whether `accept` reviews the quote. True on `causeway devnet` too, where money has no value. */
export const isLookedAt = (
  { accept }: { accept?: unknown },
  { originChainId }: Pick<QuoteRequest, 'originChainId'>,
): boolean => accept !== undefined || isLocalChain(originChainId)

async function requireAccepted(accept: Accept | undefined, quoted: Quoted, verified: VerifiedIntent): Promise<void> {
  if (accept && (await accept(quoted, verified)) !== true) throw new QuoteDeclined('the quote was not accepted')
}

/** From a verified quote to the receipt. */
export async function carryOut(intentRun: IntentRun, verified: VerifiedIntent): Promise<CheckedReceipt> {
  await commit(intentRun, verified.intent)
  const made = await makeDeposit(intentRun, verified)
  await execute(intentRun, made)
  return follow(intentRun, verified, 'txnHash' in made ? made.txnHash : undefined)
}

export function readRequest(request: RunIntent['request'], wallet: OwnWallet): QuoteRequest {
  const read = checkRequest('QuoteIntent', { ...request, ownerAddress: request.ownerAddress ?? wallet.account.address })
  requireOwner(wallet, read.ownerAddress)
  return read
}
