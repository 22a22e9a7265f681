import type { Address } from 'viem'
import { getAddress, isAddressEqual } from 'viem'
import type { IntentReceipt, IntentTransaction, ReceiptMove } from '../../src/interface/receiptShapes.ts'
import type { Named, Shown, ShownMove } from './rebuildReceipt.ts'
import type { Flow, Run } from './walletFlows.ts'

/** Only a receipt's naming fields are taken as given. */
export const namedBy = ({ summary, ...receipt }: IntentReceipt): Named => ({
  owner: getAddress(receipt.ownerAddress),
  originChainId: receipt.originChainId,
  destinationChainId: receipt.destinationChainId,
  originAddress: getAddress(summary.originIntentAddress),
  destinationAddress: summary.destinationIntentAddress && getAddress(summary.destinationIntentAddress),
  originToken: getAddress(summary.originTokenAddress),
  destinationToken: getAddress(summary.destinationTokenAddress),
})

/** What differs, if anything: entries not on chain, movements without an entry, overdrawn places, and fields. */
export function compareReceipt(receipt: IntentReceipt, shown: Shown) {
  const { moves = [] } = receipt
  const { said, unsaid } = differences(moves, shown.moves)
  const out = overdrawn(moves)
  const fields = unequal(saidOf(receipt), shownOf(receipt, shown))
  return said.length + unsaid.length + out.length + fields.length > 0 ? { said, unsaid, out, fields } : undefined
}

/** Intent addresses that more left than came to: an entry in is missing. */
function overdrawn(moves: readonly ReceiptMove[]): string[] {
  const held = new Map<string, bigint>()
  for (const { from, to, chainId, tokenAddress, amount } of moves) {
    const at = (place: string) => `${place} ${chainId} ${tokenAddress.toLowerCase()}`
    held.set(at(from), (held.get(at(from)) ?? 0n) - amount)
    held.set(at(to), (held.get(at(to)) ?? 0n) + amount)
  }
  return [...held]
    .filter(([place, amount]) => place.includes('Intent') && amount < 0n)
    .map(([place]) => `out of ${place}`)
}

/** `deposit.txnHash: said, shown`, for every field that differs. */
function unequal(said: object, shown: object, path = ''): string[] {
  const names = new Set([...Object.keys(said), ...Object.keys(shown)])
  return [...names].flatMap((name) => {
    const [a, b]: unknown[] = [Reflect.get(said, name), Reflect.get(shown, name)]
    if (a === b) return []
    if (typeof a === 'object' && typeof b === 'object' && a && b) return unequal(a, b, `${path}${name}.`)
    return [`${path}${name}: ${a}, shown ${b}`]
  })
}

/** What is said and not shown, and what is shown and not said. */
function differences(
  said: readonly ReceiptMove[],
  shown: readonly ShownMove[],
): { said: ReceiptMove[]; unsaid: ShownMove[] } {
  const open = [...shown]
  const crossing = (move: ReceiptMove) => move.from === 'market' && move.to === 'bridge' && move.why === 'bridge'
  const isSwapped = ({ txnHash }: ReceiptMove) => shown.some((one) => one.mayBeSwapped && one.txnHash === txnHash)
  const unshown = said.filter((move) => {
    if (crossing(move) && isSwapped(move)) return false
    const at = open.findIndex(
      (one) =>
        (one.why.includes(move.why) && sameMove(one, move)) ||
        (one.mayBeSwapped && move.why === 'swap' && sameMove({ ...one, to: 'market' }, move)) ||
        (one.standsForBridge && move.why === 'bridge' && sameMove({ ...one, from: 'bridge' }, move)),
    )
    if (at >= 0) open.splice(at, 1)
    return at < 0
  })
  return { said: unshown, unsaid: open.filter(({ isOptional }) => !isOptional) }
}

export const sameMove = (a: Omit<ReceiptMove, 'why'>, b: Omit<ReceiptMove, 'why'>): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.chainId === b.chainId &&
  a.amount === b.amount &&
  a.txnHash === b.txnHash &&
  isAddressEqual(a.tokenAddress, b.tokenAddress)

export const formatMove = ({
  from,
  to,
  chainId,
  tokenAddress,
  amount,
  why,
  txnHash,
}: ReceiptMove | ShownMove): string =>
  `${[why].flat().join('|')}: ${from} -> ${to} ${amount} of ${tokenAddress} on ${chainId} in ${txnHash}`

/** The fields that the chain decides. */
function saidOf({ summary, status, depositTransaction, ...receipt }: IntentReceipt) {
  return {
    status,
    summaryStatus: summary.status,
    ownerAddress: summary.ownerAddress,
    paidIn: summary.originTokenAmount,
    arrivedAmount: summary.destinationTokenAmount,
    arrived: summary.arrived ?? false,
    to: summary.destinationToAddress,
    destinationIntentAddress: summary.destinationIntentAddress,
    deposit: legOf(depositTransaction),
    origin: legOf(receipt.originTransaction),
    destination: receipt.destinationTransaction && legOf(receipt.destinationTransaction),
    refund: receipt.refundTransaction && legOf(receipt.refundTransaction),
  }
}

const legFields = ['status', 'chainId', 'fromAddress', 'tokenAddress', 'tokenAmount', 'txnHash', 'txnMinedAt'] as const
const legOf = (transaction: IntentTransaction) =>
  Object.fromEntries(legFields.map((field) => [field, transaction[field]])) as Pick<
    IntentTransaction,
    (typeof legFields)[number]
  >

