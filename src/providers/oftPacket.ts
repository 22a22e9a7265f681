import { concatHex, decodeEventLog, type Hex, pad, size, sliceHex, toEventSelector } from 'viem'
import type { Chain, ChainLog } from '../chains/chain.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address } from '../interface/fields.ts'
import { layerZeroEndpointAbi } from './protocolAbis.ts'
import { type BridgeMessage, type BridgeMessageQuery, ProviderRefusal } from './provider.ts'

/** Offsets of a LayerZero V1 packet's parts; the message is the rest. */
const at = { nonce: 1, srcEid: 9, sender: 13, dstEid: 45, receiver: 49, guid: 81, message: 113 } as const
/** Where a message names its recipient: an OFT at 0; Stargate puts a kind and an asset id before it. */
const recipientAt = [0, 3] as const
const packetSent = toEventSelector('PacketSent(bytes,bytes,address)')

type Packet = {
  origin: { srcEid: number; sender: Hex; nonce: bigint }
  dstEid: number
  receiver: Address
  guid: Hex
  message: Hex
}
/** `waitS`: seconds after the transfer in which the paid executor should deliver. */
type Ends = { origin: Chain; destination: Chain; nowMs: number; waitS: number }

/**
 * A transfer's message as a call of the destination's endpoint, if verified there and not delivered in time. Anyone
 * may deliver it, repeatedly. A delivered or reorged message is not verified there.
 */
export async function readPacket(query: BridgeMessageQuery, ends: Ends): Promise<BridgeMessage> {
  const { origin, destination, nowMs, waitS } = ends
  const [from, to] = [origin.definition.layerZero, destination.definition.layerZero]
  if (!from || !to) throw new ProviderRefusal('notSupported', 'LayerZero does not connect these chains')
  const receipt = await origin.receipt(query.originTxHash)
  if (receipt.is !== 'proven') return { ready: false, detail: 'the transfer is in no block' }
  const ours = receipt.value.logs
    .filter(({ address, topics }) => sameAddress(address, from.endpoint) && topics[0] === packetSent)
    .map(readPacketSent)
    .find((packet) => packet?.dstEid === to.eid && pays(packet, query.recipient))
  if (!ours) return { ready: false, detail: 'the transaction holds no message for this recipient' }
  if (nowMs < receipt.value.minedAtMs + waitS * 1_000)
    return { ready: false, detail: `message ${ours.guid} is under way` }
  const { srcEid, sender, nonce } = ours.origin
  const key = [ours.receiver, srcEid, sender, nonce] as const
  const kept = await readContract(destination, to.endpoint, layerZeroEndpointAbi, 'inboundPayloadHash', key)
  if (kept !== keccak256(concatHex([ours.guid, ours.message])))
    return { ready: false, detail: `message ${ours.guid} is not verified, or was handed over` }
  const args = [ours.origin, ours.receiver, ours.guid, ours.message, '0x'] as const
  const data = encodeCall({ abi: layerZeroEndpointAbi, functionName: 'lzReceive', args })
  return { ready: true, to: to.endpoint, data }
}

function readPacketSent({ data, topics }: ChainLog): Packet | undefined {
  const [signature, ...indexed] = topics
  if (!signature) return undefined
  const { args } = decodeEventLog({
    abi: layerZeroEndpointAbi,
    eventName: 'PacketSent',
    topics: [signature, ...indexed],
    data,
  })
  return decodePacket(args.encodedPayload)
}

/** Undefined if too short for a packet with a message. */
export function decodePacket(packet: Hex): Packet | undefined {
  if (size(packet) <= at.message) return undefined
  const [sender, receiver] = [sliceHex(packet, at.sender, at.dstEid), sliceHex(packet, at.receiver, at.guid)]
  return {
    origin: {
      srcEid: Number(sliceHex(packet, at.srcEid, at.sender)),
      sender,
      nonce: BigInt(sliceHex(packet, at.nonce, at.srcEid)),
    },
    dstEid: Number(sliceHex(packet, at.dstEid, at.receiver)),
    receiver: sliceHex(receiver, 12),
    guid: sliceHex(packet, at.guid, at.message),
    message: sliceHex(packet, at.message),
  }
}

const pays = ({ message }: Packet, recipient: Address): boolean =>
  recipientAt.some(
    (offset) => size(message) >= offset + 32 && sliceHex(message, offset, offset + 32) === pad(recipient).toLowerCase(),
  )
