import { concatHex, decodeEventLog } from 'viem'
import type { ChainLog } from '../../src/chains/chain.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { keccak256 } from '../../src/evm/keccak.ts'
import { decodePacket } from '../../src/providers/oftPacket.ts'
import { layerZeroEndpointAbi } from '../../src/providers/protocolAbis.ts'
import { addresses, bridgeDepth } from './economy.ts'
import type { FillerMood } from './filler.ts'
import { eidOf, endpointAbi } from './layerZero.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

type Packet = NonNullable<ReturnType<typeof decodePacket>>

const lookMs = 5_000
/** A packet verified later counts as dawdled. */
const lateMs = 12_000
const handOverMsMax = 20_000
/** Share of packets delivered twice. */
const twiceShare = 0.1

/**
 * Plays LayerZero's message layer: verifiers, who wait until no reorg of a run can remove a packet, and the executor,
 * who delivers it, sometimes twice or, in a bad mood, never: then someone else must.
 */
export function startMessenger({
  chains,
  scheduler,
  mood,
  onFault,
}: {
  chains: readonly SimChain[]
  scheduler: Scheduler
  mood: FillerMood
  onFault(): void
}): void {
  const seen = new Set<string>()
  const look = (): void => {
    for (const origin of chains)
      for (const packet of packetsOf(origin)) {
        if (seen.has(packet.guid)) continue
        seen.add(packet.guid)
        carry(packet)
      }
    scheduler.after(lookMs, 'messenger', look)
  }
  scheduler.after(lookMs, 'messenger', look)

  function carry(packet: Packet): void {
    const destination = chains.find(({ definition }) => eidOf(definition.id) === packet.dstEid)!
    const delayMs = scheduler.between(0, mood.dawdleMsMax)
    const isLeft = scheduler.chance(mood.never)
    if (isLeft || delayMs > lateMs) onFault()
    scheduler.after(delayMs, 'messenger', () => {
      verify(destination, packet)
      if (isLeft) return
      const times = scheduler.chance(twiceShare) ? 2 : 1
      for (let time = 0; time < times; time++)
        scheduler.after(scheduler.between(0, handOverMsMax), 'messenger', () => handOver(destination, packet))
    })
  }

  function verify(destination: SimChain, { origin, receiver, guid, message }: Packet): void {
    scheduler.note('messenger', `verifies ${guid.slice(0, 10)} on ${destination.definition.name}`)
    const args = [origin, receiver, keccak256(concatHex([guid, message]))] as const
    const data = encodeCall({ abi: endpointAbi, functionName: 'verify', args })
    destination.send({ from: addresses.messenger, to: addresses.endpoint, data })
  }

  function handOver(destination: SimChain, { origin, receiver, guid, message }: Packet): void {
    scheduler.note('messenger', `hands ${guid.slice(0, 10)} over on ${destination.definition.name}`)
    const args = [origin, receiver, guid, message, '0x'] as const
    const data = encodeCall({ abi: layerZeroEndpointAbi, functionName: 'lzReceive', args })
    destination.send({ from: addresses.messenger, to: addresses.endpoint, data })
  }
}

/** Packets in finalised blocks. */
function packetsOf(chain: SimChain): Packet[] {
  const last = chain.ledger.head().number - bridgeDepth
  const logs = chain.logs(addresses.endpoint, Math.max(0, last - 12)).filter(({ blockNumber }) => blockNumber <= last)
  return logs.flatMap((log) => {
    const packet = read.get(log) ?? readPacket(log)
    if (packet) read.set(log, packet)
    return packet ? [packet] : []
  })
}

/** Logs are scanned every few seconds during a run. */
const read = new WeakMap<ChainLog, Packet>()

function readPacket({ topics, data }: ChainLog): Packet | undefined {
  const [first, ...rest] = topics
  if (!first) return undefined
  const { args } = decodeEventLog({ abi: layerZeroEndpointAbi, topics: [first, ...rest], data })
  return decodePacket(args.encodedPayload)
}
