import { useState } from 'preact/hooks'
import { Audit } from '../admin/audit.tsx'
import { Login } from '../admin/login.tsx'
import { Switches } from '../admin/switches.tsx'
import { chainName, chains, loadDirectory, providerName } from '../data/directory.ts'
import { settings, token } from '../data/session.ts'
import { call, callAdmin } from '../data/wire.ts'
import { capital, count, duration } from '../view/format.ts'
import { Icon } from '../view/icons.tsx'
import { nowMs } from '../view/now.ts'
import { Card, ChainBadge, Empty, Exact, Pill, Trouble } from '../view/parts.tsx'
import { to } from '../view/router.ts'
import { useLoad } from '../view/useLoad.ts'

const refreshMs = 5_000

async function read(signal: AbortSignal) {
  if (settings.value.hasOperations) await loadDirectory()
  const [held, moving, switches, projects, status] = await Promise.all([
    callAdmin('GetHeldFunds', { state: 'HELD', limit: 50 }, signal),
    callAdmin('GetHeldFunds', { state: 'MOVING', limit: 100 }, signal),
    callAdmin('GetSwitches', {}, signal),
    callAdmin('ListProjects', { limit: 100 }, signal),
    settings.value.hasOperations ? call('RuntimeStatus', {}, signal) : undefined,
  ])
  return {
    held: held.funds,
    moving: moving.funds,
    switches: switches.switches,
    projects: projects.projects,
    checks: status?.status.checks ?? [],
  }
}

export type Board = Awaited<ReturnType<typeof read>>

/** What needs a person, then how everything is. The operator's token is in memory alone. */
export function OperatorPage() {
  if (!token.value) return <Login title="Operator" />
  return <Shown />
}

