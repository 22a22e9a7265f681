import { isHex, pad, parseAbi, size, sliceHex, stringToHex, zeroHash } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { type ChainDefinition, expectedFinalityS } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'
import { type Attestations, type Attested, fastThreshold, finalizedThreshold } from './attestations.ts'
import { cctpAbi } from './protocolAbis.ts'
import {
  type BridgeLeg,
  type BridgeMessage,
  type BridgeMessageQuery,
  type BridgeProvider,
  type BridgeQuote,
  type Deadline,
  ProviderRefusal,
} from './provider.ts'

export const cctpName = 'CCTP'
export const cctpFastName = 'CCTP_FAST'
const burnGas = 150_000n
/**
 * Gas of `receiveMessage` to an address without USDC: 101,985 on the devnet, with one attester. A fast transfer also
 * mints the fee.
 */
const deliveryGas = { standard: 105_000n, fast: 120_000n } as const
/** How long the attestation service takes to sign a final burn. */
const attestS = 5

/** Byte offsets in a CCTP v2 message: the destination domain in the header, then fields of the body, from byte 148. */
const domainAt = 8
const recipientAt = 148 + 36
const amountAt = recipientAt + 32
const feeExecutedAt = 148 + 164
const expirationBlockAt = feeExecutedAt + 32
/** In the header, 32 bytes that the attestation service fills in. */
const nonceAt = 12

type Kind = 'standard' | 'fast'
type Ends = { origin: ChainDefinition; from: Cctp; to: Cctp }
type Cctp = NonNullable<ChainDefinition['cctp']>
/** `fee`: the most that the issuer may keep. What it does not keep arrives too. */
type BurnTerms = { fee: bigint; threshold: number; durationS: number }

/**
 * Burns USDC on one chain and mints it on the other, attested by the issuer. Standard: one for one, once the burn is
 * final. Fast: before that, for a fee, while the issuer's allowance lasts.
 */
export function createCctp(
  chains: ReadonlyMap<number, Chain>,
  attestations: Attestations,
  kind: Kind = 'standard',
): BridgeProvider {
  const ends = (originChainId: number, destinationChainId: number): Ends | undefined => {
    const [origin, destination] = [chains.get(originChainId)?.definition, chains.get(destinationChainId)?.definition]
    if (!origin?.cctp || !destination?.cctp || originChainId === destinationChainId) return undefined
    if (kind === 'fast' && origin.cctp.fastS === undefined) return undefined
    return { origin, from: origin.cctp, to: destination.cctp }
  }
  const find = (leg: BridgeLeg) => {
    const found = ends(leg.chainId, leg.destinationChainId)
    return found && sameAddress(leg.tokenIn, found.from.usdc) && sameAddress(leg.tokenOut, found.to.usdc)
      ? found
      : undefined
  }
  const name = kind === 'fast' ? cctpFastName : cctpName
  return {
    name,
    kind: 'bridge',
    trustless: false,
    pairs: (originChainId, destinationChainId) => {
      const found = ends(originChainId, destinationChainId)
      return found ? [{ tokenIn: found.from.usdc, tokenOut: found.to.usdc }] : []
    },
    supports: (leg) => leg.kind === 'bridge' && find(leg) !== undefined,
    quote: async (leg, deadline) => {
      const found = find(leg)
      if (!found) throw new ProviderRefusal('notSupported', `${name} carries only USDC, and not between these chains`)
      if (leg.amount <= 0n) throw new ProviderRefusal('tooSmall', 'there is nothing to carry', 1n)
      const standardS =
        found.from.standardS ?? Math.ceil(expectedFinalityS(found.origin, Number.POSITIVE_INFINITY)) + attestS
      if (kind === 'standard')
        return burnQuote(leg, found, { fee: 0n, threshold: finalizedThreshold, durationS: standardS }, kind)
      const fee = await fastFee(leg, found, attestations, deadline)
      const durationS = found.from.fastS ?? standardS
      // If the allowance is used up or the fee has risen by the time of the burn, it becomes a standard transfer.
      return { ...burnQuote(leg, found, { fee, threshold: fastThreshold, durationS }, kind), slowestS: standardS }
    },
    message: async (query) => {
      const found = ends(query.originChainId, query.destinationChainId)
      if (!found) throw new ProviderRefusal('notSupported', 'CCTP does not connect these chains')
      const answer = await attestations.messages(found.from.domain, query.originTxHash, query.deadline)
      const { againMs } = answer
      if ('notYet' in answer) return { ready: false, detail: answer.notYet, againMs }
      const ours = findOurs(query, found.to, answer.messages)
      if (!ours || !(await isExpired(ours, chains.get(query.destinationChainId)!)))
        return { againMs, ...messageFor(found.to, ours) }
      const nonce = sliceHex(ours.message, nonceAt, nonceAt + 32)
      await attestations.reattest(found.from.domain, query.originTxHash, nonce, query.deadline)
      return { ready: false, detail: 'the attestation has expired, and a new one is asked for' }
    },
  }
}

