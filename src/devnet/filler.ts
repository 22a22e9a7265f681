import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hex } from 'viem'
import { decodeEventLog, encodeAbiParameters, keccak256, pad, toEventSelector, zeroHash } from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import type { DevnetChainFacts } from '../chains/definitions/devnet/facts.ts'
import { devnetMicroUsd, tokenNames } from '../chains/definitions/devnet/facts.ts'
import { spokePoolOwnerAbi } from './abis.ts'
import type { AccountSender } from './accountSender.ts'
import { encode } from './accountSender.ts'
import type { NodeLog, NodeReceipt } from './rpc.ts'
import { rpc } from './rpc.ts'
import { followLogs } from './watchLogs.ts'

/** The least a deposit must pay to be filled, in basis points of its value. */
const fillerFeeBps = 1n

type Chain = { facts: DevnetChainFacts; rpcUrl: string; wsUrl: string; filler: AccountSender; owner: AccountSender }
type FillerOptions = {
  chains: Chain[]
  contracts: DevnetContracts
  address: Address
  /**
   * Confirmations of a deposit of this value before it is filled, and of a fill before it counts: a fill is paid from
   * inventory and cannot be undone. 0 fills at once; if a reorganisation then drops the deposit, the fill is lost.
   */
  confirmations(chain: DevnetChainFacts, valueUsd: number): number
  onProblem: (problem: string) => void
}

type Filling = FillerOptions & { stopped: AbortSignal }

const relayDataType = spokePoolOwnerAbi.find((entry) => entry.type === 'function' && entry.name === 'fillRelay')!
  .inputs[0]
const leafType = spokePoolOwnerAbi.find(
  (entry) => entry.type === 'function' && entry.name === 'executeRelayerRefundLeaf',
)!.inputs[1]
const fundsDeposited = toEventSelector(
  spokePoolOwnerAbi.find((entry) => entry.type === 'event' && entry.name === 'FundsDeposited')!,
)
const relayedRootBundle = toEventSelector(
  spokePoolOwnerAbi.find((entry) => entry.type === 'event' && entry.name === 'RelayedRootBundle')!,
)

/**
 * Fills Across deposits between the local chains from inventory. The spoke pool's owner repays it on the origin, in
 * place of Across' optimistic hub. The spoke pool rejects a second fill, so a restart may see a deposit again.
 */
export const startFiller = (options: FillerOptions): Promise<{ stop(): Promise<void> }> =>
  followLogs({
    ...options,
    name: 'filler',
    address: options.contracts.spokePool,
    topic: fundsDeposited,
    work: (origin, log, stopped) => fillAndCollect(origin, log, { ...options, stopped }),
  })

async function fillAndCollect(origin: Chain, log: NodeLog, options: Filling): Promise<void> {
  const { args } = decodeEventLog({
    abi: spokePoolOwnerAbi,
    eventName: 'FundsDeposited',
    topics: log.topics,
    data: log.data,
  })
  const destination = options.chains.find(({ facts }) => BigInt(facts.id) === args.destinationChainId)
  const { quoteTimestamp: _quoted, destinationChainId: _destination, ...deposit } = args
  const self = pad(options.address).toLowerCase()
  const input = tokenAt(args.inputToken, options.contracts)
  const output = args.outputToken === zeroHash ? input : tokenAt(args.outputToken, options.contracts)
  if (!destination || !input || !output || !paysEnough(input, args.inputAmount, output, args.outputAmount)) return
  const reserved = args.exclusiveRelayer !== zeroHash && args.exclusiveRelayer.toLowerCase() !== self
  if (reserved) return
  const outputToken = pad(options.contracts[output]).toLowerCase() as Hex
  const relay = { ...deposit, outputToken, originChainId: BigInt(origin.facts.id) }
  if (await isFilled(destination, relay, options.contracts.spokePool)) return
  const fill = encode(spokePoolOwnerAbi, 'fillRelay', [relay, relay.originChainId, self])
  const sendFill = () => destination.filler({ to: options.contracts.spokePool, data: fill })
  const valueUsd = Number(devnetMicroUsd(input, args.inputAmount)) / 1e6
  const [depositDepth, fillDepth] = [origin, destination].map(({ facts }) => options.confirmations(facts, valueUsd))
  if (!depositDepth || !fillDepth) await sendFill()
  else if (!(await isKept(origin, log, depositDepth, options))) return
  let isPaid = !depositDepth || !fillDepth
  for (let tries = 0; fillDepth && !isPaid; tries++) {
    if (tries === fillTriesMax)
      throw new Error(`deposit ${args.depositId} on ${origin.facts.name} is not filled after ${tries} tries`)
    const sent = await sendFill().catch(() => undefined) // dropped from the mempool, or already filled before a reorganisation
    await buried(destination, sent?.blockNumber ?? (await headOf(destination)), fillDepth, options)
    isPaid = await isFilled(destination, relay, options.contracts.spokePool)
  }
  await repay(origin, options.contracts[input], args.inputAmount, options)
}

