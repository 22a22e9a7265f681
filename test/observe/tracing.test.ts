import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, expect, test, vi } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { createTracing } from '../../src/observe/tracing.ts'
import { createClient } from '../../src/sdk/client.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { chaosConfig, type ServiceProcess, startProcess } from '../chaos/process.ts'
import { resetDevnet } from '../devnet/setup.ts'
import { fromTo, harbor, island, order, tokens, walletOf } from '../e2e/setup.ts'
import { startReceiver } from '../events/receiver.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { type ReceivedSpan, startSpanReceiver } from './spanReceiver.ts'

const sdk = new URL('../../docs/monitoring/tracing.mjs', import.meta.url).href
const callerTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerSpan = '00f067aa0ba902b7'
/** Spans use their process's clock; ends of intents and transactions the database's, which may answer slowly. */
const clocksMs = 5_000

const database = useForAll(freshDatabase)
const devnet = useForAll(resetDevnet)
const collector = useForAll(startSpanReceiver)
const processes: ServiceProcess[] = []

afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all(processes.map((each) => each.stop()))
})

test('without an SDK nothing is traced', () => {
  expect(createTracing()).toBeUndefined()
})

test('the spans of an intent, from two processes, add up to its receipt', async () => {
  const endpoint = await startReceiver()
  const store = await openPostgresStore({ url: database.url })
  await store.webhooks.create(
    { projectId: 1, name: 'traced', url: endpoint.url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', kinds: [] },
    10,
    { actor: 'test', nowMs: Date.now() },
  )
  await store.close()
  vi.stubEnv('NODE_OPTIONS', `--import ${sdk}`)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50')
  const start = (roles: { api: boolean; worker: boolean }) =>
    startProcess(chaosConfig(devnet, database.url, { roles, webhooks: { allowPrivate: true } }))
  const roles = [true, false].map((api) => ({ api, worker: !api }))
  processes.push(...(await Promise.all(roles.map(start))))
  const [api, worker] = processes

  const { intentId, receipt } = await carryOut(api!.url)
  expect(receipt.status).toBe('SUCCEEDED')
  // A transaction span ends when final for any value, deeper than this intent needed.
  for (const { rpcUrl } of devnet.chains) await rpc(rpcUrl, 'anvil_mine', ['0x100'])
  const traceId = intentId.slice(2, 34)
  const isOver = (spans: readonly ReceivedSpan[]) => {
    const own = spans.filter((span) => span.traceId === traceId)
    const count = (name: string) => own.filter((span) => span.name === name).length
    const told = count('webhook')
    return count('intent') > 0 && count('transaction') > 1 && told > 2 && told >= endpoint.received.length
  }
  await collector.until(isOver)
  const { spans } = collector
  const own = spans.filter((span) => span.traceId === traceId)
  const named = (name: string) => own.filter((span) => span.name === name)

  // Every hash of the receipt has a transaction span or was found by a step: the deposit is the owner's own.
  const sent = named('transaction').map(({ attributes }) => attributes['causeway.transaction'])
  const found = own.flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([key, value]) => (key.startsWith('causeway.leg.') ? [value] : [])),
  )
  const { depositTransaction, originTransaction, destinationTransaction } = receipt
  expect(sent).toContain(originTransaction.txnHash)
  expect(sent).toContain(destinationTransaction?.txnHash)
  expect([...sent, ...found]).toContain(depositTransaction.txnHash)
  for (const { attributes, events } of named('transaction')) {
    expect(attributes).toMatchObject({ 'causeway.state': 'confirmed', 'causeway.intent_id': intentId })
    expect(events).toContain('broadcast')
  }

  // The worker's steps lead from commit to end; calls are the API's; the intent's span covers all.
  const steps = own.filter(({ name }) => name.startsWith('step ')).toSorted((a, b) => a.startMs - b.startMs)
  expect(steps.at(-1)?.attributes['causeway.next_step']).toBe('succeeded')
  expect(new Set(steps.map(({ pid }) => pid))).toEqual(new Set([worker!.pid]))
  const calls = ['QuoteIntent', 'CommitIntent', 'ExecuteIntent', 'WaitIntentReceipt']
  for (const name of calls) expect(named(name)[0], name).toMatchObject({ pid: api!.pid })
  const [whole, ...others] = named('intent')
  expect(others).toEqual([])
  expect(whole!.attributes).toMatchObject({ 'causeway.end': 'succeeded', 'causeway.origin_chain_id': harbor })
  for (const span of [...steps, ...named('transaction'), ...named('CommitIntent'), ...named('ExecuteIntent')]) {
    expect(span.startMs, span.name).toBeGreaterThan(whole!.startMs - clocksMs)
    expect(span.startMs, span.name).toBeLessThan(whole!.endMs + clocksMs)
  }

  // Statements and node calls are below their cause and begin within it; a slow node may answer after the quorum.
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const leaves = own.filter(({ name }) => /^(statement|node) /.test(name))
  for (const leaf of leaves) {
    const parent = byId.get(leaf.parentSpanId ?? '')
    expect(parent, leaf.name).toBeDefined()
    expect(leaf.startMs).toBeGreaterThanOrEqual(parent!.startMs - 1)
    expect(leaf.startMs).toBeLessThanOrEqual(parent!.endMs + 1)
  }
  const below = (name: RegExp) =>
    leaves.filter((leaf) => name.test(byId.get(leaf.parentSpanId ?? '')!.name)).map(({ name }) => name)
  expect(below(/^step /)).toContain('statement transition_all')
  expect(below(/^step /).some((name) => name.startsWith('node eth_'))).toBe(true)

  // A caller's trace is continued, and both traces link to each other.
  const called = spans.find((span) => span.traceId === callerTrace && span.name === 'ExecuteIntent')
  expect(called).toMatchObject({ parentSpanId: callerSpan, attributes: { 'causeway.intent_id': intentId } })
  expect(called!.links).toMatchObject([{ traceId, spanId: named('ExecuteIntent')[0]!.spanId }])
  expect(named('ExecuteIntent')[0]!.links).toMatchObject([{ traceId: callerTrace, spanId: called!.spanId }])

  // Webhooks continue it.
  const messages = new Set(named('webhook').map(({ spanId }) => spanId))
  for (const { headers } of endpoint.received) {
    const [, trace, span, flags] = String(headers.traceparent).split('-')
    expect({ trace, flags, known: messages.has(span!) }).toEqual({ trace: traceId, flags: '01', known: true })
  }

  const text = JSON.stringify(spans)
  const secrets = [
    ...devnet.relayers.map(({ privateKey }) => privateKey.slice(2)),
    ...devnet.chains.map(({ rpcUrl }) => rpcUrl),
    endpoint.url,
    'whsec_',
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})

async function carryOut(url: string) {
  const client = createClient({ url })
  const traced = createClient({
    url,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, traceparent: `00-${callerTrace}-${callerSpan}-01` } }),
  })
  const payer = devnet.accounts[0]!
  const intent = await order(client, {
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [island, tokens.usdc]),
    ownerAddress: payer.address,
    destinationToAddress: payer.address,
    options: { slippageTolerance: 0.03 },
  })
  const { intentId, originIntentAddress, depositTransaction } = intent
  const args = [originIntentAddress, depositTransaction.amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const hash: Hex = await walletOf(devnet, harbor, payer).sendTransaction({ to: tokens.usdc, data })
  await traced.executeIntent({ intentId, depositTransactionHash: hash })
  for (;;) {
    const { intentReceipt, done } = await client.waitIntentReceipt({ intentId })
    if (done) return { intentId, receipt: intentReceipt }
  }
}
