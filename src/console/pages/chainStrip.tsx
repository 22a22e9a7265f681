import { chainName, chains, loadDirectory } from '../data/directory.ts'
import { call } from '../data/wire.ts'
import { ChainBadge } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'

const refreshMs = 5_000

async function read(signal: AbortSignal) {
  await loadDirectory()
  const { status } = await call('RuntimeStatus', {}, signal)
  return status.checks.filter(({ kind }) => kind === 'chain')
}

/** The health of each chain. Health is silent: only what is not well has a colour. */
export function ChainStrip() {
  const { value, error } = useLoad(read, [], refreshMs)
  return (
    <section class="card strip" aria-label="Health of chains">
      {chains.value.map(({ id, name }) => {
        const check = value?.find((one) => one.name.toLowerCase() === name.toLowerCase())
        return <Chain key={id} id={id} check={check} isUnknown={error !== undefined || value === undefined} />
      })}
    </section>
  )
}

type Check = Awaited<ReturnType<typeof read>>[number]

function Chain({ id, check, isUnknown }: { id: number; check: Check | undefined; isUnknown: boolean }) {
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
      <p>{check?.detail ?? `${chainName(id)}, id ${id}`}</p>
      <p>{isWell ? `id ${id}` : 'new intents wait'}</p>
    </div>
  )
}