function Shown() {
  const [turn, setTurn] = useState(0)
  const { value, error, atMs, again } = useLoad(read, [turn], refreshMs)
  const next = () => {
    setTurn(turn + 1)
    again()
  }
  if (!value)
    return error ? (
      <Trouble title="Not shown">
        {error}{' '}
        <button type="button" class="link" onClick={() => (token.value = '')}>
          Use another token
        </button>
      </Trouble>
    ) : (
      <p class="loading">Reading …</p>
    )
  const needs = needsOf(value)
  return (
    <div class="stack">
      <div class="row between wrap-row">
        <h1 class="page">
          {needs.length === 0
            ? 'Nothing needs you'
            : `${capital(count(needs.length, 'thing'))} ${needs.length === 1 ? 'needs' : 'need'} you`}
        </h1>
        <span class="row">
          <span class="live">Live, {duration(nowMs.value - (atMs ?? nowMs.value))} old</span>
          <button type="button" class="btn sm" onClick={() => (token.value = '')}>
            Forget the token
          </button>
        </span>
      </div>
      {needs.length > 0 && (
        <section class="card" aria-label="What needs a person">
          <ul class="todo-list">
            {needs.map(({ key, title, sub, link }) => (
              <li key={key}>
                <span class="mark c-act">
                  <Icon name="warn" />
                </span>
                <div>
                  <strong>{title}</strong>
                  <p class="sub">{sub}</p>
                </div>
                {link && (
                  <a class="btn sm" href={to(link)}>
                    Open intent
                  </a>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Figures board={value} />
      <div class="cols half">
        <Chains board={value} />
        <Providers board={value} />
      </div>
      <Held board={value} />
      <Switches board={value} again={next} />
      <Projects board={value} />
      <Audit turn={turn} />
    </div>
  )
}

type Need = { key: string; title: string; sub: string; link?: string }

function needsOf({ held, checks, switches }: Board): Need[] {
  const money = held.map((fund) => ({
    key: `${fund.intentId}${fund.tokenAddress}${fund.place}`,
    title: `Money rests at an intent address on ${chainName(fund.chainId)}`,
    sub: `Since ${duration(nowMs.value - Date.parse(fund.updatedAt))}. Its owner ${fund.ownerAddress.slice(0, 10)}… can take it out alone.`,
    link: `/intents/${fund.intentId}`,
  }))
  const ill = checks
    .filter(({ healthy, kind }) => !healthy && kind !== 'provider')
    .map(({ kind, name, detail }) => ({
      key: name,
      title: `${capital(kind)} ${name} is not well`,
      sub: detail ?? 'No word from it.',
    }))
  const off =
    switches.intents === false
      ? [
          {
            key: 'off',
            title: 'New intents are switched off',
            sub: 'Quotes, commits and executions are refused; intents under way go on.',
          },
        ]
      : []
  return [...ill, ...off, ...money]
}

function Figures({ board: { moving, held, checks, projects } }: { board: Board }) {
  const underWay = new Set(moving.map(({ intentId }) => intentId)).size
  const well = checks.filter(({ healthy }) => healthy).length
  const figures: [string, string, string][] = [
    ['Under way with money', String(underWay), count(moving.length, 'amount')],
    [
      'At rest at intent addresses',
      String(new Set(held.map(({ intentId }) => intentId)).size),
      'wait for their owners',
    ],
    [
      'Parts that are well',
      checks.length === 0 ? 'not asked' : `${well} of ${checks.length}`,
      'store, chains, providers',
    ],
    ['Projects', String(projects.length), 'with keys of their own'],
  ]
  return (
    <dl class="card kpis">
      {figures.map(([name, figure, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {figure}
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Chains({ board: { checks, moving } }: { board: Board }) {
  return (
    <Card id="chains" title="Chains" note="nodes that must agree">
      <table>
        <thead>
          <tr>
            <th>Chain</th>
            <th>Nodes</th>
            <th class="num">Under way</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {chains.value.map(({ id, name }) => {
            const check = checks.find((one) => one.kind === 'chain' && one.name.toLowerCase() === name.toLowerCase())
            return (
              <tr key={id}>
                <td>
                  <ChainBadge id={id} />
                </td>
                <td class="muted">{check?.detail ?? ''}</td>
                <td class="num">{moving.filter(({ chainId }) => chainId === id).length}</td>
                <td>
                  <Pill
                    bare
                    status={check?.healthy === false ? { tone: 'act', word: 'Not well' } : { tone: 'ok', word: 'Well' }}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

function Providers({ board: { checks } }: { board: Board }) {
  return (
    <Card id="providers" title="Providers">
      <table>
        <thead>
          <tr>
            <th>Provider</th>
            <th>Said</th>
            <th>Breaker</th>
          </tr>
        </thead>
        <tbody>
          {checks
            .filter(({ kind }) => kind === 'provider')
            .map(({ name, healthy, detail }) => (
              <tr key={name}>
                <td>
                  <strong>{providerName(name)}</strong>
                </td>
                <td class="muted">{detail ?? ''}</td>
                <td>
                  <Pill bare status={healthy ? { tone: 'ok', word: 'Closed' } : { tone: 'back', word: 'Open' }} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Card>
  )
}

function Held({ board: { held, moving } }: { board: Board }) {
  const funds = [...held.map((fund) => ({ ...fund, is: 'rests' })), ...moving.map((fund) => ({ ...fund, is: 'moves' }))]
  return (
    <Card id="funds" title="Money that is not at its end" note="by the ledger, newest first">
      {funds.length === 0 ? (
        <Empty title="None">
          <p>Every unit is with its recipient or back with its owner.</p>
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section class="scroll" tabIndex={0} aria-label="Rows of money">
          <table>
            <thead>
              <tr>
                <th>Intent</th>
                <th>Where</th>
                <th>On</th>
                <th class="num">Amount</th>
                <th>State</th>
              </tr>
            </thead>
            <tbody>
              {funds.map((fund) => (
                <tr key={`${fund.intentId}${fund.place}${fund.tokenAddress}`}>
                  <td>
                    <a class="addr" href={to(`/intents/${fund.intentId}`)}>
                      {fund.intentId.slice(0, 10)}…{fund.intentId.slice(-4)}
                    </a>
                  </td>
                  <td>{fund.place === 'bridge' ? 'in the bridge' : 'at the intent address'}</td>
                  <td>
                    <ChainBadge id={fund.chainId} />
                  </td>
                  <td class="num">
                    <Exact chainId={fund.chainId} token={fund.tokenAddress} amount={BigInt(fund.amount)} />
                  </td>
                  <td>
                    <Pill
                      bare
                      status={
                        fund.is === 'rests'
                          ? { tone: 'act', word: 'Needs its owner' }
                          : { tone: 'move', word: 'Moving' }
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}

function Projects({ board: { projects } }: { board: Board }) {
  return (
    <Card id="projects" title="Projects">
      <table>
        <thead>
          <tr>
            <th class="num">Number</th>
            <th>Name</th>
            <th>Quota begins anew</th>
            <th>Since</th>
          </tr>
        </thead>
        <tbody>
          {projects.map(({ id, name, anchorDay, createdAt }) => (
            <tr key={id}>
              <td class="num">{id}</td>
              <td>
                <a href={to(`/project?id=${id}`)}>{name}</a>
              </td>
              <td>day {anchorDay}</td>
              <td class="muted">
                {Date.parse(createdAt) === 0
                  ? 'the first start'
                  : `${duration(nowMs.value - Date.parse(createdAt))} ago`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
