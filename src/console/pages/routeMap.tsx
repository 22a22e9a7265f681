import { useState } from 'preact/hooks'
import type { RouteChain, RoutePool } from '../../interface/routeGraph.ts'
import { chainName, nativeAddress, providerTitle, tokenUnit } from '../data/directory.ts'
import { loadRoutes } from '../data/loadRoutes.ts'
import { capital, count, duration, shortAddress, shortUsd } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Card, ChainBadge, Empty, initials, LinkButton, Pill, Table } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'

const refreshMs = 3_000
/** Tokens in a chain's picture: those of its deepest pools. */
const tokensDrawn = 8
/** Pools in the table: the deepest of all chains. */
const poolsListed = 60

/** The selected token: its lines are highlighted. */
type Picked = { chainId: number; address: string }

/** Pools between tokens with their depth, and bridges between the chains. */
export function RouteMap({ picked }: { picked?: Picked }) {
  const { value, error, atMs } = useLoad(loadRoutes, [], refreshMs)
  const [isTable, setTable] = useState(false)
  const ageMs = nowMs.value - (atMs ?? nowMs.value)
  return (
    <Card
      id="routes"
      title="Routes"
      note={value && <span class="live">{`Live, ${duration(Math.max(0, ageMs))} old`}</span>}
    >
      {error && <p class="pad">{error}</p>}
      {value && (
        <>
          <div class="route-map">
            {value.chains.map((chain) => (
              <ChainMap
                key={chain.chainId}
                chain={chain}
                picked={picked?.chainId === chain.chainId ? inPools(picked.address, chain) : undefined}
              />
            ))}
          </div>
          <p class="pad small muted">
            A line is what can be swapped between two tokens until the price is 1 % worse; the wider, the deeper.{' '}
            <LinkButton aria-expanded={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? 'Hide the table' : 'The same as a table'}
            </LinkButton>
          </p>
          {isTable && <PoolTable chains={value.chains} />}
          <Crossings bridges={value.bridges} />
        </>
      )}
    </Card>
  )
}

/** The token that pools hold for this one: the wrapped token for the native one. */
const inPools = (address: string, { wrappedNative }: RouteChain): string =>
  address === nativeAddress ? wrappedNative : address

/** All pools between two tokens as one line. */
type Edge = { key: string; ends: [string, string]; depthUsd: number; pools: number }

function edgesOf(pools: readonly RoutePool[]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const { tokens, depthUsd = 0 } of pools) {
    const ends = tokens.map((token) => token.toLowerCase()).toSorted() as [string, string]
    const key = ends.join()
    const known = edges.get(key)
    edges.set(key, { key, ends, depthUsd: (known?.depthUsd ?? 0) + depthUsd, pools: (known?.pools ?? 0) + 1 })
  }
  return [...edges.values()].toSorted((a, b) => b.depthUsd - a.depthUsd)
}

const [width, height] = [360, 232]
const [middleX, middleY, radiusX, radiusY] = [180, 116, 128, 78]
const nodeRadius = 17
const [thinPx, widePx] = [1.5, 9]
/** Line widths tell apart depths of 10^2 to 10^8 dollars. */
const depthsShown = { from: 2, to: 8 }

function thicknessOf(depthUsd: number): number {
  const share = (Math.log10(Math.max(1, depthUsd)) - depthsShown.from) / (depthsShown.to - depthsShown.from)
  return thinPx + (widePx - thinPx) * Math.min(1, Math.max(0, share))
}