const fillTriesMax = 20
const lookEveryMs = 100

const headOf = ({ rpcUrl }: Chain) => rpc<Hex>(rpcUrl, 'eth_blockNumber')

/** Resolves when the block is `depth` blocks below the head; rejects if the filler stops first. */
async function buried(chain: Chain, block: Hex, depth: number, { stopped }: Filling): Promise<void> {
  while (Number(await headOf(chain)) < Number(block) + depth) await sleep(lookEveryMs, undefined, { signal: stopped })
}

/** Whether the deposit is still in its block at this depth. A deposit mined again in another block is a new log. */
async function isKept(origin: Chain, log: NodeLog, depth: number, options: Filling): Promise<boolean> {
  await buried(origin, log.blockNumber, depth, options)
  const receipt = await rpc<NodeReceipt | null>(origin.rpcUrl, 'eth_getTransactionReceipt', [log.transactionHash])
  return receipt?.blockNumber === log.blockNumber
}

/** Relays a root bundle with this refund as only leaf: the Merkle root is the leaf's hash, the proof is empty. */
async function repay(
  origin: Chain,
  token: Address,
  amount: bigint,
  { contracts, address }: FillerOptions,
): Promise<void> {
  const leaf = {
    amountToReturn: 0n,
    chainId: BigInt(origin.facts.id),
    refundAmounts: [amount],
    leafId: 0,
    l2TokenAddress: token,
    refundAddresses: [address],
  }
  const root = keccak256(encodeAbiParameters([leafType], [leaf]))
  const to = contracts.spokePool
  const relayed = await origin.owner({ to, data: encode(spokePoolOwnerAbi, 'relayRootBundle', [root, zeroHash]) })
  await origin.owner({ to, data: encode(spokePoolOwnerAbi, 'executeRelayerRefundLeaf', [bundleId(relayed), leaf, []]) })
}

function bundleId(receipt: NodeReceipt): number {
  const log = receipt.logs.find(({ topics }) => topics[0] === relayedRootBundle)
  if (!log) throw new Error(`no root bundle in ${receipt.transactionHash}`)
  return Number(BigInt(log.topics[1]!))
}

async function isFilled(destination: Chain, relay: object, spokePool: Address): Promise<boolean> {
  const encoded = encodeAbiParameters(
    [relayDataType, { type: 'uint256' }],
    [relay as never, BigInt(destination.facts.id)],
  )
  const data = encode(spokePoolOwnerAbi, 'fillStatuses', [keccak256(encoded)])
  const filledStatus = 2n
  return BigInt(await rpc<Hex>(destination.rpcUrl, 'eth_call', [{ to: spokePool, data }, 'latest'])) === filledStatus
}

function tokenAt(padded: Hex, contracts: DevnetContracts): DevnetToken | undefined {
  return tokenNames.find((name) => pad(contracts[name]).toLowerCase() === padded.toLowerCase())
}

function paysEnough(input: DevnetToken, inputAmount: bigint, output: DevnetToken, outputAmount: bigint): boolean {
  const inputUsd = devnetMicroUsd(input, inputAmount)
  return (inputUsd - devnetMicroUsd(output, outputAmount)) * 10_000n >= inputUsd * fillerFeeBps
}
