import { isAddress, isHex, size } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chains/chain.ts'
import type { AllowedCalls, ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import type { Clock } from '../host/clock.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { getJson } from './getJson.ts'
import {
  type Deadline,
  ProviderRefusal,
  type SwapLeg,
  type SwapProvider,
  type SwapQuote,
  type SwapTrial,
} from './provider.ts'
import { unwrapCall, wrapCall } from './quoteSwap.ts'

/** A swap of two ERC-20s that a hosted aggregator is asked for. */
export type HostedAsk = {
  chainId: number
  tokenIn: Address
  tokenOut: Address
  amountIn: bigint
  /** Our router: it makes the call and is paid. */
  taker: Address
  slippage: number
}

/** An aggregator's answer. It is compared, allow-listed and tried before it is used. */
export type HostedAnswer = {
  requestId: string
  amountOut: bigint
  /** All spenders that the answer names. */
  spenders: readonly Address[]
  to: Address
  data: Hex
  value: bigint
}

/** One hosted aggregator: its request and its answer. All else is shared. */
export type HostedAggregator = {
  /** Shown to callers in `quote.routeProviders`; never renamed. */
  provider: string
  allowed(definition: ChainDefinition): AllowedCalls | undefined
  /** Path and query below its address, and the headers. */
  request(ask: HostedAsk, key: string | undefined): { path: string; headers: Record<string, string> }
  /** Reads a successful answer. Throws ProviderRefusal if it is for another swap. */
  read(body: unknown, ask: HostedAsk): HostedAnswer
}

/** Where an aggregator is asked, and with which key. */
export type HostedAccess = { url: string; key?: string }

type HostedOptions = {
  chains: ReadonlyMap<number, Chain>
  clock: Clock
  access: HostedAccess
  /** The longest wait for an answer; pools have answered long before. */
  timeoutMs: number
}

/** Call data beyond this is refused: it becomes part of the intent, and every byte is paid for. */
const callBytesMax = 32 * 1024
/** A block may lie between answer and trial; a trial that brings less by more than this is refused. */
const shortfallBpsMax = 10n
const bpsWhole = 10_000n

/**
 * A swap by a hosted aggregator. Its answer is compared with the request, target and spender must be in the chain's
 * definition, and its call is simulated on the newest state: the simulated output is the quote, whatever the answer
 * says. The router wraps native token before and unwraps it after, so the aggregator never gets value and its own
 * notation for native does not matter. After the call the router checks that the minimum arrived.
 */
export function createHostedSwap(
  aggregator: HostedAggregator,
  { chains, clock, access, timeoutMs }: HostedOptions,
): SwapProvider {
  const { provider: name } = aggregator
  const servedBy = (leg: SwapLeg) => {
    const definition = chains.get(leg.chainId)?.definition
    const allowed = definition && aggregator.allowed(definition)
    if (!allowed) return undefined
    const erc20 = (token: Address) => (sameAddress(token, nativeToken) ? definition.wrappedNative : token)
    const [tokenIn, tokenOut] = [erc20(leg.tokenIn), erc20(leg.tokenOut)]
    return sameAddress(tokenIn, tokenOut)
      ? undefined
      : { allowed, tokenIn, tokenOut, wrapped: definition.wrappedNative }
  }

  const ask = async (asked: HostedAsk, deadline: Deadline): Promise<HostedAnswer> => {
    const { path, headers } = aggregator.request(asked, access.key)
    const reply = await getJson(`${access.url.replace(/\/$/, '')}${path}`, deadline, { clock, headers, timeoutMs })
    requireOk(reply.status)
    return aggregator.read(reply.body, asked)
  }

  const quote = async (leg: SwapLeg, deadline: Deadline): Promise<SwapQuote> => {
    const served = servedBy(leg)
    if (!served) throw new ProviderRefusal('notSupported', `${name} does not trade this`)
    if (deadline.signal.aborted) throw new ProviderRefusal('timedOut', 'there is no time left to ask')
    if (leg.exact === 'out') throw new ProviderRefusal('notSupported', `${name} is asked for exact inputs only`)
    if (leg.amount <= 0n) throw new ProviderRefusal('tooSmall', 'there is nothing to exchange', 1n)
    if (!leg.trial) throw new ProviderRefusal('notSupported', `${name} swaps only where the swap is the whole way`)
    const { router, slippage } = leg.trial
    const { tokenIn, tokenOut, wrapped } = served
    const asked = { chainId: leg.chainId, tokenIn, tokenOut, amountIn: leg.amount, taker: router, slippage }
    const answer = await ask(asked, deadline)
    const calls: RouteCall[] = [
      ...(sameAddress(leg.tokenIn, nativeToken) ? [wrapCall(wrapped, leg.amount)] : []),
      allowedCall(answer, asked, served.allowed),
      ...(sameAddress(leg.tokenOut, nativeToken) ? [unwrapCall(wrapped)] : []),
    ]
    const touches = [...new Set([leg.tokenIn, tokenIn, tokenOut, leg.tokenOut])]
    const tried = await tryOut(leg.trial, answer, calls, touches)
    return {
      kind: 'swap',
      provider: name,
      requestId: () => answer.requestId,
      amountIn: leg.amount,
      amountOut: tried.amountOut,
      // No answer gives its fee to the unit; it is already taken off the output.
      feeIn: 0n,
      gas: tried.gas,
      calls: () => calls,
      touches,
      parts: [{ provider: name, feeIn: 0n }],
      // It names no spot price: the oracle guard compares what arrives.
      amountOutAtSpot: tried.amountOut,
    }
  }

  return {
    name,
    kind: 'swap',
    isHosted: true,
    // Needs no trust: the router reverts unless the minimum is there after the call.
    trustless: true,
    supports: (leg) => leg.kind === 'swap' && servedBy(leg) !== undefined,
    quote,
  }
}

/** The service's own message is not passed to callers: it could say anything. */
function requireOk(status: number): void {
  if (status === 200) return
  if (status === 404) throw new ProviderRefusal('noLiquidity', 'it finds no way for this swap')
  if (status === 400 || status === 422) throw new ProviderRefusal('notSupported', 'it does not take this swap')
  if (status === 401 || status === 403) throw new ProviderRefusal('failed', 'it refuses the key that is configured')
  if (status === 429) throw new ProviderRefusal('failed', 'it takes no more requests for now')
  throw new ProviderRefusal('failed', `it answered with ${status}`)
}

/** The router's call to contracts of the definition. Throws if the answer names others, or sends value. */
function allowedCall(
  answer: HostedAnswer,
  { tokenIn, amountIn }: HostedAsk,
  { targets, spenders }: AllowedCalls,
): RouteCall {
  const allowed = (list: readonly Address[], one: Address, what: string): Address => {
    const found = list.find((contract) => sameAddress(contract, one))
    if (!found) throw new ProviderRefusal('failed', `it wants ${one} ${what}, which is none of its contracts here`)
    return found
  }
  const to = allowed(targets, answer.to, 'called')
  const [spender, another] = new Set(answer.spenders.map((one) => allowed(spenders, one, 'approved')))
  if (!spender || another) throw new ProviderRefusal('failed', 'it does not name one contract to approve')
  if (answer.value !== 0n) throw new ProviderRefusal('failed', 'it wants native token for a swap of tokens')
  if (size(answer.data) > callBytesMax)
    throw new ProviderRefusal('failed', `its call has more than ${callBytesMax} bytes`)
  return { to, data: answer.data, value: 0n, approve: { token: tokenIn, spender, amount: amountIn } }
}

async function tryOut(
  { run, isListed }: SwapTrial,
  { amountOut }: HostedAnswer,
  calls: readonly RouteCall[],
  touches: readonly Address[],
): Promise<{ amountOut: bigint; gas: bigint }> {
  try {
    const tried = await run(calls, touches)
    requireHonest(amountOut, tried.amountOut)
    return tried
  } catch (error) {
    if (isListed || !(error instanceof ProviderRefusal)) throw error
    throw new ProviderRefusal('notSupported', error.message)
  }
}

function requireHonest(said: bigint, brought: bigint): void {
  if (brought > 0n && brought * bpsWhole >= said * (bpsWhole - shortfallBpsMax)) return
  throw new ProviderRefusal('failed', `it says that ${said} comes out, and its call brings ${brought}`)
}

/** Fields of answers, read as strictly as requests are. */
export const hostedFields = {
  /** Shown to callers and stored: printable ASCII only. */
  id: z.string().regex(/^[\x21-\x7e]{1,128}$/),
  amount: z
    .string()
    .regex(/^\d{1,78}$/)
    .transform(BigInt),
  address: z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false })),
  data: z.custom<Hex>((value) => isHex(value) && value.length >= 10 && value.length % 2 === 0),
  /** LI.FI writes values in hex, the 0x API in decimal. */
  value: z
    .string()
    .regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/)
    .transform(BigInt),
} as const

/** Throws where the answer is about another swap. */
export function requireAsked(is: boolean, what: string): void {
  if (!is) throw new ProviderRefusal('failed', `it answers for another ${what} than it was asked for`)
}

export function readShape<T extends z.ZodType>(shape: T, body: unknown): z.output<T> {
  const parsed = shape.safeParse(body)
  if (!parsed.success) throw new ProviderRefusal('failed', 'it answers in another shape')
  return parsed.data
}
