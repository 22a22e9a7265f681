import { parseUnits } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { type CallCost, metered } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import { usdOf } from '../intents/money.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Address } from '../interface/fields.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import { type Keeper, type KeepLimits, keepFresh } from './keepFresh.ts'
import { createProtocols } from './protocols.ts'
import { createTokenFacts, type TokenFinder } from './tokenFacts.ts'
import { tryCalls } from './tryCalls.ts'
import { usdText } from './usdText.ts'
import type {
  ExitAmount,
  Holding,
  HoldingsAnswer,
  ListedMarket,
  MarketList,
  ProtocolMarket,
  YieldActionRequest,
  YieldCall,
  YieldEvents,
  YieldProtocol,
  Yields,
} from './yieldProtocol.ts'

type Priced = { market: ProtocolMarket; tvlUsd?: number }
/** One protocol on one chain. */
type Source = { chain: Chain; protocol: YieldProtocol; keeper: Keeper<Priced[]> }

export type YieldsOptions = {
  chains: ReadonlyMap<number, Chain>
  prices: PriceSource
  tokens: TokenFinder
  clock: Clock
  observe: YieldEvents
  protocols?: readonly YieldProtocol[]
  limits?: KeepLimits
}

/** Markets are cached and refreshed in the background after the first request; positions are read per request. */
export function startYields(options: YieldsOptions): Yields {
  const { chains, prices, tokens, clock, observe, limits } = options
  const protocols = options.protocols ?? createProtocols({ tokenFacts: createTokenFacts(tokens) })
  const sources: Source[] = [...chains.values()].flatMap((chain) =>
    protocols
      .filter((protocol) => protocol.serves(chain.definition))
      .map((protocol) => {
        const about = { chainId: chain.id, protocol: protocol.name }
        const keeper = keepFresh({
          fetch: () => fetchMarkets(chain, protocol),
          failed: (error) => observe.yieldSourceFailed({ ...about, error }),
          clock,
          limits,
        })
        return { chain, protocol, keeper }
      }),
  )

  async function fetchMarkets(chain: Chain, protocol: YieldProtocol): Promise<Priced[]> {
    const about = { chainId: chain.id, protocol: protocol.name }
    const { markets, leftOut } = await protocol.markets(chain)
    for (const one of leftOut) observe.marketLeftOut({ ...about, ...one })
    const priceOf = await pricesOf(chain.id, markets)
    return markets.map((market) => {
      const { address, decimals } = market.token
      const priceUsd = priceOf.get(address)
      if (priceUsd !== undefined) return { market, tvlUsd: usdOf(market.size, decimals, priceUsd) }
      observe.marketLeftOut({ ...about, market: market.receiptToken, reason: 'priceUnknown' })
      return { market }
    })
  }

  /** An unreadable price counts as none, so that a failing token leaves out only its own market. */
  async function pricesOf(
    chainId: number,
    markets: readonly ProtocolMarket[],
    cost?: CallCost,
  ): Promise<Map<Address, number>> {
    const addresses = [...new Set(markets.map(({ token }) => token.address))]
    const found = await Promise.all(addresses.map((token) => prices.price(chainId, token, cost).catch(() => undefined)))
    return new Map(addresses.flatMap((token, index) => (found[index] ? [[token, found[index].usd]] : [])))
  }

  async function readings(chainIds: readonly number[]) {
    const asked = sources.filter(({ chain }) => chainIds.includes(chain.id))
    const answers = await Promise.allSettled(asked.map(({ keeper }) => keeper.get()))
    const kept = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? [{ ...answer.value, source: asked[index]! }] : [],
    )
    if (asked.length > 0 && kept.length === 0) {
      throw new ServiceError('QueryFailed', 'no protocol on the chains asked for could be read')
    }
    return kept
  }

  async function markets(chainIds: readonly number[]): Promise<MarketList> {
    const kept = await readings(chainIds)
    return {
      markets: kept.flatMap(({ value, ...reading }) => value.flatMap((one) => listed(one, reading))),
      fetchedAtMs: kept.reduce((oldest, { fetchedAtMs }) => Math.min(oldest, fetchedAtMs), clock.nowMs()),
      cached: kept.some(({ cached }) => cached),
    }
  }

  async function holdings(
    questions: readonly { chainId: number; owner: Address }[],
    cost?: CallCost,
  ): Promise<HoldingsAnswer[]> {
    const chainIds = [...new Set(questions.map(({ chainId }) => chainId))]
    const byChain = new Map(
      await Promise.all(
        chainIds.map(async (chainId) => {
          const owners = questions.filter((question) => question.chainId === chainId).map(({ owner }) => owner)
          return [chainId, await holdingsOn(chainId, [...new Set(owners)], cost)] as const
        }),
      ),
    )
    return questions.map(({ chainId, owner }) => {
      const found = byChain.get(chainId)!
      return found.ok ? { ok: true, holdings: found.holdings.filter((one) => one.owner === owner) } : found
    })
  }

  async function holdingsOn(chainId: number, owners: readonly Address[], cost?: CallCost): Promise<HoldingsAnswer> {
    const asked = sources.filter(({ chain }) => chain.id === chainId)
    const answers = await Promise.allSettled(asked.map((source) => holdingsIn(source, owners, cost)))
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = asked.length > 0 && answers.every(({ status }) => status === 'rejected')
    return failed ? { ok: false, why: `no protocol on chain ${chainId} could be read` } : { ok: true, holdings: found }
  }

  async function holdingsIn(
    { chain, protocol, keeper }: Source,
    owners: readonly Address[],
    cost?: CallCost,
  ): Promise<Holding[]> {
    const about = { chainId: chain.id, protocol: protocol.name }
    const { value } = await keeper.get()
    const markets = value.map(({ market }) => market)
    // In parallel, so that uncached prices share a multicall with the balances.
    const [positions, priceOf] = await Promise.all([
      protocol.positions(metered(chain, cost, 'chainReads'), markets, owners).catch((error) => {
        observe.yieldSourceFailed({ ...about, error })
        throw error
      }),
      pricesOf(chain.id, markets, cost),
    ])
    return positions.flatMap(({ market, owner, amount }) => {
      if (amount === 0n) return []
      const priceUsd = priceOf.get(market.token.address)
      if (amount === undefined || priceUsd === undefined) {
        const reason = amount === undefined ? 'callReverted' : 'priceUnknown'
        observe.marketLeftOut({ ...about, market: market.receiptToken, reason })
        return []
      }
      return [{ market, owner, amount, amountUsd: usdText(amount, market.token.decimals, priceUsd) }]
    })
  }

  /** A market that is not listed takes no deposits here; whoever is in it may leave. */
  async function marketOf({ marketId, action }: Pick<YieldActionRequest, 'marketId' | 'action'>) {
    for (const { value, source, ...reading } of await readings([...chains.keys()])) {
      const found = value.find(({ market }) => market.id === marketId)
      const [shown] = found ? listed(found, { ...reading, source }) : []
      if (found && (shown || action === 'exit')) return { market: found.market, shown, source }
    }
    throw new ServiceError('NotFound', `no market ${marketId}; see YieldGetMarkets`)
  }

  async function action(
    request: YieldActionRequest,
    cost?: CallCost,
  ): Promise<{ market: ProtocolMarket; calls: YieldCall[] }> {
    const { market, source } = await marketOf(request)
    const { protocol } = source
    const chain = metered(source.chain, cost, 'chainReads')
    if (!market.status[request.action])
      throw new ServiceError(
        'Unavailable',
        `market ${market.id} takes no ${request.action === 'enter' ? 'deposits' : 'withdrawals'} now`,
      )
    const calls =
      request.action === 'enter'
        ? protocol.enter(market, request.owner, baseUnits(request.amount, market.token.decimals))
        : await protocol.exit(
            chain,
            market,
            request.owner,
            await exitAmount(request.amount, market, { chain, protocol }),
          )
    const fault = await tryCalls(chain, request.owner, calls)
    if (fault !== undefined) throw new ServiceError('Unavailable', `the transactions would fail on chain now: ${fault}`)
    return { market, calls }
  }

  return {
    markets,
    holdings,
    action,
    market: async (marketId) => (await marketOf({ marketId, action: 'enter' })).shown!,
    providers: () =>
      protocols.map((protocol) => ({
        protocol,
        chainIds: sources.filter((source) => source.protocol === protocol).map(({ chain }) => chain.id),
      })),
    stop: async () => {
      await Promise.all(sources.map(({ keeper }) => keeper.stop()))
    },
  }
}

