import { pad, stringToHex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { addressKey, sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { type AcrossFees, type AcrossQuery, type AcrossTerms, inputFor, outputOf } from './acrossFees.ts'
import { acrossRefund } from './acrossRefund.ts'
import { spokePoolAbi } from './protocolAbis.ts'
import {
  type BatchContext,
  type BridgeLeg,
  type BridgeProvider,
  type BridgeQuote,
  type Deadline,
  ProviderRefusal,
} from './provider.ts'

export const acrossName = 'ACROSS'
/** The same asset on two chains, as the spoke pools name it. */
export type AcrossToken = { inputToken: Address; outputToken: Address; decimals: number }

/** The pool refuses quotes in the chain's future, so quotes are backdated by more than clocks differ. */
const quoteBackS = 300
/** The spoke pool accepts fill deadlines up to six hours ahead; a margin for a chain whose clock is behind. */
const fillAheadSMax = 21_600 - 600
const depositGas = 130_000n

/**
 * Deposits into a spoke pool; a filler pays the recipient on the other chain from its own money. Native token travels as
 * wrapped and arrives native, unless the recipient has code by then: it gets the wrapped token instead.
 */
export function createAcross(
  chains: ReadonlyMap<number, Chain>,
  tokens: (originChainId: number, destinationChainId: number) => readonly AcrossToken[],
  fees: AcrossFees,
  filler?: Address,
): BridgeProvider {
  const carried = (originChainId: number, destinationChainId: number): Carried[] => {
    const [origin, destination] = [chains.get(originChainId), chains.get(destinationChainId)]
    if (!origin?.definition.across || !destination?.definition.across || origin === destination) return []
    return tokens(originChainId, destinationChainId).flatMap((token) => forms(token, origin, destination))
  }
  const find = (leg: BridgeLeg): Carried | undefined =>
    carried(leg.chainId, leg.destinationChainId).find(
      ({ tokenIn, tokenOut }) => sameAddress(tokenIn, leg.tokenIn) && sameAddress(tokenOut, leg.tokenOut),
    )

  const quote = async (leg: BridgeLeg, deadline: Deadline): Promise<BridgeQuote> => {
    const token = find(leg)
    if (!token) throw new ProviderRefusal('notSupported', 'Across does not carry this token between these chains')
    const query: AcrossQuery = { leg, ...token }
    const terms = await fees(query, deadline)
    const { amountIn, amountOut } = amounts(leg, terms)
    const spokePool = chains.get(leg.chainId)!.definition.across!.spokePool
    return {
      kind: 'bridge',
      provider: acrossName,
      requestId: () => requestId(leg, amountIn, amountOut),
      amountIn,
      amountOut,
      feeIn: amountIn - amountOut,
      gas: depositGas,
      calls: (context) => [depositCall(spokePool, query, { amountIn, amountOut }, terms, context)],
      touches: [leg.tokenIn],
      tokenIn: token.tokenIn,
      tokenOut: token.tokenOut,
      durationS: terms.fillS,
      tokenOutOtherwise: sameAddress(token.tokenOut, nativeToken) ? token.outputToken : undefined,
      fillDeadlineS,
    }
  }

  return {
    name: acrossName,
    kind: 'bridge',
    trustless: false,
    pairs: (originChainId, destinationChainId) =>
      carried(originChainId, destinationChainId).map(({ tokenIn, tokenOut }) => ({ tokenIn, tokenOut })),
    supports: (leg) => leg.kind === 'bridge' && find(leg) !== undefined,
    quote,
    inventory: async (chainId, token) => {
      const chain = chains.get(chainId)
      if (!filler || !chain) return undefined
      // A filler pays from its balance of the wrapped token; the spoke pool unwraps it.
      return chain.balance(sameAddress(token, nativeToken) ? chain.definition.wrappedNative : token, filler)
    },
    refunded: async (originChainId, query) => {
      const chain = chains.get(originChainId)
      const token = chain && sameAddress(query.token, nativeToken) ? chain.definition.wrappedNative : query.token
      return chain ? acrossRefund(chain, { ...query, token }) : []
    },
  }
}

type Carried = AcrossToken & { tokenIn: Address; tokenOut: Address }

/** A token as legs name it: wrapped native goes in as either form and comes out native. */
function forms(token: AcrossToken, origin: Chain, destination: Chain): Carried[] {
  const isWrapped = ({ definition }: Chain, one: Address) => sameAddress(one, definition.wrappedNative)
  const tokenOut = isWrapped(destination, token.outputToken) ? nativeToken : token.outputToken
  const inputs = isWrapped(origin, token.inputToken) ? [nativeToken, token.inputToken] : [token.inputToken]
  return inputs.map((tokenIn) => ({ ...token, tokenIn, tokenOut }))
}

function amounts(leg: BridgeLeg, terms: AcrossTerms): { amountIn: bigint; amountOut: bigint } {
  const { min, max } = terms
  const amountIn = leg.exact === 'in' ? leg.amount : inputFor(leg.amount, terms)
  const nearest = (input: bigint) => (leg.exact === 'in' ? input : outputOf(input, terms))
  if (amountIn < min) throw new ProviderRefusal('tooSmall', `fillers take no less than ${min}`, nearest(min))
  if (amountIn > max) throw new ProviderRefusal('tooLarge', `fillers take no more than ${max} now`, nearest(max))
  return { amountIn, amountOut: leg.exact === 'in' ? outputOf(amountIn, terms) : leg.amount }
}

function depositCall(
  spokePool: Address,
  { leg, inputToken, outputToken }: AcrossQuery,
  { amountIn, amountOut }: { amountIn: bigint; amountOut: bigint },
  terms: AcrossTerms,
  context: BatchContext,
): RouteCall {
  const args = [
    pad(context.owner),
    pad(context.recipient),
    pad(inputToken),
    pad(outputToken),
    amountIn,
    amountOut,
    BigInt(leg.destinationChainId),
    pad(terms.exclusiveRelayer ?? nativeToken),
    terms.quoteTimestampS ?? context.nowS - quoteBackS,
    fillDeadlineS(context),
    terms.exclusivityS ?? 0,
    '0x',
  ] as const
  const data = encodeCall({ abi: spokePoolAbi, functionName: 'deposit', args })
  if (sameAddress(leg.tokenIn, nativeToken)) return { to: spokePool, data, value: amountIn }
  return { to: spokePool, data, value: 0n, approve: { token: inputToken, spender: spokePool, amount: amountIn } }
}

/** No fill may happen once the batch on the other side can no longer run. */
function fillDeadlineS({ nowS, deadlineS }: BatchContext): number {
  return Math.min(deadlineS, nowS + fillAheadSMax)
}

function requestId(leg: BridgeLeg, amountIn: bigint, amountOut: bigint): string {
  const parts = [
    leg.chainId,
    leg.destinationChainId,
    addressKey(leg.tokenIn),
    addressKey(leg.tokenOut),
    amountIn,
    amountOut,
  ]
  return keccak256(stringToHex(parts.join(' '))).slice(0, 34)
}
