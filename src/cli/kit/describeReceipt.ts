import type { IntentReceipt, IntentTransaction } from '../../interface/receiptShapes.ts'
import type { ChainInfo, TokenMetadata } from '../../interface/tokenShapes.ts'
import { formatToken } from './amounts.ts'
import { list, table } from './table.ts'
import { oneLine } from './terminal.ts'

export type Leg = { name: 'deposit' | 'origin' | 'destination' | 'refund'; transaction: IntentTransaction }

export function legsOf(receipt: IntentReceipt): Leg[] {
  const { depositTransaction, originTransaction, destinationTransaction, refundTransaction } = receipt
  return [
    { name: 'deposit', transaction: depositTransaction },
    { name: 'origin', transaction: originTransaction },
    ...(destinationTransaction ? [{ name: 'destination' as const, transaction: destinationTransaction }] : []),
    ...(refundTransaction ? [{ name: 'refund' as const, transaction: refundTransaction }] : []),
  ]
}

/** A receipt for people: what was asked, how it stands, and every leg. */
export function describeReceipt(receipt: IntentReceipt, chains: readonly ChainInfo[]): string {
  const { summary } = receipt
  const nameOf = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id)
  const from = amountOf(summary.originTokenAmount, summary.originTokenMetadata)
  const to = amountOf(summary.destinationTokenAmount, summary.destinationTokenMetadata)
  const legs = legsOf(receipt)
  const arrived = arrivedOf(receipt)
  return [
    list([
      ['intent', receipt.intentId],
      ['status', receipt.status],
      ['pays', `${from}${relayFee(receipt)} on ${nameOf(receipt.originChainId)}, by ${receipt.ownerAddress}`],
      [
        arrived === undefined ? 'brings' : 'brought',
        `${arrived ?? `about ${to}`} on ${nameOf(receipt.destinationChainId)}, to ${summary.destinationToAddress}`,
      ],
      ['route', summary.routeProviders.join(', ') || undefined],
      ['took', secondsOf(receipt)],
    ]),
    '',
    table(legs, [
      { title: 'LEG', value: ({ name }) => name },
      { title: 'CHAIN', value: ({ transaction }) => nameOf(transaction.chainId) },
      { title: 'STATUS', value: ({ transaction }) => transaction.status },
      { title: 'AMOUNT', value: ({ transaction }) => amountOfLeg(transaction, receipt), align: 'right' },
      { title: 'TRANSACTION', value: ({ transaction }) => transaction.txnHash ?? '' },
    ]),
    ...legs
      .filter(({ transaction }) => transaction.statusReason)
      .map(({ name, transaction }) => oneLine(`${name}: ${transaction.statusReason}`)),
  ].join('\n')
}

/** What was paid to the service for relaying a signed deposit, on top of it. */
function relayFee({ depositTransaction, summary }: IntentReceipt): string {
  const entry = depositTransaction.depositIntentEntry
  if (!entry?.feeAmount || depositTransaction.status !== 'SUCCEEDED') return ''
  return ` and ${amountOf(BigInt(entry.feeAmount), summary.originTokenMetadata)} for relaying it`
}

function arrivedOf(receipt: IntentReceipt): string | undefined {
  const amount = receipt.status === 'SUCCEEDED' ? receipt.destinationTransaction?.tokenAmount : undefined
  return amount === undefined ? undefined : amountOf(amount, receipt.summary.destinationTokenMetadata)
}

const amountOf = (amount: bigint, token: TokenMetadata | undefined): string =>
  token ? formatToken(amount, token) : `${amount} base units`

function amountOfLeg({ tokenAmount, tokenAddress, chainId }: IntentTransaction, { summary }: IntentReceipt): string {
  if (tokenAmount === undefined) return ''
  const token = [summary.originTokenMetadata, summary.destinationTokenMetadata].find(
    (one) => one?.tokenAddress === tokenAddress && one?.chainId === chainId,
  )
  return amountOf(tokenAmount, token)
}

function secondsOf({ summary: { startedAt, finishedAt } }: IntentReceipt): string | undefined {
  if (!startedAt || !finishedAt) return undefined
  return `${((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000).toFixed(1)} s`
}
