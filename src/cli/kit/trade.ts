import type { Request } from '../../interface/operations.ts'
import type { QuoteRequest } from '../../interface/quoteShapes.ts'
import type { ChainInfo } from '../../interface/tokenShapes.ts'
import type { Client, Loose } from '../../sdk/client.ts'
import { isExactOutput } from '../../sdk/verifyBatches.ts'
import { parseAmount } from './amounts.ts'
import { usageError } from './cliError.ts'
import { type FoundToken, findToken, findTokenOn } from './findToken.ts'
import type { Flags, FlagValues } from './flags.ts'

export type Trade = { origin: FoundToken; destination: FoundToken; exact: 'in' | 'out'; amount: bigint }

/** The amount that means the account's whole balance, in commands that read the account. */
export const max = 'max'

export const tradeArgs = '<amount> <token>@<chain> <token>@<chain>'
export const tradeDetails = [
  'The amount stands before the token it counts: before the first, so much is spent; before the second, so much arrives.',
  'A token is a symbol, an address or "native"; a chain is a name or an id.',
] as const

const filler = /^(to|for|into)$/i
const form = 'write it like 100 USDC@harbor ETH@island, or USDC@harbor 0.05 ETH@island'

/** A trade as typed: `100 USDC@harbor ETH@island` spends 100 USDC; `USDC@harbor 0.05 ETH@island` delivers 0.05 ETH. */
export type TradeWords = { from: string; to: string; exact: 'in' | 'out'; amount: string }

export function readWords(args: readonly string[]): TradeWords {
  const words = args.flatMap((arg) => arg.split(/\s+/)).filter((word) => word && !filler.test(word))
  const isToken = words.map((word) => word.includes('@'))
  const [from, to] = words.filter((_, at) => isToken[at])
  const [amount] = words.filter((_, at) => !isToken[at])
  if (words.length !== 3 || !from || !to || !amount || isToken.at(-1) !== true) throw usageError(misread(words), form)
  return { from, to, exact: isToken[0] ? 'out' : 'in', amount }
}

export async function readTrade(
  client: Client,
  { from, to, exact, amount }: TradeWords,
  readMax?: (origin: FoundToken) => Promise<bigint>,
): Promise<Trade> {
  const [origin, destination] = await Promise.all([findToken(client, from), findToken(client, to)])
  if (amount === max && readMax && exact === 'in') return { origin, destination, exact, amount: await readMax(origin) }
  return { origin, destination, exact, amount: parseAmount(amount, exact === 'in' ? origin : destination) }
}

/** Why the words are not an amount and two tokens. */
function misread(words: readonly string[]): string {
  const tokens = words.filter((word) => word.includes('@'))
  const amounts = words.filter((word) => /^[\d.,]+$/.test(word) || word === max)
  const other = words.find((word) => !tokens.includes(word) && !amounts.includes(word))
  if (words.length === 0) return 'an amount and two tokens are missing'
  if (other !== undefined) return `"${other}" does not say which token on which chain`
  if (tokens.length < 2) return tokens.length === 0 ? 'two tokens are missing' : 'the token that it becomes is missing'
  if (amounts.length === 0) return 'an amount is missing'
  return `"${words.join(' ')}" is not an amount and two tokens`
}

/** The trade of a saved quote request, with its tokens looked up again. */
export async function tradeOf(client: Client, request: QuoteRequest, chains: readonly ChainInfo[]): Promise<Trade> {
  const find = async (id: number, address: string): Promise<FoundToken> => {
    const chain = chains.find((one) => one.id === id)
    if (!chain) throw usageError(`the service no longer knows chain ${id}`)
    return { ...(await findTokenOn(client, chain, address)), chain }
  }
  const [origin, destination] = await Promise.all([
    find(request.originChainId, request.originTokenAddress),
    find(request.destinationChainId, request.destinationTokenAddress),
  ])
  const exact = isExactOutput(request) ? 'out' : 'in'
  const amount = exact === 'in' ? request.originTokenAmount : request.destinationTokenAmount
  return { origin, destination, exact, amount: amount ?? 0n }
}

export const tradeFlags = {
  to: { value: 'address', about: 'Who receives it; the owner unless said' },
  slippage: { value: 'percent', about: 'Most that the price may move against you, such as 0.5%' },
  bridge: { value: 'provider', about: 'Only this bridge, such as ACROSS or CCTP' },
  swap: { value: 'provider', about: 'Only this swap provider, such as UNISWAP_V3' },
  prefer: {
    value: 'what',
    choices: ['recommended', 'fastest', 'cheapest', 'trustless'],
    about: 'What matters most in the choice of the route',
  },
} as const satisfies Flags

type OwnerlessRequest = Omit<Loose<Request<'QuoteIntent'>>, 'ownerAddress'>

export function requestOf(
  { origin, destination, exact, amount }: Trade,
  flags: FlagValues<typeof tradeFlags>,
): OwnerlessRequest {
  return {
    originChainId: origin.chainId,
    originTokenAddress: origin.address,
    destinationChainId: destination.chainId,
    destinationTokenAddress: destination.address,
    ...(exact === 'in' ? { originTokenAmount: amount } : { destinationTokenAmount: amount }),
    ...(flags.to && { destinationToAddress: flags.to }),
    options: {
      ...(flags.slippage && { slippageTolerance: readPercent(flags.slippage) }),
      ...(flags.bridge && { bridgeProvider: flags.bridge.toUpperCase() }),
      ...(flags.swap && { swapProvider: flags.swap.toUpperCase() }),
      ...(flags.prefer && { preference: flags.prefer.toUpperCase() as 'RECOMMENDED' }),
    },
  }
}

function readPercent(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? []
  if (digits === undefined || Number(digits) > 100) {
    const isBare = /^\d+(\.\d+)?$/.test(text) && Number(text) <= 100
    throw usageError(
      `--slippage is a percentage up to 100%, not "${text}"`,
      isBare ? `write ${text}%` : 'write it like 0.5%',
    )
  }
  // Parsed as a decimal exponent instead of dividing by 100: 0.3 % becomes exactly 0.003.
  return Number(`${digits}e-2`)
}
