import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hex } from 'viem'
import { concatHex, decodeEventLog, keccak256, sliceHex, toEventSelector } from 'viem'
import type { DevnetChainFacts } from '../chains/definitions/devnet/facts.ts'
import type { AccountSender } from './accountSender.ts'
import { encode } from './accountSender.ts'
import { layerZeroEndpointReferenceAbi as abi } from './artifacts/LayerZeroEndpointReference.ts'
import type { NodeLog, NodeReceipt } from './rpc.ts'
import { rpc } from './rpc.ts'
import { followLogs } from './watchLogs.ts'

/** `send` uses the account that the endpoints accept as verifier. */
type Chain = { facts: DevnetChainFacts; rpcUrl: string; wsUrl: string; send: AccountSender }
type ExecutorOptions = {
  chains: Chain[]
  endpoint: Address
  /** Verifies at the newest block instead of the `safe` one. */
  atOnce: boolean
  onProblem: (line: string) => void
}
type Executing = ExecutorOptions & { stopped: AbortSignal }

const packetSent = toEventSelector('PacketSent(bytes,bytes,address)')
const lookEveryMs = 100

/**
 * LayerZero's message layer on the local chains: verifies a packet once its block is `safe`, then delivers it. After a
 * restart it sees old packets again and skips delivered ones, which cannot be verified again.
 */
export const startMessageExecutor = (options: ExecutorOptions): Promise<{ stop(): Promise<void> }> =>
  followLogs({
    ...options,
    name: 'message executor',
    address: options.endpoint,
    topic: packetSent,
    work: (origin, log, stopped) => executePacket(origin, log, { ...options, stopped }),
  })

/** Offsets of a packet's parts; the message is the rest. */
const at = { nonce: 1, srcEid: 9, sender: 13, dstEid: 45, receiver: 49, guid: 81, message: 113 } as const

async function executePacket(source: Chain, log: NodeLog, options: Executing): Promise<void> {
  const { args } = decodeEventLog({ abi, eventName: 'PacketSent', topics: log.topics, data: log.data })
  const packet = args.encodedPayload
  const part = (from: number, to?: number) => sliceHex(packet, from, to)
  const dstEid = Number(part(at.dstEid, at.receiver))
  const destination = options.chains.find(({ facts }) => facts.eid === dstEid)
  if (!destination) return
  const srcEid = Number(part(at.srcEid, at.sender))
  const origin = { srcEid, sender: part(at.sender, at.dstEid), nonce: BigInt(part(at.nonce, at.srcEid)) }
  const receiver = part(at.receiver + 12, at.guid)
  const [guid, message] = [part(at.guid, at.message), part(at.message)]
  if (!(await isVerifiable(destination, [origin, receiver], options))) return
  if (!options.atOnce && !(await isKept(source, log, options))) return
  const to = options.endpoint
  const payloadHash = keccak256(concatHex([guid, message]))
  await destination.send({ to, data: encode(abi, 'verify', [origin, receiver, payloadHash]) })
  await destination.send({ to, data: encode(abi, 'lzReceive', [origin, receiver, guid, message, '0x']) })
}

async function isVerifiable({ rpcUrl }: Chain, args: readonly unknown[], { endpoint }: Executing): Promise<boolean> {
  const data = encode(abi, 'verifiable', args)
  return BigInt(await rpc<Hex>(rpcUrl, 'eth_call', [{ to: endpoint, data }, 'latest'])) === 1n
}

/** Waits until the block is `safe`. False if the packet is no longer in it; a packet mined again is a new log. */
async function isKept({ rpcUrl }: Chain, log: NodeLog, { stopped }: Executing): Promise<boolean> {
  const safe = async () => (await rpc<{ number: Hex }>(rpcUrl, 'eth_getBlockByNumber', ['safe', false])).number
  while (BigInt(await safe()) < BigInt(log.blockNumber)) await sleep(lookEveryMs, undefined, { signal: stopped })
  const receipt = await rpc<NodeReceipt | null>(rpcUrl, 'eth_getTransactionReceipt', [log.transactionHash])
  return receipt?.blockNumber === log.blockNumber
}
