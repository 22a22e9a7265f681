import { useState } from 'preact/hooks'
import { Audit } from '../admin/audit.tsx'
import { Backlog } from '../admin/backlog.tsx'
import { Chains } from '../admin/chains.tsx'
import { Earnings, earnedUsd } from '../admin/earnings.tsx'
import { FindIntents } from '../admin/findIntents.tsx'
import { Login, readSession } from '../admin/login.tsx'
import { Providers } from '../admin/providers.tsx'
import { isLow, Signers, slowOf } from '../admin/signers.tsx'
import { SwitchesCard } from '../admin/switchesCard.tsx'
import {
  chainName,
  knownChains,
  loadDirectory,
  loadPrices,
  loadTokens,
  nativeAddress,
  tokenUnit,
} from '../data/directory.ts'
import { loadRoutes } from '../data/loadRoutes.ts'
import { heldToken, pageSettings } from '../data/session.ts'
import { callAdmin, callService } from '../data/wire.ts'
import { capital, clockTime, count, duration, exact, usd } from '../view/format.ts'
import { Icon } from '../view/icons.tsx'
import { now, nowMs } from '../view/now.ts'
import {
  Card,
  ChainBadge,
  Empty,
  Exact,
  LinkButton,
  numHead,
  Pill,
  SmallButton,
  Table,
  Trouble,
} from '../view/parts.tsx'
import { to } from '../view/router.ts'
import { useLoad } from '../view/useLoad.ts'

const refreshMs = 5_000
const daySeconds = 24 * 3_600

async function read(signal: AbortSignal) {
  if (pageSettings.value.hasOperations) await loadDirectory()
  const [session, held, moving, switches, projects, { signers }, backlog, earned, books, { hours }, status, routes] =
    await Promise.all([
      readSession(signal),
      callAdmin('GetHeldFunds', { state: 'HELD', limit: 50 }, signal),
      callAdmin('GetHeldFunds', { state: 'MOVING', limit: 100 }, signal),
      callAdmin('GetSwitches', {}, signal),
      callAdmin('ListProjects', { limit: 100 }, signal),
      callAdmin('GetSigners', {}, signal),
      callAdmin('GetBacklog', {}, signal),
      callAdmin('GetEarnings', {}, signal),
      callAdmin('GetBooks', { by: 'hour', fromTime: Math.floor(now() / 1_000) - daySeconds }, signal),
      callAdmin('GetProviderHistory', {}, signal),
      pageSettings.value.hasOperations ? callService('RuntimeStatus', {}, signal) : undefined,
      // Without the routes, the chains are shown without heads and gas.
      pageSettings.value.hasOperations ? loadRoutes(signal).catch(() => undefined) : undefined,
    ])
  const natives = knownChains.value.map(({ id }) => ({ chainId: id, tokenAddress: nativeAddress }))
  if (pageSettings.value.hasOperations) await loadTokens([...held.funds, ...moving.funds]).catch(() => undefined)
  // Without prices, amounts are shown without dollars.
  await loadPrices([...natives, ...earned.earnings]).catch(() => undefined)
  return {
    session,
    signers,
    backlog,
    earned,
    books,
    told: routes?.chains ?? [],
    hours,
    held: held.funds,
    moving: moving.funds,
    switches: switches.switches,
    projects: projects.projects,
    /** Which lists end before the last one. */
    more: {
      held: held.nextBeforeId !== undefined,
      moving: moving.nextBeforeId !== undefined,
      projects: projects.nextAfterId !== undefined,
    },
    checks: status?.status.checks ?? [],
  }
}

const orMore = (isCut: boolean): string => (isCut ? ' or more' : '')

export type Board = Awaited<ReturnType<typeof read>>

/** First what needs the operator, then the state of everything. The token stays in memory. */
export function OperatorPage() {
  if (!heldToken.value) return <Login title="Operator" />
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
        {error} <LinkButton onClick={() => (heldToken.value = '')}>Use another token</LinkButton>
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
            : `${capital(count(needs.length, 'thing'))}${orMore(value.more.held)} ${needs.length === 1 ? 'needs' : 'need'} you`}
        </h1>
        <span class="row">
          <span class="live">Live, {duration(nowMs.value - (atMs ?? nowMs.value))} old</span>
          <span class="small muted not-phone">
            token good for {duration(Date.parse(value.session.expiresAt) - nowMs.value)}
          </span>
          <SmallButton onClick={() => (heldToken.value = '')}>Forget the token</SmallButton>
        </span>
      </div>
      {error && (
        <Trouble title={`Not live since ${clockTime(atMs ?? nowMs.value)}`}>
          {error} What you see was true then.
        </Trouble>
      )}
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
        <Chains checks={value.checks} told={value.told} moving={value.moving} />
        <Earnings earned={value.earned} books={value.books} />
      </div>
      <Signers signers={value.signers} again={next} />
      <div class="cols half">
        <Backlog backlog={value.backlog} />
        <Providers checks={value.checks} hours={value.hours} />
      </div>
      <Held board={value} />
      <FindIntents />
      <SwitchesCard switches={value.switches} moving={value.moving} again={next} />
      <Projects board={value} />
      <Audit turn={turn} />
    </div>
  )
}