type ExitRequest = Extract<YieldActionRequest, { action: 'exit' }>

async function exitAmount(
  amount: ExitRequest['amount'],
  market: ProtocolMarket,
  { chain, protocol }: Pick<Source, 'chain' | 'protocol'>,
): Promise<ExitAmount> {
  if (amount === 'all') return amount
  if ('assets' in amount) return { assets: baseUnits(amount.assets, market.token.decimals) }
  return { shares: baseUnits(amount.shares, await protocol.shareDecimals(chain, market)) }
}

/** Refuses more decimals than the token has, instead of rounding. */
function baseUnits(amount: string, decimals: number): bigint {
  const places = amount.split('.')[1]?.length ?? 0
  if (places > decimals)
    throw new ServiceError('InvalidArgument', `args: ${amount} has more than the ${decimals} decimals of the token`)
  const units = parseUnits(amount, decimals)
  if (units === 0n) throw new ServiceError('InvalidArgument', 'args: the amount must be more than 0')
  return units
}

type Reading = { fetchedAtMs: number; stale: boolean; source: Source }

/** Omits a market without a known rate or price. `holdings` still shows positions in it, and `action` still exits. */
function listed({ market, tvlUsd }: Priced, { fetchedAtMs, stale, source }: Reading): ListedMarket[] {
  const { rewardRate } = market
  if (rewardRate === undefined || tvlUsd === undefined) return []
  const { url } = source.protocol
  return [{ ...market, rewardRate, tvlUsd, updatedAtMs: fetchedAtMs, stale, ...(url && { protocolUrl: url }) }]
}
