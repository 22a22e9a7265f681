import { describeWhereabouts, type IntentNames } from '../../intents/describeWhereabouts.ts'
import { formatMeasured } from '../../intents/formatSeconds.ts'
import { isFinal } from '../../interface/enums.ts'
import type { IntentReceipt, IntentTransaction } from '../../interface/receiptShapes.ts'
import type { ChainInfo, TokenMetadata } from '../../interface/tokenShapes.ts'
import type { ReceiptEvidence } from '../../sdk/client.ts'
import { knownToken } from '../../sdk/knownToken.ts'
import { formatToken } from './amounts.ts'
import { hanging, outputColumns } from './layout.ts'
import { formatPairs, table } from './table.ts'
import { oneLine } from './terminal.ts'

export type NamedLeg = { name: 'deposit' | 'origin' | 'destination' | 'refund'; transaction: IntentTransaction }

export function namedLegs(receipt: IntentReceipt): NamedLeg[] {
  const { depositTransaction, originTransaction, destinationTransaction, refundTransaction } = receipt
  return [
    { name: 'deposit', transaction: depositTransaction },
    { name: 'origin', transaction: originTransaction },
    ...(destinationTransaction ? [{ name: 'destination' as const, transaction: destinationTransaction }] : []),
    ...(refundTransaction ? [{ name: 'refund' as const, transaction: refundTransaction }] : []),
  ]
}

/** A receipt for people: what was asked, how it stands, and every leg. */
export function describeReceipt(
  receipt: IntentReceipt & Partial<ReceiptEvidence>,
  chains: readonly ChainInfo[],
): string {
  const { summary } = receipt
  const nameOf = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id)
  const from = amountOf(summary.originTokenAmount, originOf(receipt))
  const legs = namedLegs(receipt)
  const arrived = arrivedOf(receipt)
  return [
    formatPairs([
      ['intent', receipt.intentId],
      ['status', receipt.status],
      ['pays', `${from}${relayFee(receipt)} on ${nameOf(receipt.originChainId)}, by ${receipt.ownerAddress}`],
      [
        arrived === undefined ? 'brings' : 'brought',
        `${arrived ?? expectedOf(receipt)} on ${nameOf(receipt.destinationChainId)}, to ${summary.destinationToAddress}`,
      ],
      ['route', summary.routeProviders.join(', ') || undefined],
      [
        'money',
        receipt.moves && isFinal(receipt.status)
          ? describeWhereabouts(receipt, intentNamesOf(receipt, nameOf))
          : undefined,
      ],
      ['took', took(receipt)],
      ['checked', evidenceOf(receipt)],
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
      .flatMap(({ name, transaction }) =>
        hanging(`${name}: `, oneLine(transaction.statusReason ?? ''), outputColumns()),
      ),
  ].join('\n')
}

/** Chain names from the service; tokens as this software knows them, else the service's, marked unverified. */
const intentNamesOf = ({ summary }: IntentReceipt, chainName: (id: number) => string): IntentNames => ({
  chainName,
  unitOf: (chainId, token) => {
    const metadata = [summary.originTokenMetadata, summary.destinationTokenMetadata].find(
      (one) => one?.chainId === chainId && one.tokenAddress.toLowerCase() === token.toLowerCase(),
    )
    const unit = tokenOf(chainId, token, metadata)
    return (
      unit && { decimals: unit.decimals, symbol: unit.isKnown ? unit.symbol : `${unit.symbol} (${token}, unverified)` }
    )
  },
})

/** The relay fee: what the owner paid on top of a signed deposit for its transaction. */
function relayFee(receipt: IntentReceipt): string {
  const { depositTransaction } = receipt
  const entry = depositTransaction.depositIntentEntry
  if (entry?.sponsoredUsd !== undefined) return ', relayed at the expense of the project'
  if (!entry?.feeAmount || depositTransaction.status !== 'SUCCEEDED') return ''
  return ` and ${amountOf(BigInt(entry.feeAmount), originOf(receipt))} for relaying it`
}

const expectedOf = (receipt: IntentReceipt): string =>
  `about ${amountOf(receipt.summary.destinationTokenAmount, destinationOf(receipt))}`

/** What the recipient of a final intent got. For a failed one, the row `money` says where the money is. */
function arrivedOf(receipt: IntentReceipt): string | undefined {
  if (receipt.status === 'FAILED' && receipt.summary.destinationTokenAmount === 0n) return 'nothing'
  const amount = receipt.status === 'SUCCEEDED' ? receipt.destinationTransaction?.tokenAmount : undefined
  return amount === undefined ? undefined : amountOf(amount, destinationOf(receipt))
}

/** Whether a final receipt was verified on the caller's own node or is only the service's claim. */
function evidenceOf({ status, verified, compared = [] }: IntentReceipt & Partial<ReceiptEvidence>): string | undefined {
  if (!isFinal(status)) return undefined
  if (verified === 'chain') return `on chain: ${compared.join('; ')}`
  return `no: only the service says so (${compared.join('; ') || 'no node of the chain is known; pass --rpc'})`
}

type Token = { symbol: string; decimals: number; address: string; isKnown: boolean }

/** Symbol and decimals as built in, else the service's, marked unverified with its address: anyone can name a USDC. */
function tokenOf(chainId: number, address: string, metadata: TokenMetadata | undefined): Token | undefined {
  const known = knownToken(chainId, address)
  if (known) return { ...known, address, isKnown: true }
  return metadata && { symbol: metadata.symbol, decimals: metadata.decimals, address, isKnown: false }
}

const originOf = ({ originChainId, summary }: IntentReceipt) =>
  tokenOf(originChainId, summary.originTokenAddress, summary.originTokenMetadata)
const destinationOf = ({ destinationChainId, summary }: IntentReceipt) =>
  tokenOf(destinationChainId, summary.destinationTokenAddress, summary.destinationTokenMetadata)

const amountOf = (amount: bigint, token: Token | undefined): string =>
  token
    ? `${formatToken(amount, token)}${token.isKnown ? '' : ` (${token.address}, unverified)`}`
    : `${amount} base units`

export function amountOfLeg(
  { tokenAmount, tokenAddress, chainId }: IntentTransaction,
  { summary }: IntentReceipt,
): string {
  if (tokenAmount === undefined || tokenAddress === undefined)
    return tokenAmount === undefined ? '' : String(tokenAmount)
  const metadata = [summary.originTokenMetadata, summary.destinationTokenMetadata].find(
    (one) => one?.tokenAddress === tokenAddress && one?.chainId === chainId,
  )
  return amountOf(tokenAmount, tokenOf(chainId, tokenAddress, metadata))
}

/** Time until arrival, the quoted estimate, and the time until final if at least 0.1 s later. */
function took({ summary }: IntentReceipt): string | undefined {
  const { startedAt, finishedAt, actualDuration, estimatedDuration } = summary
  const finalS = startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000 : undefined
  if (actualDuration === undefined) return finalS === undefined ? undefined : formatMeasured(finalS)
  const estimated = estimatedDuration === undefined ? '' : ` (estimated ${formatMeasured(estimatedDuration)})`
  const later = finalS !== undefined && finalS - actualDuration >= 0.1 ? `, final after ${formatMeasured(finalS)}` : ''
  return `${formatMeasured(actualDuration)}${estimated}${later}`
}