function ChainMap({ chain, picked }: { chain: RouteChain; picked?: string }) {
  const { chainId, pools, head, poolsBlock } = chain
  const edges = edgesOf(pools)
  const names = [...new Set(edges.flatMap(({ ends }) => ends))]
  const drawn = names.slice(0, tokensDrawn)
  const places = new Map(
    drawn.map((token, index) => {
      const angle = (index / drawn.length) * 2 * Math.PI - Math.PI / 2
      return [token, { x: middleX + radiusX * Math.cos(angle), y: middleY + radiusY * Math.sin(angle) }]
    }),
  )
  const symbol = (token: string) => tokenUnit(chainId, token).symbol
  const about = (edge: Edge) =>
    `${edge.ends.map(symbol).join(' and ')}: ${shortUsd(edge.depthUsd)} deep, ${count(edge.pools, 'pool')}`
  const isPicked = ({ ends }: Edge) => picked !== undefined && ends.includes(picked.toLowerCase())
  const deepest = edges[0]
  return (
    <div class="chain-map">
      <div class="row between">
        <ChainBadge id={chainId} />
        <span class="small muted">
          {poolsBlock === undefined ? 'pools are not read now' : `as of block ${poolsBlock.toLocaleString('en-US')}`}
          {head && `, ${duration(Math.max(0, nowMs.value - head.atMs))} old`}
        </span>
      </div>
      {edges.length === 0 ? (
        <Empty title="No pool">
          <p>Nothing is swapped on {chainName(chainId)} at present.</p>
        </Empty>
      ) : (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${chainName(chainId)}: ${edges.map(about).join('; ')}`}
        >
          {edges
            .filter(({ ends }) => ends.every((end) => places.has(end)))
            .map((edge) => {
              const [a, b] = edge.ends.map((end) => places.get(end)!)
              return (
                <line
                  key={edge.key}
                  class={isPicked(edge) ? 'route on' : 'route'}
                  x1={a!.x}
                  y1={a!.y}
                  x2={b!.x}
                  y2={b!.y}
                  stroke-width={thicknessOf(edge.depthUsd)}
                >
                  <title>{about(edge)}</title>
                </line>
              )
            })}
          {[...places].map(([token, { x, y }]) => (
            <g key={token}>
              <circle class={token === picked?.toLowerCase() ? 'node on' : 'node'} cx={x} cy={y} r={nodeRadius} />
              <text class="t-node" x={x} y={y + 3.5}>
                {initials(symbol(token))}
              </text>
              <title>{symbol(token)}</title>
            </g>
          ))}
        </svg>
      )}
      {deepest && (
        <p class="small">
          {capital(count(pools.length, 'pool'))}; {deepest.ends.map(symbol).join(' and ')} deepest with{' '}
          <span title={`$${deepest.depthUsd.toFixed(2)}`}>{shortUsd(deepest.depthUsd)}</span>
          {names.length > drawn.length && `; ${count(names.length - drawn.length, 'token')} more in the table`}
        </p>
      )}
    </div>
  )
}

function PoolTable({ chains }: { chains: readonly RouteChain[] }) {
  const pools = chains.flatMap(({ chainId, pools: own }) => own.map((pool) => ({ ...pool, chainId })))
  const shown = pools.toSorted((a, b) => (b.depthUsd ?? -1) - (a.depthUsd ?? -1)).slice(0, poolsListed)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label="Rows of pools">
      <table>
        <thead>
          <tr>
            <th>Pool</th>
            <th>Chain</th>
            <th>Between</th>
            <th class="num">Fee</th>
            <th class="num">Depth</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ address, chainId, provider, tokens, feePpm, depthUsd }) => (
            <tr key={`${chainId}${address}`}>
              <td class="nowrap">
                {providerTitle(provider)}{' '}
                <span class="addr" title={address}>
                  {shortAddress(address)}
                </span>
              </td>
              <td>
                <ChainBadge id={chainId} />
              </td>
              <td>{tokens.map((token) => tokenUnit(chainId, token).symbol).join(', ')}</td>
              <td class="num">{feePpm / 10_000} %</td>
              <td class="num">
                {depthUsd === undefined ? (
                  'no price'
                ) : (
                  <data value={String(depthUsd)} title={`$${depthUsd.toFixed(2)}`}>
                    {shortUsd(depthUsd)}
                  </data>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pools.length > shown.length && (
        <p class="pad small muted">
          {(pools.length - shown.length).toLocaleString('en-US')} less deep ones are left out.
        </p>
      )}
    </section>
  )
}

type Bridge = Awaited<ReturnType<typeof loadRoutes>>['bridges'][number]
type Crossing = { key: string; first: Bridge; carries: string; ways: Bridge[] }

/** Corridors of one bridge with the same tokens and state share a row. */
function crossingsOf(bridges: readonly Bridge[]): Crossing[] {
  const crossings = new Map<string, Crossing>()
  for (const bridge of bridges) {
    const carries = bridge.pairs.map(({ tokenIn }) => tokenUnit(bridge.originChainId, tokenIn).symbol).join(', ')
    const key = [bridge.provider, carries, bridge.inService, bridge.inService ? '' : bridge.detail].join()
    const known = crossings.get(key)
    if (known) known.ways.push(bridge)
    else crossings.set(key, { key, first: bridge, carries, ways: [bridge] })
  }
  return [...crossings.values()]
}

/** `between Harbor, Island and Summit` if all corridors exist, else each one. */
function waysText(ways: readonly Bridge[]): string {
  const ids = [...new Set(ways.flatMap(({ originChainId, destinationChainId }) => [originChainId, destinationChainId]))]
  const names = ids.map(chainName)
  if (ways.length === ids.length * (ids.length - 1))
    return `between ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return ways
    .map(({ originChainId, destinationChainId }) => `${chainName(originChainId)} to ${chainName(destinationChainId)}`)
    .join(', ')
}

function Crossings({ bridges }: { bridges: readonly Bridge[] }) {
  if (bridges.length === 0) return null
  return (
    <Table label="Rows of crossings" heads={['Crossing', 'Where', 'Carries', 'State']}>
      {crossingsOf(bridges).map(({ key, first: { provider, inService, detail }, carries, ways }) => (
        <tr key={key}>
          <td>
            <strong>{providerTitle(provider)}</strong>
          </td>
          <td>{waysText(ways)}</td>
          <td>{carries}</td>
          <td>
            <Pill
              bare
              status={
                inService
                  ? { tone: 'ok', word: 'In service' }
                  : { tone: 'back', word: detail ? `Out: ${detail}` : 'Out of service' }
              }
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}
