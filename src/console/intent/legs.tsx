import type { Intent } from '../../interface/intentShapes.ts'
import type { IntentTransaction } from '../../interface/receiptShapes.ts'
import { dollarsOf, knownChains } from '../data/directory.ts'
import { depthNeeded, isLocal, serviceOrigin } from '../data/session.ts'
import type { Wire } from '../data/wire.ts'
import { wayWords } from '../send/wayWords.ts'
import { capital, count } from '../view/format.ts'
import { Card, ChainBadge, Exact, Hash, Pill, type Status } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'
import { Calls } from './calls.tsx'
import type { Receipt } from './state.ts'

type Leg = Wire<IntentTransaction>

/** The transactions of an intent: purpose, hash, confirmations, outcome. */
export function Legs({ receipt, intent }: { receipt: Receipt; intent?: Wire<Intent> }) {
  const { depositTransaction, originTransaction, destinationTransaction, refundTransaction } = receipt
  const legs = [depositTransaction, originTransaction, destinationTransaction, refundTransaction].filter(
    (leg): leg is Leg => leg !== undefined,
  )
  const hashes = new Set(legs.map(({ txnHash }) => txnHash).filter(Boolean))
  return (
    <Card id="legs" title="Legs" note={`${capital(count(legs.length, 'leg'))}, ${count(hashes.size, 'transaction')}`}>
      <div class="scroll">
        <table class="legs">
          <thead>
            <tr>
              <th>Leg</th>
              <th>Chain</th>
              <th>What it does</th>
              <th class="num">Amount</th>
              <th>Transaction</th>
              <th>Confirmed</th>
              <th>State</th>
            </tr>
          </thead>
          <tbody>
            {legs.map((leg) => (
              <LegRow key={leg.id} leg={leg} intent={intent} receipt={receipt} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function LegRow({ leg, intent, receipt }: { leg: Leg; intent?: Wire<Intent>; receipt: Receipt }) {
  const explorer = knownChains.value.find(({ id }) => id === leg.chainId)?.blockExplorerUrl
  const calls =
    leg.type === 'ORIGIN' ? intent?.originCalls : leg.type === 'DESTINATION' ? intent?.destinationCalls : undefined
  const isOver = receipt.status === 'SUCCEEDED' || receipt.status === 'FAILED'
  return (
    <tr>
      <td>
        <strong>{capital(leg.type.toLowerCase())}</strong>
      </td>
      <td>
        <ChainBadge id={leg.chainId} />
      </td>
      <td>
        {aboutLeg(leg, receipt)}
        {calls && leg.type !== 'DEPOSIT' && <Calls payload={calls} />}
      </td>
      <td class="num">
        {leg.tokenAddress && BigInt(leg.tokenAmount ?? 0) > 0n ? (
          <Exact chainId={leg.chainId} token={leg.tokenAddress} amount={BigInt(leg.tokenAmount!)} />
        ) : (
          <span class="faint">none</span>
        )}
      </td>
      <td>
        {leg.txnHash ? (
          <Hash hash={leg.txnHash} explorer={explorer} />
        ) : leg.pendingTxnHash ? (
          <>
            <Hash hash={leg.pendingTxnHash} explorer={explorer} />
            <div class="tiny">in no block yet</div>
          </>
        ) : (
          <span class="faint">none</span>
        )}
      </td>
      <td>{leg.txnHash ? <Depth leg={leg} /> : <span class="faint">{isOver ? 'never' : 'not yet'}</span>}</td>
      <td>
        <Pill bare status={isOver && leg.status === 'UNKNOWN' ? notNeeded : legStatus(leg)} />
      </td>
    </tr>
  )
}

function aboutLeg(leg: Leg, receipt: Receipt): string {
  const signed = receipt.depositTransaction.depositIntentEntry
  if (leg.type === 'DEPOSIT')
    return signed
      ? `Signed by the owner, sent by the service, to the intent address${signed.way ? `; by ${wayWords[signed.way].name}` : ''}`
      : 'Transfer to the intent address'
  if (leg.type === 'REFUND') return 'What the intent address held, to its owner'
  const isLast = leg.type === 'DESTINATION' || receipt.originChainId === receipt.destinationChainId
  return isLast ? 'Swap where needed, pay the recipient' : 'Swap where needed, hand to the bridge, pay the fee'
}

/** The status of a leg that had not begun when the intent ended. */
const notNeeded: Status = { tone: 'none', word: 'Not needed' }

function legStatus({ status }: Leg): Status {
  const words: Record<Leg['status'], Status> = {
    UNKNOWN: { tone: 'none', word: 'Not begun' },
    PENDING: { tone: 'move', word: 'Waiting' },
    RELAYING: { tone: 'move', word: 'Being sent' },
    RELAYED: { tone: 'move', word: 'Sent' },
    MINING: { tone: 'move', word: 'In a block' },
    SUCCEEDED: { tone: 'ok', word: 'Done' },
    FAILED: { tone: 'back', word: 'Undone' },
  }
  return words[status]
}

/** Whether a leg is final, by the service. Where the page reaches the chain's node, also the block's confirmations. */
function Depth({ leg }: { leg: Leg }) {
  const isFinal = leg.status === 'SUCCEEDED' || leg.status === 'FAILED'
  const canRead = isLocal(leg.chainId)
  const { value } = useLoad(
    async (signal) => (canRead ? depthOf(leg.chainId, leg.txnHash!, signal) : undefined),
    [leg.txnHash, isFinal],
    canRead ? 5_000 : undefined,
  )
  const word = isFinal ? 'Final' : 'Not final yet'
  const amount = leg.tokenAmount === undefined ? undefined : BigInt(leg.tokenAmount)
  const worth = leg.tokenAddress && amount !== undefined ? dollarsOf(leg.chainId, leg.tokenAddress, amount) : undefined
  const needed = depthNeeded(leg.chainId, worth)
  return (
    <>
      {word} <span class="faint nowrap">{depthText(value, needed)}</span>
    </>
  )
}

/** Confirmations and how many are needed, as far as known. */
function depthText(deep: number | undefined, needed: number | string | undefined): string {
  if (needed === undefined) return deep === undefined ? '' : `${deep} deep`
  if (deep === undefined) return `needs ${needed}`
  return typeof needed === 'string' || deep >= needed ? `${deep} deep, needs ${needed}` : `${deep} of ${needed} blocks`
}

async function depthOf(chainId: number, hash: string, signal: AbortSignal): Promise<number | undefined> {
  const ask = (id: number, method: string, params: unknown[]) => ({ jsonrpc: '2.0', id, method, params })
  const reply = await fetch(`${serviceOrigin}/console/nodes/${chainId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify([ask(1, 'eth_blockNumber', []), ask(2, 'eth_getTransactionReceipt', [hash])]),
    signal,
  })
  const answers = (await reply.json()) as { id: number; result?: unknown }[]
  const head = answers.find(({ id }) => id === 1)?.result as string | undefined
  const receipt = answers.find(({ id }) => id === 2)?.result as { blockNumber: string } | null | undefined
  return head && receipt ? Number(head) - Number(receipt.blockNumber) : undefined
}
