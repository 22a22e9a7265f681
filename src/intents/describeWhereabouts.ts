import type { IntentReceipt, ReceiptMove } from '../interface/receiptShapes.ts'
import { formatBaseUnits, formatTokenAmount, type TokenUnit } from './formatTokenAmount.ts'

/** Looks up the names of chains and tokens. */
export type IntentNames = {
  chainName(chainId: number): string
  unitOf(chainId: number, token: string): TokenUnit | undefined
}

type Told = Pick<IntentReceipt, 'ownerAddress' | 'moves' | 'summary'>
type Sum = { chainId: number; token: string; amount: bigint }
type Place = ReceiptMove['from']

/**
 * Who holds what of an intent's money, as one sentence from its ledger. It adds up for each token on each chain:
 * paid in + received from markets and bridges = held by owner, recipient and service + at an intent address + sent to
 * markets and bridges. Senders pay gas, so it is not included.
 */
export function describeWhereabouts({ ownerAddress, moves = [], summary }: Told, names: IntentNames): string {
  const booked = moves.filter(({ why }) => why !== 'gas')
  const say = (sums: readonly Sum[]) => sums.map((sum) => formatSumOn(sum, names)).join(' and ')
  const paid = sumsOf(booked.filter(({ from }) => from === 'owner' || from === 'payer'))
  if (paid.length === 0) return 'No money came, and nothing was moved.'
  const held = (place: Place) => netOf(booked, [place]).filter(({ amount }) => amount > 0n)
  const exchanged = netOf(booked, ['market', 'bridge'])
  const into = exchanged.filter(({ amount }) => amount > 0n)
  const outOf = exchanged.filter(({ amount }) => amount < 0n).map((sum) => ({ ...sum, amount: -sum.amount }))
  const back = sumsOf(booked.filter(({ to }) => to === 'owner'))
  const clauses = [
    `${say(paid)} came in`,
    into.length > 0 && (outOf.length > 0 ? `${say(into)} became ${say(outOf)}` : `${say(into)} went into the route`),
    back.length > 0 && `the owner ${ownerAddress} has ${say(back)}`,
    has(`the recipient ${summary.destinationToAddress}`, held('recipient')),
    has('the service', held('collector')),
    rests(summary.originIntentAddress, held('originIntent')),
    rests(summary.destinationIntentAddress ?? summary.originIntentAddress, held('destinationIntent')),
  ].filter((clause) => typeof clause === 'string')
  return `${clauses.join('; ')}.`

  function has(who: string, sums: readonly Sum[]): string | undefined {
    return sums.length > 0 ? `${who} has ${say(sums)}` : undefined
  }
  function rests(address: string, sums: readonly Sum[]): string | undefined {
    return sums.length > 0 ? `${say(sums)} rest at ${address} for the owner to take out` : undefined
  }
}

/** Inflow of these places less their outflow, by token. */
function netOf(moves: readonly ReceiptMove[], places: readonly Place[]): Sum[] {
  const isOne = (place: Place) => places.includes(place)
  return sumsOf([
    ...moves.filter(({ to }) => isOne(to)),
    ...moves.filter(({ from }) => isOne(from)).map((move) => ({ ...move, amount: -move.amount })),
  ])
}

function sumsOf(moves: readonly ReceiptMove[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { chainId, tokenAddress, amount } of moves) {
    const key = `${chainId}:${tokenAddress.toLowerCase()}`
    const before = sums.get(key)?.amount ?? 0n
    sums.set(key, { chainId, token: tokenAddress, amount: before + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

function formatSumOn({ chainId, token, amount }: Sum, { chainName, unitOf }: IntentNames): string {
  const unit = unitOf(chainId, token)
  return `${unit ? formatTokenAmount(amount, unit) : formatBaseUnits(amount, token, undefined)} on ${chainName(chainId)}`
}
