import { type Client, erc20Abi, type Log, parseAbi, parseEventLogs, type TransactionReceipt } from 'viem'
import { getChainId, getCode, getTransactionReceipt, readContract } from 'viem/actions'
import { batchDigest } from '../intents/wallet.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import { nativeToken } from '../interface/limits.ts'
import type { IntentReceipt, IntentTransaction } from '../interface/receiptShapes.ts'
import { destinationOwner, type IntentWallet } from './intentWallet.ts'
import { formatKnownSuffix } from './knownToken.ts'
import type { Readers } from './readers.ts'
import { pause } from './retry.ts'
import { sameHex } from './untrustedQuote.ts'

/** The caller's node contradicts the end of an intent that the server reports. Trust the chain. */
export class UntrustedReceipt extends Error {
  override readonly name = 'UntrustedReceipt'
  /** Which part of the receipt: `destinationTransaction.txnHash`. */
  readonly field: string
  readonly receipt: IntentReceipt

  constructor(field: string, message: string, receipt: IntentReceipt) {
    super(`receipt: ${field}: ${message}`)
    this.field = field
    this.receipt = receipt
  }
}

/** What proves the end: the caller's own node, or the server's word alone. */
export type ReceiptEvidence = {
  verified: 'chain' | 'server'
  /** What was compared with the chain, or why nothing was. */
  compared: readonly string[]
  /** What the recipient got, from the chain's logs; tokens only, because native transfers leave no log. */
  arrived?: bigint | undefined
}

export type CheckedReceipt = IntentReceipt & ReceiptEvidence

/** The intent to check, with addresses computed here, not read from the receipt. */
export type Proving = {
  intent: Intent
  origin: IntentWallet
  destination: IntentWallet | undefined
  readers: Readers
  /** How long a transaction named by the server may take to appear at the caller's node; default 10 s. */
  appearWithinMs?: number | undefined
}

const walletAbi = parseAbi([
  'event Executed(bytes32 indexed digest, uint256 failed, uint256 nativeBefore, uint256 nativeAfter)',
  'event Refunded(address indexed token, address indexed receiver, uint256 amount, uint256 nativeBefore, uint256 nativeAfter)',
  'function nonceUsed(uint256 space, uint256 nonce) view returns (bool)',
])

/** Checks an intent's end against the chains. Throws `UntrustedReceipt` if a node contradicts it. */
export async function proveReceipt(
  receipt: IntentReceipt,
  proving: Proving,
  signal?: AbortSignal,
): Promise<CheckedReceipt> {
  const { intent, readers } = proving
  requireOwnIntent(receipt, intent)
  if (receipt.status === 'SUCCEEDED') return proveDelivery(receipt, proving, signal)
  const refund = receipt.refundTransaction
  const node = refund && readers[refund.chainId]
  if (refund?.txnHash && node) return proveRefund(receipt, refund, node, proving, signal)
  await requireNotDelivered(receipt, proving)
  return { ...receipt, verified: 'server', compared: [notCompared(refund?.chainId ?? intent.originChainId, refund)] }
}

function requireOwnIntent(receipt: IntentReceipt, intent: Intent): void {
  const same =
    sameHex(receipt.intentId, intent.intentId) &&
    receipt.destinationChainId === intent.destinationChainId &&
    receipt.originChainId === intent.originChainId
  if (!same) throw new UntrustedReceipt('intentId', 'is of another intent', receipt)
}

const notCompared = (chainId: number, transaction: IntentTransaction | undefined): string =>
  transaction
    ? `nothing: no node of chain ${chainId} was given`
    : `nothing: the receipt names no refund that could be looked up on chain ${chainId}`

/** The wallet whose batch pays the recipient. */
const payer = ({ origin, destination }: Proving): IntentWallet => destination ?? origin

