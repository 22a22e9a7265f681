import {
  type Address,
  erc20Abi,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type Transport,
  type WalletClient,
} from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { IntentReceipt } from '../../src/interface/receiptShapes.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'

/** One token at one intent address: its inflow, and where all of it went. */
export type Flow = {
  intent: string
  chainId: number
  token: Address
  into: bigint
  fee: bigint
  route: bigint
  delivered: bigint
  back: bigint
}

type Transfer = { token: Address; from: Address; to: Address; value: bigint }

/** The transfers of an intent's transactions into and out of its addresses, by the chains' events. */
export async function moneyFlows(
  intent: string,
  receipt: IntentReceipt,
  nodes: ReadonlyMap<number, WalletClient<Transport>>,
): Promise<Flow[]> {
  const { summary, originTransaction, destinationTransaction } = receipt
  const sides = [
    { chainId: receipt.originChainId, address: summary.originIntentAddress, last: originTransaction },
    { chainId: receipt.destinationChainId, address: summary.destinationIntentAddress, last: destinationTransaction },
  ]
  const flows: Flow[] = []
  for (const { chainId, address, last } of sides) {
    if (!address || !last) continue
    const hashes = [receipt.depositTransaction, last].filter((leg) => leg.chainId === chainId).map((leg) => leg.txnHash)
    const transfers = await transfersOf(nodes.get(chainId)!, [...new Set(hashes.filter((hash) => hash !== undefined))])
    flows.push(
      ...flowsAt(address, transfers, chainId === receipt.destinationChainId, receipt).map((flow) => ({
        intent,
        chainId,
        ...flow,
      })),
    )
  }
  return flows
}

async function transfersOf(node: WalletClient<Transport>, hashes: readonly Hex[]): Promise<Transfer[]> {
  const receipts = await Promise.all(hashes.map((hash) => getTransactionReceipt(node, { hash })))
  const logs = receipts.flatMap((receipt) => receipt.logs)
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).map(({ address, args }) => ({
    token: address,
    ...args,
  }))
}

function flowsAt(
  address: Address,
  transfers: readonly Transfer[],
  atEnd: boolean,
  receipt: IntentReceipt,
): Omit<Flow, 'intent' | 'chainId'>[] {
  const flows = new Map<Address, Omit<Flow, 'intent' | 'chainId'>>()
  const flowOf = (token: Address) => {
    const found = flows.get(token) ?? { token, into: 0n, fee: 0n, route: 0n, delivered: 0n, back: 0n }
    flows.set(token, found)
    return found
  }
  for (const { token, from, to, value } of transfers) {
    if (isAddressEqual(to, address)) flowOf(token).into += value
    // A relayed deposit takes its fee from the owner in the same transaction; it never sees the intent address.
    else if (!atEnd && isAddressEqual(from, receipt.ownerAddress)) {
      flowOf(token).into += value
      flowOf(token).fee += value
    }
    if (!isAddressEqual(from, address)) continue
    flowOf(token)[placeOf(to, token, atEnd, receipt)] += value
  }
  return [...flows.values()]
}

/** The receiver. At the end, one that is neither route nor owner is the recipient; before that, the collector. */
function placeOf(to: Address, token: Address, atEnd: boolean, { ownerAddress, summary }: IntentReceipt) {
  if (isAddressEqual(to, trustedContracts.router)) return 'route'
  const isWanted = atEnd && isAddressEqual(token, summary.destinationTokenAddress)
  if (isWanted && (summary.destinationHasCallData || isAddressEqual(to, summary.destinationToAddress)))
    return 'delivered'
  return isAddressEqual(to, ownerAddress) ? 'back' : 'fee'
}
