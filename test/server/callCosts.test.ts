import { expect, test } from 'vitest'
import { type CallCost, onThread } from '../../src/host/callCost.ts'
import { budgetOf } from '../../src/interface/budgetOf.ts'
import { printJson } from '../../src/interface/json.ts'
import type { CallContext } from '../../src/server/http/handler.ts'
import { sampleRequests, sampleResponses } from '../wire/samples.ts'
import { metricsOf, post, serve } from './serve.ts'

/** What a call costs is counted, told and bounded; what many ask for is made once. */

/** More than the budget. Time counts only as far as the processor worked. */
function spend(cost: CallCost, what: 'chainReads' | 'statements' | 'threadMs'): void {
  const most = budgetOf('GetIntentReceipt')[what]
  const { user, system } = process.cpuUsage()
  const workedMs = (now = process.cpuUsage()) => (now.user + now.system - user - system) / 1_000
  while (what === 'threadMs' && workedMs() <= most);
  cost.add(what, most + 1)
}

const asked = sampleRequests.GetIntentReceipt

test.each(['chainReads', 'statements', 'threadMs'] as const)(
  'a call that used up its %s ends, and its work with it',
  async (what) => {
    let ended: unknown
    let begun = 0
    const { url } = await serve(
      {},
      {
        handlers: {
          GetIntentReceipt: (_, { cost, signal }) =>
            new Promise(() => {
              signal.addEventListener('abort', () => {
                ended = signal.reason
                expect(() => onThread(cost, () => begun++)).toThrow('used up its budget')
              })
              setImmediate(() => spend(cost, what))
            }),
        },
      },
    )
    const answer = await post(url, 'GetIntentReceipt', asked)
    expect(answer.status).toBe(408)
    expect(answer.body).toMatchObject({ error: 'Timeout', cause: expect.stringContaining('used up its budget') })
    expect(ended).toMatchObject({ error: 'Timeout' })
    expect(begun).toBe(0)
  },
)

test('the line and the metrics of a call say what it cost', async () => {
  const { url, lines } = await serve(
    {},
    {
      handlers: {
        GetIntentReceipt: async (_, { cost }: CallContext) => {
          cost.add('chainReads', 7)
          cost.add('statements', 3)
          return sampleResponses.GetIntentReceipt
        },
      },
    },
  )
  expect(await metricsOf(url)).toContain('causeway_call_chain_reads_total{operation="GetIntentReceipt"} 0')
  await post(url, 'GetIntentReceipt', asked)
  await expect
    .poll(() => lines.find(({ operation }) => operation === 'GetIntentReceipt'))
    .toMatchObject({
      cost: { chainReads: 7, statements: 3, threadMs: expect.any(Number) },
    })
  const text = await metricsOf(url)
  expect(text).toContain('causeway_call_chain_reads_total{operation="GetIntentReceipt"} 7')
  expect(text).toContain('causeway_call_statements_total{operation="GetIntentReceipt"} 3')
  expect(text).toMatch(/causeway_call_bytes_total\{operation="GetIntentReceipt"\} [1-9]/)
})

test('an operation that holds the event loop is named', async () => {
  const { url, lines } = await serve(
    {},
    {
      handlers: {
        GetIntentReceipt: () => {
          const untilMs = performance.now() + 400
          while (performance.now() < untilMs);
          return sampleResponses.GetIntentReceipt
        },
      },
    },
  )
  await post(url, 'GetIntentReceipt', asked)
  await expect
    .poll(() => lines.find(({ msg }) => msg === 'the event loop was held'))
    .toMatchObject({ name: 'GetIntentReceipt', lateMs: expect.any(Number) })
  expect(await metricsOf(url)).toContain('causeway_loop_held_total{operation="GetIntentReceipt"} 1')
})

test.each(['Svc', 'Acme'])('a long list is printed in parts, and is the same text: %s', async (service) => {
  const brand = { service, field: service.toLowerCase(), wallet: `${service.toLowerCase()}Wallet` }
  const [intent] = sampleResponses.SearchIntents.intents
  const rowsOf = async (count: number) => {
    const intents = Array.from({ length: count }, (_, id) => ({ ...intent!, id }))
    const { url } = await serve({ brands: [brand] }, { handlers: { SearchIntents: () => ({ intents }) } })
    const reply = await fetch(`${url}/rpc/${service}/SearchIntents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: printJson({ byOwnerAddress: intent!.ownerAddress }),
    })
    return (await reply.text()).slice('{"intents":['.length, -']}'.length)
  }
  const row = await rowsOf(1)
  const rows = Array.from({ length: 75 }, (_, id) => row.replace('"id":0', `"id":${id}`))
  expect(await rowsOf(75)).toBe(rows.join(','))
})

test('however many ask at once, health is checked once', async () => {
  let probes = 0
  const health = [
    {
      kind: 'store' as const,
      name: 'database',
      probe: async () => {
        probes++
        await new Promise((resolve) => setTimeout(resolve, 50))
        return { healthy: true, detail: '' }
      },
    },
  ]
  const { url } = await serve({}, { ports: { health } })
  const ask = (at: number) => (at % 2 ? fetch(`${url}/ready`) : post(url, 'RuntimeStatus'))
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(at)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(probes).toBeLessThan(3)
  expect((await fetch(`${url}/openapi.json`)).headers.get('cache-control')).toContain('max-age')
})