const million = 1_000_000n

/** The cost of a fast transfer; throws if none is possible for this amount now. */
async function fastFee(
  { amount, exact }: BridgeLeg,
  { from, to }: Ends,
  attestations: Attestations,
  deadline: Deadline,
): Promise<bigint> {
  const [ppm, allowance] = await Promise.all([
    attestations.fastFeePpm(from.domain, to.domain, deadline),
    attestations.fastAllowance(deadline),
  ])
  if (ppm === undefined || ppm >= million)
    throw new ProviderRefusal('notSupported', 'the issuer offers no fast transfers between these chains')
  const burnt = exact === 'in' ? amount : ceilDiv(amount * million, million - ppm)
  if (burnt > allowance) {
    const nearest = exact === 'in' ? allowance : allowance - ceilDiv(allowance * ppm, million)
    throw new ProviderRefusal('tooLarge', `the issuer's allowance for fast transfers is ${allowance} now`, nearest)
  }
  const fee = ceilDiv(burnt * ppm, million)
  if (exact === 'in' && fee >= amount) throw new ProviderRefusal('tooSmall', 'the fee would take all of it', 2n)
  return exact === 'in' ? fee : burnt - amount
}

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

function burnQuote(
  leg: BridgeLeg,
  { from, to }: Ends,
  { fee, threshold, durationS }: BurnTerms,
  kind: Kind,
): BridgeQuote {
  const { tokenIn, tokenOut } = leg
  const { tokenMessenger } = from
  const amountIn = leg.exact === 'in' ? leg.amount : leg.amount + fee
  const parts = [leg.chainId, leg.destinationChainId, amountIn, ...(fee > 0n ? [fee] : [])]
  return {
    kind: 'bridge',
    provider: kind === 'fast' ? cctpFastName : cctpName,
    requestId: () => keccak256(stringToHex(parts.join(' '))).slice(0, 34),
    amountIn,
    amountOut: amountIn - fee,
    feeIn: fee,
    gas: burnGas,
    deliveryGas: deliveryGas[kind],
    calls: ({ recipient }) => {
      const args = [amountIn, to.domain, pad(recipient), tokenIn, zeroHash, fee, threshold] as const
      const data = encodeCall({ abi: cctpAbi, functionName: 'depositForBurn', args })
      const approve = { token: tokenIn, spender: tokenMessenger, amount: amountIn }
      return [{ to: tokenMessenger, data, value: 0n, approve }]
    },
    touches: [tokenIn],
    tokenIn,
    tokenOut,
    durationS,
  }
}

const findOurs = (
  { recipient, amountMin }: BridgeMessageQuery,
  { domain }: Cctp,
  messages: readonly Attested[],
): Attested | undefined =>
  messages.find(
    ({ message }) =>
      Number(sliceHex(message, domainAt, domainAt + 4)) === domain &&
      sameAddress(sliceHex(message, recipientAt, recipientAt + 32), pad(recipient)) &&
      wordAt(message, amountAt) - wordAt(message, feeExecutedAt) >= amountMin,
  )

const blockNumberAbi = parseAbi(['function getBlockNumber() view returns (uint256)'])

/**
 * An undelivered fast transfer expires when the destination's `block.number` reaches the block in its message. On
 * Arbitrum `block.number` is not the head's number, so Multicall3 is asked for it. If that fails, the message counts as
 * valid: a delivery that is too late reverts.
 */
async function isExpired({ message, status }: Attested, chain: Chain): Promise<boolean> {
  const expirationBlock = wordAt(message, expirationBlockAt)
  if (expirationBlock === 0n || status !== 'complete') return false
  const data = encodeCall({ abi: blockNumberAbi, functionName: 'getBlockNumber', args: [] })
  const answer = await chain.read({ to: chain.definition.multicall3, data })
  return answer.ok && size(answer.data) === 32 && BigInt(answer.data) >= expirationBlock
}

function messageFor({ messageTransmitter }: Cctp, ours: Attested | undefined): BridgeMessage {
  if (!ours) return { ready: false, detail: 'the transaction holds no message for this recipient' }
  if (ours.status !== 'complete' || !isHex(ours.attestation))
    return { ready: false, detail: `attestation: ${ours.status}` }
  const args = [ours.message, ours.attestation] as const
  const data = encodeCall({ abi: cctpAbi, functionName: 'receiveMessage', args })
  return { ready: true, to: messageTransmitter, data, context: 'CCTPV2_MESSAGE' }
}

const wordAt = (message: Attested['message'], at: number): bigint => BigInt(sliceHex(message, at, at + 32))