type Need = { key: string; title: string; sub: string; link?: string }

function needsOf({ held, checks, switches, signers, backlog }: Board): Need[] {
  const money = held.map((fund) => ({
    key: `${fund.intentId}${fund.tokenAddress}${fund.place}`,
    title: `${amountOf(fund)} rests at an intent address on ${chainName(fund.chainId)}`,
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
  const single = [
    switches.intents === false && {
      key: 'off',
      title: 'New intents are switched off',
      sub: 'Quotes, commits and executions are refused; intents under way go on.',
    },
    backlog.damaged > 0 && {
      key: 'damaged',
      title: `${capital(count(backlog.damaged, 'intent'))} cannot be read`,
      sub: 'Their rows were set aside, and no worker processes them. The log names them.',
    },
  ].filter((need) => need !== false)
  const gas = signers.filter(isLow).map((signer) => ({
    key: `gas${signer.chainId}${signer.address}`,
    title: `A signer on ${chainName(signer.chainId)} has gas for ${duration((signer.hoursLeft ?? 0) * 3_600_000)}`,
    sub: `Send native token to ${signer.address}. Without gas its intents wait; no money is lost.`,
  }))
  const stuck = signers.flatMap((signer) =>
    slowOf(signer).map(({ nonce, since }) => ({
      key: `stuck${signer.chainId}${signer.address}${nonce}`,
      title: `A transaction on ${chainName(signer.chainId)} is in no block for ${duration(nowMs.value - Date.parse(since))}`,
      sub: `Nonce ${nonce} of ${signer.address.slice(0, 10)}… The service raises its fee by itself; below it can be replaced or cancelled now.`,
    })),
  )
  return [...ill, ...single, ...gas, ...stuck, ...money]
}

function amountOf({ chainId, tokenAddress, amount }: Board['held'][number]): string {
  const { symbol, decimals } = tokenUnit(chainId, tokenAddress)
  return `${exact(BigInt(amount), decimals)} ${symbol}`
}

function Figures({ board: { moving, held, more, checks, books } }: { board: Board }) {
  const { total } = books
  const underWay = new Set(moving.map(({ intentId }) => intentId)).size
  const well = checks.filter(({ healthy }) => healthy).length
  const figures: [string, string, string][] = [
    ['Under way with money', underWay + orMore(more.moving), count(moving.length, 'amount')],
    [
      'At rest at intent addresses',
      new Set(held.map(({ intentId }) => intentId)).size + orMore(more.held),
      'wait for their owners',
    ],
    [
      'Parts that are well',
      checks.length === 0 ? 'not asked' : `${well} of ${checks.length}`,
      'store, chains, providers',
    ],
    ['Earned less gas, 24 h', usd(total.resultUsd), `${usd(earnedUsd(total))} fees, ${usd(total.gasUsd)} gas`],
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

function Held({ board: { held, moving, more } }: { board: Board }) {
  const funds = [...held.map((fund) => ({ ...fund, is: 'rests' })), ...moving.map((fund) => ({ ...fund, is: 'moves' }))]
  return (
    <Card
      id="funds"
      title="Money that is not at its end"
      note={`by the ledger, ${more.held || more.moving ? 'of the newest intents alone' : 'newest first'}`}
    >
      {funds.length === 0 ? (
        <Empty title="None">
          <p>Every unit is with its recipient or back with its owner.</p>
        </Empty>
      ) : (
        <Table label="Rows of money" heads={['Intent', 'Where', 'On', numHead('Amount'), 'State']}>
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
                    fund.is === 'rests' ? { tone: 'act', word: 'Needs its owner' } : { tone: 'move', word: 'Moving' }
                  }
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

function Projects({ board: { projects, more } }: { board: Board }) {
  return (
    <Card id="projects" title="Projects" note={more.projects ? `the first ${projects.length}` : undefined}>
      <Table label="Rows of projects" heads={[numHead('Number'), 'Name', 'Quota begins anew', 'Since']}>
        {projects.map(({ id, name, anchorDay, createdAt }) => (
          <tr key={id}>
            <td class="num">{id}</td>
            <td>
              <a href={to(`/project?id=${id}`)}>{name}</a>
            </td>
            <td>day {anchorDay}</td>
            <td class="muted">
              {Date.parse(createdAt) === 0 ? 'the first start' : `${duration(nowMs.value - Date.parse(createdAt))} ago`}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
