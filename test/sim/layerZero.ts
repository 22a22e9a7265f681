import {
  concatHex,
  encodeFunctionResult,
  getAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  slice,
  stringToHex,
} from 'viem'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { keccak256 } from '../../src/evm/keccak.ts'
import type { Address } from '../../src/interface/fields.ts'
import { layerZeroEndpointAbi, oftAbi } from '../../src/providers/protocolAbis.ts'
import {
  type Behaviour,
  decodeCall,
  emitEvent,
  type Frame,
  nothing,
  Reverted,
  revertText,
  toWord,
} from '../engine/scripted/machine.ts'
import { broughtEvent } from '../engine/scripted/markets.ts'
import { readSlot, type State, writeSlot } from '../engine/scripted/state.ts'
import { tokens } from '../engine/scripted/tokens.ts'

export const endpointCode = stringToHex('LayerZero endpoint')
export const oftCode = stringToHex('OFT')

/** A chain's endpoint id. */
export const eidOf = (chainId: number): number => 30_000 + chainId

/** `send` stands for the endpoint's own, which only OFTs call here; `verify` is called by the verifiers. */
export const endpointAbi = [
  ...layerZeroEndpointAbi,
  ...parseAbi([
    'struct Origin { uint32 srcEid; bytes32 sender; uint64 nonce; }',
    'function send(uint32 dstEid, bytes32 receiver, bytes message, address refundAddress) payable',
    'function verify(Origin origin, address receiver, bytes32 payloadHash)',
  ]),
] as const
const receiverAbi = parseAbi([
  'struct Origin { uint32 srcEid; bytes32 sender; uint64 nonce; }',
  'function lzReceive(Origin origin, bytes32 guid, bytes message, address executor, bytes extraData) payable',
])

type Origin = { srcEid: number; sender: Hex; nonce: bigint }

/** A dollar. */
const messageFee = 5n * 10n ** 14n
const feePeriodS = 40

/** A message's fee now: mostly within the margin of a quote a minute ago, sometimes 1.5 times. */
function feeAt({ environment: { timestampS } }: Frame): bigint {
  const turn = Math.floor(timestampS / feePeriodS) % 8
  if (turn === 7) return (messageFee * 3n) / 2n
  return messageFee + (messageFee * BigInt(turn)) / 50n
}

const inboundSlot = (receiver: Address, { srcEid, sender, nonce }: Origin): string =>
  `inbound ${receiver.toLowerCase()} ${srcEid} ${sender.toLowerCase()} ${nonce}`

/** Sends packets for a fee, and delivers verified ones, each once; anyone may do that. */
export const endpoint: Behaviour = (frame) => {
  const { state, self, sender, value, environment } = frame
  const { functionName, args } = decodeCall(endpointAbi, frame.data)
  switch (functionName) {
    case 'send': {
      const [dstEid, receiver, message, refundAddress] = args
      const fee = feeAt(frame)
      if (value < fee) throw revertText('LZ_InsufficientFee')
      const slot = `outbound ${sender.toLowerCase()} ${dstEid} ${receiver}`
      const nonce = readSlot(state, self, slot) + 1n
      writeSlot(state, self, slot, nonce)
      const srcEid = eidOf(environment.chainId)
      const path = concatHex([
        numberToHex(nonce, { size: 8 }),
        numberToHex(srcEid, { size: 4 }),
        pad(sender),
        numberToHex(dstEid, { size: 4 }),
        receiver,
      ])
      const encodedPayload = concatHex(['0x01', path, keccak256(path.toLowerCase() as Hex), message])
      emitEvent(frame, layerZeroEndpointAbi, 'PacketSent', { encodedPayload, options: '0x', sendLibrary: self })
      if (value > fee && !frame.call(refundAddress, '0x', value - fee).ok) throw revertText('TransferFailed')
      return nothing
    }
    case 'verify': {
      const [origin, receiver, payloadHash] = args
      const slot = inboundSlot(receiver, origin)
      if (readSlot(state, self, `delivered ${slot}`) === 1n) throw revertText('LZ_PathNotVerifiable')
      writeSlot(state, self, slot, BigInt(payloadHash))
      return nothing
    }
    case 'inboundPayloadHash': {
      const [receiver, srcEid, from, nonce] = args
      return toWord(readSlot(state, self, inboundSlot(receiver, { srcEid, sender: from, nonce })))
    }
    case 'lzReceive': {
      const [origin, receiver, guid, message, extraData] = args
      const slot = inboundSlot(receiver, origin)
      if (toWord(readSlot(state, self, slot)) !== keccak256(concatHex([guid, message])))
        throw revertText('LZ_PayloadHashNotFound')
      writeSlot(state, self, slot, 0n)
      writeSlot(state, self, `delivered ${slot}`, 1n)
      const handed = [origin, guid, message, sender, extraData] as const
      const data = encodeCall({ abi: receiverAbi, functionName: 'lzReceive', args: handed })
      const { ok, data: reason } = frame.call(receiver, data)
      if (!ok) throw new Reverted(reason)
      return nothing
    }
  }
  throw new Reverted('0x')
}

