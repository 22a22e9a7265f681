import { useState } from 'preact/hooks'
import type { YieldMarket } from '../../interface/yieldShapes.ts'
import {
  chainName,
  knownChains,
  knownPrices,
  knownTokens,
  loadDirectory,
  loadPrices,
  type NamedToken,
  tokenKey,
} from '../data/directory.ts'
import { callService } from '../data/wire.ts'
import { parseShown, percent, shortAddress, usd } from '../view/format.ts'
import { Card, ChainBadge, Copy, Empty, hiddenHead, numHead, SmallButton, Table, TokenMark } from '../view/parts.tsx'
import { to } from '../view/router.ts'
import { type Loaded, useLoad } from '../view/useLoad.ts'
import { ChainStrip } from './chainStrip.tsx'
import { Positions } from './positions.tsx'
import { RouteMap } from './routeMap.tsx'

/** The service rereads the markets as often. A new vault is listed once its rate is measured, after a few blocks. */
const marketsEveryMs = 15_000

async function readTokens(): Promise<true> {
  await loadDirectory()
  // Chains and tokens are shown even if prices cannot be read.
  await loadPrices(knownTokens.value.map(({ chainId, address }) => ({ chainId, tokenAddress: address }))).catch(
    () => undefined,
  )
  return true
}

async function readMarkets(signal: AbortSignal): Promise<YieldMarket[]> {
  const { payload } = await callService('YieldGetMarkets', {}, signal)
  return parseShown(payload) as YieldMarket[]
}

/** Chains, tokens with prices and routes, and yield markets. */
export function ExplorePage() {
  const { value: isRead, error } = useLoad(readTokens, [])
  const markets = useLoad(readMarkets, [], marketsEveryMs)
  const [from, setFrom] = useState<NamedToken>()
  if (error) return <Empty title="Not shown">{error}</Empty>
  if (!isRead) return <p class="loading">Reading …</p>
  return (
    <div class="stack">
      <h1 class="page">Explore</h1>
      <ChainStrip />
      <Card id="tokens" title="Tokens" note={`${knownTokens.value.length} on ${knownChains.value.length} chains`}>
        <Table label="Rows of tokens" heads={['Token', 'Chain', 'Address', numHead('Price'), hiddenHead('Acts')]}>
          {knownTokens.value.map((token) => (
            <tr key={tokenKey(token.chainId, token.address)}>
              <td>
                <strong>{token.symbol}</strong> <span class="muted">{token.name}</span>
              </td>
              <td>
                <ChainBadge id={token.chainId} />
              </td>
              <td class="nowrap">
                <span class="addr">{shortAddress(token.address)}</span>{' '}
                <Copy text={token.address} what={`the address of ${token.symbol}`} />
              </td>
              <td class="num">{usd(knownPrices.value.get(tokenKey(token.chainId, token.address)))}</td>
              <td class="num">
                <SmallButton aria-pressed={from === token} onClick={() => setFrom(token)}>
                  Where to
                </SmallButton>{' '}
                <a class="btn sm" href={to(`/send?pay=${token.chainId}:${token.address}`)}>
                  Send
                </a>
              </td>
            </tr>
          ))}
        </Table>
      </Card>
      <RouteMap picked={from && { chainId: from.chainId, address: from.address }} />
      {from && <Reach key={tokenKey(from.chainId, from.address)} from={from} />}
      <Markets {...markets} />
      {markets.value && markets.value.length > 0 && <Positions markets={markets.value} />}
    </div>
  )
}

/** What a token can become. Drawn anew for each token, so that no link mixes two of them. */
function Reach({ from }: { from: NamedToken }) {
  const { value, error } = useLoad(
    (signal) =>
      callService('GetExactInputRoutes', { originChainId: from.chainId, originTokenAddress: from.address }, signal),
    [],
  )
  return (
    <Card
      id="reach"
      title={`From ${from.symbol} on ${chainName(from.chainId)}`}
      note="by pools and bridges that answer now"
    >
      <div class="body chips">
        {value?.tokens.map((token) => (
          <a
            key={tokenKey(token.chainId, token.address)}
            class="btn"
            href={to(`/send?pay=${from.chainId}:${from.address}&get=${token.chainId}:${token.address}`)}
          >
            <TokenMark symbol={token.symbol} chainId={token.chainId} />
            <span>
              {token.symbol} on {chainName(token.chainId)}
            </span>
          </a>
        ))}
        {value?.tokens.length === 0 && <p>No way from here now.</p>}
        {error && <p>{error}</p>}
      </div>
    </Card>
  )
}

function Markets({ value: markets, error }: Loaded<YieldMarket[]>) {
  if (!markets)
    return (
      <Card id="markets" title="Markets that pay">
        {error ? <Empty title="Not shown">{error}</Empty> : <p class="loading">Reading …</p>}
      </Card>
    )
  return (
    <Card id="markets" title="Markets that pay" note={`${markets.length} known`}>
      {markets.length === 0 ? (
        <Empty title="None">
          <p>No yield market is configured on these chains.</p>
        </Empty>
      ) : (
        <Table
          label="Rows of markets"
          heads={['Market', 'Network', numHead('Size'), numHead('Rate a year'), hiddenHead('Acts')]}
        >
          {markets.map((market) => (
            <tr key={market.id}>
              <td>
                <strong>{market.metadata.name}</strong>
              </td>
              <td>{market.network}</td>
              <td class="num">{usd(market.statistics.tvlUsd)}</td>
              <td class="num">{percent(market.rewardRate)}</td>
              <td class="num">
                {market.status.enter && (
                  <a
                    class="btn sm"
                    aria-label={`Deposit into ${market.metadata.name} on ${market.network}`}
                    href={to(
                      `/send?get=${market.chainId}:${market.token.address}&into=${encodeURIComponent(market.id)}`,
                    )}
                  >
                    Deposit
                  </a>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}