type Leg = ReturnType<typeof legOf>

function shownOf(receipt: IntentReceipt, shown: Shown): ReturnType<typeof saidOf> {
  const { summary } = receipt
  const isOneChain = receipt.originChainId === receipt.destinationChainId
  const last = isOneChain ? shown.originRun : shown.destinationRun
  const isDelivered = last !== undefined && !last.failed.has('main') && !last.failed.has('deliver')
  // An end never changes: a lapsed intent stays failed if a late payer's deposit is delivered after all.
  const hasLapsed = receipt.depositTransaction.status === 'FAILED'
  const status = isDelivered && !hasLapsed ? 'SUCCEEDED' : 'FAILED'
  const destination = receipt.destinationTransaction
  return {
    status,
    summaryStatus: status,
    ownerAddress: shown.originRun?.owner ?? summary.ownerAddress,
    paidIn: sum(shown.payments.filter((flow) => isSaid(receipt, flow))),
    arrivedAmount: shown.delivered,
    arrived: isDelivered,
    to: last?.delivery?.to ?? summary.destinationToAddress,
    destinationIntentAddress: isOneChain ? summary.originIntentAddress : summary.destinationIntentAddress,
    deposit: depositLeg(receipt, shown),
    origin: runLeg(legOf(receipt.originTransaction), shown.originRun, isOneChain),
    destination: destination && {
      ...runLeg(legOf(destination), shown.destinationRun, true),
      tokenAmount: shown.delivered,
    },
    refund: refundLeg(receipt, shown),
  }
}

/** A payment that only its owner moved on may be missed; all else is compared with `moves`. */
const isSaid = ({ moves = [] }: IntentReceipt, { mined, amount }: Flow): boolean =>
  moves.some((move) => move.to === 'originIntent' && move.txnHash === mined.hash && move.amount === amount)

const sum = (flows: readonly { amount: bigint }[]): bigint => flows.reduce((total, { amount }) => total + amount, 0n)

/** Who paid, in which transaction, and how much was counted: all booked as deposit, already compared in `moves`. */
function depositLeg({ depositTransaction, moves = [] }: IntentReceipt, { payments, originRun }: Shown): Leg {
  const said = legOf(depositTransaction)
  const proof = payments.find(
    ({ mined, from }) => mined.hash === said.txnHash && isAddressEqual(from, said.fromAddress ?? mined.from),
  )
  const { tokenAddress: asked } = said
  const came = moves.filter(
    ({ from, to, tokenAddress }) =>
      to === 'originIntent' && (from === 'owner' || from === 'payer') && asked && isAddressEqual(tokenAddress, asked),
  )
  const inTime = came.filter(({ why }) => why === 'deposit')
  // After the refund of a gift the deposit is late: then everything that came counts.
  const counted = inTime.length > 0 && said.tokenAmount === sum(came) ? came : inTime
  return {
    ...said,
    // Without a run, the chain does not say how much was asked for.
    status: originRun ? 'SUCCEEDED' : counted.length > 0 ? said.status : 'FAILED',
    tokenAmount: counted.length > 0 ? sum(counted) : said.tokenAmount,
    fromAddress: counted.length > 0 ? proof?.from : said.fromAddress,
    txnHash: counted.length > 0 ? proof?.mined.hash : undefined,
    txnMinedAt: counted.length > 0 ? proof?.mined.minedAt : undefined,
  }
}

function runLeg(said: Leg, run: Run | undefined, pays: boolean): Leg {
  if (!run)
    return {
      ...said,
      status: said.status === 'SUCCEEDED' ? 'FAILED' : said.status,
      txnHash: undefined,
      txnMinedAt: undefined,
    }
  const failed = run.failed.has('main') || (pays && run.failed.has('deliver'))
  return { ...said, status: failed ? 'FAILED' : 'SUCCEEDED', txnHash: run.mined.hash, txnMinedAt: run.mined.minedAt }
}

/** The refund transaction, and its whole amount of the leg's token. */
function refundLeg({ refundTransaction }: IntentReceipt, { origin, destination, givenBack }: Shown): Leg | undefined {
  const back = (flows: readonly Flow[], wallet: Address | undefined) =>
    flows.filter(({ from }) => wallet && isAddressEqual(from, wallet))
  if (!refundTransaction) return undefined
  const said = legOf(refundTransaction)
  const bridged = givenBack?.find(({ txnHash, amount }) => txnHash === said.txnHash && amount === said.tokenAmount)
  if (bridged) return { ...said, status: 'SUCCEEDED', tokenAddress: bridged.tokenAddress }
  const flows = [...origin.flows, ...(destination?.flows ?? [])]
  const own = back(flows, said.fromAddress).filter(
    ({ mined, token, part }) =>
      mined.hash === said.txnHash &&
      said.tokenAddress &&
      isAddressEqual(token, said.tokenAddress) &&
      (part === 'refund' || part === 'fallback' || part === 'leftover' || part === 'ownerCall'),
  )
  return {
    ...said,
    status: own.length > 0 ? 'SUCCEEDED' : 'FAILED',
    tokenAmount: own.length > 0 ? sum(own) : undefined,
    txnHash: own[0]?.mined.hash,
    txnMinedAt: own[0]?.mined.minedAt,
  }
}