/** How much a path still carries, in shared units: reserved by the pool at its end. */
const creditSlot = (eid: number): string => `credit ${eid}`

/** An OFT's token, endpoint, and shared units per chain. */
export function setOft(
  state: State,
  oft: Address,
  { token, endpoint: by, credits }: { token: Address; endpoint: Address; credits: ReadonlyMap<number, bigint> },
): void {
  writeSlot(state, oft, 'token', BigInt(token))
  writeSlot(state, oft, 'endpoint', BigInt(by))
  for (const [eid, credit] of credits) writeSlot(state, oft, creditSlot(eid), credit)
}

const addressIn = ({ state, self }: Frame, slot: string): Address =>
  getAddress(slice(toWord(readSlot(state, self, slot)), 12))

const feePpm = 600n
/** Of a token with 18 decimals, 6 shared. */
const unit = 10n ** 12n
/** Rounded up, so that no amount is free. */
const poolFee = (sent: bigint): bigint => (sent * feePpm + 999_999n) / 1_000_000n
const oftAllAbi = [...oftAbi, ...receiverAbi] as const

/** A pool with an OFT's interface, like Stargate's: takes here, pays there. Message: to 32 | amount 8. */
export const oft: Behaviour = (frame) => {
  const { state, self, sender, value } = frame
  const { functionName, args } = decodeCall(oftAllAbi, frame.data)
  switch (functionName) {
    case 'quoteSend':
      return encodeFunctionResult({
        abi: oftAbi,
        functionName: 'quoteSend',
        result: { nativeFee: feeAt(frame), lzTokenFee: 0n },
      })
    case 'quoteOFT': {
      const [{ dstEid, amountLD }] = args
      const credit = readSlot(state, self, creditSlot(dstEid))
      const asked = amountLD / unit
      const sent = asked > credit ? credit : asked
      const fee = poolFee(sent)
      return encodeFunctionResult({
        abi: oftAbi,
        functionName: 'quoteOFT',
        result: [
          { minAmountLD: 2n * unit, maxAmountLD: credit * unit },
          [{ feeAmountLD: -fee * unit, description: 'fee of the pool' }],
          { amountSentLD: sent * unit, amountReceivedLD: (sent - fee) * unit },
        ],
      })
    }
    case 'send': {
      const [{ dstEid, to, amountLD, minAmountLD }, { nativeFee }, refundAddress] = args
      if (value !== nativeFee) throw revertText('NotEnoughNative')
      const sent = amountLD / unit
      const credit = readSlot(state, self, creditSlot(dstEid))
      if (sent > credit) throw revertText('PathExhausted')
      writeSlot(state, self, creditSlot(dstEid), credit - sent)
      const received = sent - poolFee(sent)
      if (received * unit < minAmountLD) throw revertText('SlippageExceeded')
      tokens.transferFrom(frame, addressIn(frame, 'token'), sender, self, sent * unit)
      const message = concatHex([to, numberToHex(received, { size: 8 })])
      const data = encodeCall({
        abi: endpointAbi,
        functionName: 'send',
        args: [dstEid, pad(self), message, refundAddress],
      })
      const { ok, data: reason } = frame.call(addressIn(frame, 'endpoint'), data, value)
      if (!ok) throw new Reverted(reason)
      return nothing
    }
    case 'lzReceive': {
      const [{ srcEid }, , message] = args
      if (getAddress(sender) !== addressIn(frame, 'endpoint')) throw revertText('OnlyEndpoint')
      const amount = BigInt(slice(message, 32, 40))
      writeSlot(state, self, creditSlot(srcEid), readSlot(state, self, creditSlot(srcEid)) + amount)
      const recipient = getAddress(slice(message, 12, 32))
      tokens.transfer(frame, addressIn(frame, 'token'), recipient, amount * unit)
      emitEvent(frame, broughtEvent, 'Brought', { recipient, amount: amount * unit })
      return nothing
    }
  }
  throw new Reverted('0x')
}
