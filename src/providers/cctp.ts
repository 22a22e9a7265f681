import { type Hex, isHex, pad, size, sliceHex, stringToHex, zeroHash } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'
import type { Address } from '../interface/fields.ts'
import { getJson } from './getJson.ts'
import { cctpAbi } from './protocolAbis.ts'
import {
  type BridgeLeg,
  type BridgeMessage,
  type BridgeMessageQuery,
  type BridgeProvider,
  type BridgeQuote,
  ProviderRefusal,
} from './provider.ts'

export const cctpName = 'CCTP'
/** The slow kind of transfer: attested once the burn is final, and free. Fast ones are attested earlier for a fee. */
const finalizedThreshold = 2_000
const burnGas = 150_000n
/** `receiveMessage` to an address without USDC took 101,985 on the local chains, where one attester signs. */
const deliveryGas = 105_000n
/** Blocks after which a block is `safe` or `finalized` on Ethereum: one and two epochs of 32 slots. */
const tagBlocks = { safe: 32, finalized: 64 } as const
/** What the attestation service takes to sign once the burn is final. */
const attestS = 5

/** Byte offsets in a CCTP v2 message: the destination domain in its header, and the mint recipient in the body that begins at 148. */
const domainAt = 8
const recipientAt = 148 + 4 + 32
const messageBytesMin = 148 + 228

const attested = z.object({
  message: z.custom<Hex>((value) => isHex(value) && size(value) >= messageBytesMin),
  attestation: z.string(),
  status: z.string(),
})
type Attested = z.output<typeof attested>
const attestedMessages = z.object({ messages: z.array(z.unknown()) })

/** Burns USDC here and mints it there, one for one, on the word of the issuer's attestation service. */
export function createCctp(chains: ReadonlyMap<number, Chain>, attestationUrl: string): BridgeProvider {
  const ends = (originChainId: number, destinationChainId: number) => {
    const [origin, destination] = [chains.get(originChainId)?.definition, chains.get(destinationChainId)?.definition]
    if (!origin?.cctp || !destination?.cctp || originChainId === destinationChainId) return undefined
    return { origin, destination, from: origin.cctp, to: destination.cctp }
  }
  const find = (leg: BridgeLeg) => {
    const found = ends(leg.chainId, leg.destinationChainId)
    return found && sameAddress(leg.tokenIn, found.from.usdc) && sameAddress(leg.tokenOut, found.to.usdc)
      ? found
      : undefined
  }
  return {
    name: cctpName,
    kind: 'bridge',
    trustless: false,
    pairs: (originChainId, destinationChainId) => {
      const found = ends(originChainId, destinationChainId)
      return found ? [{ tokenIn: found.from.usdc, tokenOut: found.to.usdc }] : []
    },
    supports: (leg) => leg.kind === 'bridge' && find(leg) !== undefined,
    quote: async (leg) => {
      const found = find(leg)
      if (!found) throw new ProviderRefusal('notSupported', 'CCTP carries only USDC')
      if (leg.amount <= 0n) throw new ProviderRefusal('tooSmall', 'there is nothing to carry', 1n)
      return burnQuote(leg, found.origin, found.to.domain)
    },
    message: async (query) => {
      const found = ends(query.originChainId, query.destinationChainId)
      if (!found) throw new ProviderRefusal('notSupported', 'CCTP does not connect these chains')
      const url = `${attestationUrl.replace(/\/$/, '')}/v2/messages/${found.from.domain}?transactionHash=${query.originTxHash}`
      const reply = await getJson(url, query.deadline)
      if (reply.status === 404) return { ready: false, detail: 'the burn is not known to the attestation service yet' }
      if (reply.status !== 200)
        throw new ProviderRefusal('failed', `the attestation service answered with ${reply.status}`)
      return messageFor(query, found.to, readMessages(reply.body))
    },
  }
}

function burnQuote(leg: BridgeLeg, origin: ChainDefinition, domain: number): BridgeQuote {
  const { amount, tokenIn, tokenOut } = leg
  const { tokenMessenger } = origin.cctp!
  return {
    kind: 'bridge',
    provider: cctpName,
    requestId: keccak256(stringToHex(`${leg.chainId} ${leg.destinationChainId} ${amount}`)).slice(0, 34),
    amountIn: amount,
    amountOut: amount,
    feeIn: 0n,
    gas: burnGas,
    deliveryGas,
    calls: ({ recipient }) => {
      const args = [amount, domain, pad(recipient), tokenIn, zeroHash, 0n, finalizedThreshold] as const
      const data = encodeCall({ abi: cctpAbi, functionName: 'depositForBurn', args })
      return [{ to: tokenMessenger, data, value: 0n, approve: { token: tokenIn, spender: tokenMessenger, amount } }]
    },
    touches: [tokenIn],
    tokenIn,
    tokenOut,
    durationS: origin.cctp?.standardS ?? finalityS(origin) + attestS,
  }
}

function finalityS({ finality, blockTimeMs }: ChainDefinition): number {
  const depth = finality.at(-1)?.depth ?? 0
  return Math.ceil(((typeof depth === 'number' ? depth : tagBlocks[depth]) * blockTimeMs) / 1_000)
}

function readMessages(body: unknown): Attested[] {
  const parsed = attestedMessages.safeParse(body)
  if (!parsed.success) throw new ProviderRefusal('failed', 'the attestation service answers in another shape')
  // A message that is not attested yet comes without its bytes; it counts as not there.
  return parsed.data.messages.flatMap((message) => attested.safeParse(message).data ?? [])
}

function messageFor(
  { recipient, amountMin }: BridgeMessageQuery,
  { domain, messageTransmitter }: { domain: number; messageTransmitter: Address },
  messages: readonly Attested[],
): BridgeMessage {
  const ours = messages.find(
    ({ message }) =>
      Number(sliceHex(message, domainAt, domainAt + 4)) === domain &&
      sameAddress(sliceHex(message, recipientAt, recipientAt + 32), pad(recipient)) &&
      BigInt(sliceHex(message, recipientAt + 32, recipientAt + 64)) >= amountMin,
  )
  if (!ours) return { ready: false, detail: 'the transaction holds no message for this recipient' }
  if (ours.status !== 'complete' || !isHex(ours.attestation))
    return { ready: false, detail: `attestation: ${ours.status}` }
  const args = [ours.message, ours.attestation] as const
  const data = encodeCall({ abi: cctpAbi, functionName: 'receiveMessage', args })
  return { ready: true, to: messageTransmitter, data }
}