async function proveDelivery(receipt: IntentReceipt, proving: Proving, signal?: AbortSignal): Promise<CheckedReceipt> {
  const wallet = payer(proving)
  const node = proving.readers[wallet.chainId]
  if (!node) {
    const unseen = `no node of chain ${wallet.chainId} was given`
    const ran = await requireStarted(receipt, proving, signal)
    const compared = ran
      ? `not the delivery: ${unseen}; the deposit has left on chain ${proving.origin.chainId}`
      : `nothing: ${unseen}`
    return { ...receipt, verified: 'server', compared: [compared] }
  }
  await requireChainOf(node, wallet.chainId)
  // On one chain, the service reports the delivery as the origin transaction, or as both.
  const leg = receipt.destinationTransaction?.txnHash ? 'destinationTransaction' : 'originTransaction'
  const mined = await minedOf(receipt, `${leg}.txnHash`, receipt[leg]?.txnHash, {
    node,
    appearWithinMs: proving.appearWithinMs,
    signal,
  })
  requireExecuted(receipt, `${leg}.txnHash`, mined, wallet)
  const compared = [
    `${leg}.txnHash is mined and succeeded`,
    'the batch of the intent address ran and nothing fell back',
  ]
  const arrived = arrivedIn(mined.logs, proving.intent)
  if (arrived === undefined) return { ...receipt, verified: 'chain', compared }
  const { toAmountMin } = proving.intent.quote
  if (arrived < toAmountMin) {
    const message = `brought ${arrived} to the recipient, less than the ${toAmountMin} promised`
    throw new UntrustedReceipt(`${leg}.txnHash`, message, receipt)
  }
  const said = receipt.destinationTransaction?.tokenAmount
  if (said !== undefined && said !== arrived) {
    throw new UntrustedReceipt('destinationTransaction.tokenAmount', `is ${said}, the chain says ${arrived}`, receipt)
  }
  return {
    ...receipt,
    verified: 'chain',
    compared: [
      ...compared,
      `${arrived} base units arrived${formatKnownSuffix(arrived, proving.intent.destinationChainId, proving.intent.quoteRequest.destinationTokenAddress)}`,
    ],
    arrived,
  }
}

/**
 * Without a node of the destination, checks the origin: the origin batch runs before anything is delivered. Returns
 * false without a node of the origin, or if it does not answer.
 */
async function requireStarted(
  receipt: IntentReceipt,
  { origin, readers, appearWithinMs = appearWithinMsDefault }: Proving,
  signal?: AbortSignal,
): Promise<boolean> {
  const node = readers[origin.chainId]
  if (!node) return false
  const { address, batch } = origin
  const args = [batch.space, batch.nonce] as const
  for (let look = 0; look * pollAgainMs <= appearWithinMs; look++) {
    const code = await getCode(node, { address }).catch(() => 'unknown')
    if (code === 'unknown') return false
    if (
      code &&
      (await readContract(node, { address, abi: walletAbi, functionName: 'nonceUsed', args }).catch(() => false))
    )
      return true
    await pause(pollAgainMs, signal)
  }
  throw new UntrustedReceipt(
    'status',
    `is SUCCEEDED, and the batch of ${address} has not run on chain ${origin.chainId}`,
    receipt,
  )
}

/** Bit i of `failed`: call i failed and was tolerated. If a fallback follows it, the owner was paid instead. */
function requireExecuted(receipt: IntentReceipt, field: string, mined: TransactionReceipt, wallet: IntentWallet): void {
  const digest = batchDigest(wallet.batch)
  const ran = parseEventLogs({ abi: walletAbi, eventName: 'Executed', logs: mined.logs }).find(
    ({ address, args }) => sameHex(address, wallet.address) && sameHex(args.digest, digest),
  )
  if (!ran) throw new UntrustedReceipt(field, `did not run the batch of ${wallet.address}`, receipt)
  const fellBack = wallet.batch.calls.some(
    (_, index) => (ran.args.failed >> BigInt(index)) & 1n && wallet.batch.calls[index + 1]?.onlyFallback,
  )
  if (fellBack) throw new UntrustedReceipt(field, 'ran the batch, and a part of it failed: the owner was paid', receipt)
}

function arrivedIn(logs: readonly Log[], { quoteRequest }: Intent): bigint | undefined {
  const { destinationTokenAddress: token, destinationToAddress, ownerAddress, destinationCallData } = quoteRequest
  if (token === nativeToken || (destinationCallData && destinationCallData !== '0x')) return undefined
  return receivedIn(logs, token, destinationToAddress ?? ownerAddress)
}

function receivedIn(logs: readonly Log[], token: Address, holder: Address): bigint {
  const moved = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: [...logs] })
  const own = moved.filter(({ address, args }) => sameHex(address, token) && sameHex(args.to, holder))
  return own.reduce((sum, { args }) => sum + args.value, 0n)
}

