import type { RouteChain } from '../../interface/routeGraph.ts'
import { chainName, knownChains, loadDirectory } from '../data/directory.ts'
import { loadRoutes } from '../data/loadRoutes.ts'
import { callService } from '../data/wire.ts'
import { duration, gwei } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { ChainBadge } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'

const refreshMs = 5_000

async function read(signal: AbortSignal) {
  await loadDirectory()
  const [{ status }, routes] = await Promise.all([
    callService('RuntimeStatus', {}, signal),
    // Without the routes, the strip shows no heads and no gas.
    loadRoutes(signal).catch(() => undefined),
  ])
  return { checks: status.checks.filter(({ kind }) => kind === 'chain'), chains: routes?.chains ?? [] }
}

/** The health of each chain. Only problems have a colour. */
export function ChainStrip() {
  const { value, error } = useLoad(read, [], refreshMs)
  return (
    <section class="card strip" aria-label="Health of chains">
      {knownChains.value.map(({ id, name }) => {
        const check = value?.checks.find((one) => one.name.toLowerCase() === name.toLowerCase())
        const told = value?.chains.find(({ chainId }) => chainId === id)
        return (
          <Chain key={id} id={id} check={check} told={told} isUnknown={error !== undefined || value === undefined} />
        )
      })}
    </section>
  )
}

type Check = Awaited<ReturnType<typeof read>>['checks'][number]
type ChainProps = { id: number; check: Check | undefined; told: RouteChain | undefined; isUnknown: boolean }

function Chain({ id, check, told, isUnknown }: ChainProps) {
  const isWell = check?.healthy !== false
  const word = isUnknown ? 'asking' : isWell ? 'well' : 'not well'
  return (
    <div>
      <div class="row between">
        <ChainBadge id={id} />
        <span class={`small nowrap ${isWell ? 'muted' : 'c-back'}`}>
          <span class={`dot-s${isWell ? '' : ' back'}`} aria-hidden="true" />
          {word}
        </span>
      </div>
      <p>
        {told?.head
          ? `block ${told.head.number.toLocaleString('en-US')}, ${duration(Math.max(0, nowMs.value - told.head.atMs))} old`
          : `${chainName(id)}, id ${id}`}
      </p>
      <p>
        {[check?.detail, told?.gasPrice && `gas ${gwei(BigInt(told.gasPrice))}`].filter(Boolean).join(', ')}
        {!isWell && '; new intents wait'}
      </p>
    </div>
  )
}
