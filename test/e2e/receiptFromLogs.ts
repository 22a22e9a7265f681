import { type Address, erc20Abi, getAddress, type Hex, parseEventLogs } from 'viem'
import { expect } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import type { IntentReceipt } from '../../src/interface/receiptShapes.ts'
import { balance, native, type Service, walletOf } from './setup.ts'

type Flow = { token: Address; amount: bigint; txnHash: Hex }
type Frame = { from: Hex; to?: Hex; value?: Hex; type: string; error?: string; calls?: Frame[] }

/**
 * Rebuilds what the receipts of all intents of the service say about money from the chains alone (Transfer events, and traces for native
 * token) and compares. Nothing of the service is read but its receipts.
 */
export async function expectReceiptsFromLogs(service: Service, projectOwners: readonly Address[]): Promise<number> {
  let compared = 0
  for (const byOwnerAddress of projectOwners) {
    const { intents } = await service.client.getIntentHistory({ byOwnerAddress, page: { pageSize: 100 } })
    for (const { receipt, status } of intents) {
      if (status !== 'SUCCEEDED' && status !== 'FAILED') continue
      await compare(service, receipt)
      compared++
    }
  }
  return compared
}

async function compare(service: Service, receipt: IntentReceipt): Promise<void> {
  const { summary, moves = [] } = receipt
  const wallets = [
    { place: 'originIntent', chainId: summary.originChainId, address: summary.originIntentAddress },
    ...(summary.destinationChainId === summary.originChainId
      ? []
      : [
          {
            place: 'destinationIntent',
            chainId: summary.destinationChainId,
            address: summary.destinationIntentAddress ?? native,
          },
        ]),
  ]
  for (const { place, chainId, address } of wallets) {
    const ins = moves.filter((move) => move.to === place)
    const outs = moves.filter((move) => move.from === place)
    const tokens = new Set([...ins, ...outs].map(({ tokenAddress }) => tokenAddress))
    for (const token of tokens) {
      const hashes = new Set(moves.flatMap(({ txnHash }) => txnHash ?? []))
      const seen = await flowsOf(service, chainId, token, address, hashes)
      const said = {
        in: sum(ins.filter((move) => move.tokenAddress === token)),
        out: sum(outs.filter((move) => move.tokenAddress === token)),
      }
      expect(said, `${receipt.intentId} ${place} ${token}`).toEqual({ in: sum(seen.in), out: sum(seen.out) })
      expect(said.in - said.out).toBe(await balance(service.devnet, chainId, token, address))
    }
  }
  const paid = moves.filter(({ to, from }) => to === 'originIntent' && (from === 'owner' || from === 'payer'))
  const ofOrigin = paid.filter(({ tokenAddress }) => tokenAddress === summary.originTokenAddress)
  expect(summary.originTokenAmount).toBe(
    receipt.status === 'FAILED' || ofOrigin.length > 0 ? sum(ofOrigin) : summary.originTokenAmount,
  )
  const delivered = moves.filter(
    ({ to, tokenAddress, chainId }) =>
      to === 'recipient' && tokenAddress === summary.destinationTokenAddress && chainId === summary.destinationChainId,
  )
  expect(summary.destinationTokenAmount).toBe(sum(delivered))
  expect(summary.arrived ?? false).toBe(receipt.status === 'SUCCEEDED')
}

const sum = (flows: readonly { amount: bigint }[]): bigint => flows.reduce((total, { amount }) => total + amount, 0n)

/** What went into an address and out of it. */
async function flowsOf(
  service: Service,
  chainId: number,
  token: Address,
  address: Address,
  hashes: ReadonlySet<Hex>,
): Promise<{ in: Flow[]; out: Flow[] }> {
  const reader = walletOf(service.devnet, chainId, service.devnet.accounts[9]!)
  if (token !== native) {
    const transfers = parseEventLogs({
      abi: erc20Abi,
      eventName: 'Transfer',
      logs: await reader.getLogs({ address: token, fromBlock: 0n }),
    })
    const flow = ({ args, transactionHash }: (typeof transfers)[number]): Flow => ({
      token,
      amount: args.value,
      txnHash: transactionHash,
    })
    return {
      in: transfers.filter(({ args }) => args.to === address).map(flow),
      out: transfers.filter(({ args }) => args.from === address).map(flow),
    }
  }
  const { rpcUrl } = service.devnet.chains.find(({ id }) => id === chainId)!
  const found: { in: Flow[]; out: Flow[] } = { in: [], out: [] }
  for (const txnHash of hashes) {
    const trace = await rpc<Frame>(rpcUrl, 'debug_traceTransaction', [txnHash, { tracer: 'callTracer' }]).catch(
      () => undefined,
    )
    for (const frame of trace ? framesOf(trace) : []) {
      const flow: Flow = { token, amount: BigInt(frame.value ?? '0x0'), txnHash }
      if (flow.amount === 0n || frame.type === 'DELEGATECALL' || !frame.to) continue
      if (getAddress(frame.to) === address) found.in.push(flow)
      if (getAddress(frame.from) === address) found.out.push(flow)
    }
  }
  return found
}

/** Calls that were not undone. */
const framesOf = (frame: Frame): Frame[] =>
  frame.error ? [] : [frame, ...(frame.calls ?? []).flatMap((call) => framesOf(call))]