async function proveRefund(
  receipt: IntentReceipt,
  refund: IntentTransaction,
  node: Client,
  { intent, origin, destination, appearWithinMs }: Proving,
  signal?: AbortSignal,
): Promise<CheckedReceipt> {
  await requireChainOf(node, refund.chainId)
  const mined = await minedOf(receipt, 'refundTransaction.txnHash', refund.txnHash, { node, appearWithinMs, signal })
  const compared = ['refundTransaction.txnHash is mined and succeeded']
  const token = refund.tokenAddress ?? intent.quoteRequest.originTokenAddress
  if (token === nativeToken) {
    const own = [origin.address, destination?.address]
    const touched = mined.logs.some(({ address }) => own.some((one) => sameHex(address, one)))
    if (!touched) throw new UntrustedReceipt('refundTransaction.txnHash', 'has nothing to do with this intent', receipt)
    return { ...receipt, verified: 'chain', compared: [...compared, 'it moved what the intent address held'] }
  }
  const isBack = refund.chainId === intent.originChainId
  const owner = isBack ? intent.ownerAddress : destinationOwner(intent.quoteRequest)
  const got = receivedIn(mined.logs, token, owner)
  if (got === 0n || got < (refund.tokenAmount ?? 0n)) {
    const message = `is ${refund.tokenAmount ?? 'not said'}, the chain says that the owner got ${got}`
    throw new UntrustedReceipt('refundTransaction.tokenAmount', message, receipt)
  }
  return {
    ...receipt,
    verified: 'chain',
    compared: [...compared, `${got} base units came back to the owner${formatKnownSuffix(got, refund.chainId, token)}`],
  }
}

/**
 * Requires that a failed intent without a refund never ran its paying batch; else the caller might pay twice. A late
 * payer may run it after the end: then the receipt says so itself.
 */
async function requireNotDelivered(receipt: IntentReceipt, proving: Proving): Promise<void> {
  const { address, batch, chainId } = payer(proving)
  const node = proving.readers[chainId]
  const leg = proving.destination ? receipt.destinationTransaction : receipt.originTransaction
  if (!node || receipt.refundTransaction || leg?.status === 'SUCCEEDED') return
  const { space, nonce } = batch
  const ran = await readContract(node, { address, abi: walletAbi, functionName: 'nonceUsed', args: [space, nonce] })
    // An undeployed wallet has run nothing. A node failure counts as not run too: the receipt is `verified: 'server'`.
    .catch(() => false)
  if (ran) throw new UntrustedReceipt('status', `is ${receipt.status}, but the batch that pays has run`, receipt)
}

async function requireChainOf(node: Client, chainId: number): Promise<void> {
  const found = await getChainId(node)
  if (found !== chainId) throw new TypeError(`readers: the one given for chain ${chainId} is on chain ${found}`)
}

/** The service may see a block before the caller's node; 10 s suffice for a node that follows its chain. */
const appearWithinMsDefault = 10_000
const pollAgainMs = 250

type Look = { node: Client; appearWithinMs?: number; signal?: AbortSignal }

async function minedOf(
  receipt: IntentReceipt,
  field: string,
  hash: Hex | undefined,
  { node, appearWithinMs = appearWithinMsDefault, signal }: Look,
): Promise<TransactionReceipt> {
  if (!hash) throw new UntrustedReceipt(field, `is not there, and the server says ${receipt.status}`, receipt)
  let failure: unknown
  for (let look = 0; look * pollAgainMs <= appearWithinMs; look++) {
    const mined = await getTransactionReceipt(node, { hash }).catch((error: unknown) => {
      failure = isNotFound(error) ? undefined : error
      return undefined
    })
    if (mined?.status === 'reverted') throw new UntrustedReceipt(field, `${hash} reverted on chain`, receipt)
    if (mined) return mined
    await pause(pollAgainMs, signal)
  }
  // A node that does not answer does not contradict the server.
  if (failure) throw new Error(`the caller's own node could not be asked for ${hash}`, { cause: failure })
  throw new UntrustedReceipt(field, `${hash} is not on the chain`, receipt)
}

/** Compares by name: the caller's client may come from another copy of viem, so `instanceof` would fail. */
const isNotFound = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionReceiptNotFoundError'
