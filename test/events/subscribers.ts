/**
 * Readers, and the worker for their intents, in their own process, so that their cost is not counted as the server's:
 * `subscribers.ts <url> <database url> <streams each> <intent ids>`. Prints `open` once every stream is open; moves the
 * intents when told to on standard input. After the server ends all streams, prints what each received, as JSON by
 * intent.
 */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { Hex } from '../../src/interface/fields.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { hashOf } from '../stores/sampleQuote.ts'

const [url = '', databaseUrl = '', each = '1', ...ids] = process.argv.slice(2)
const intentIds = ids as Hex[]
const store = await openPostgresStore({ url: databaseUrl })

async function carryOut(intentId: Hex): Promise<void> {
  const { transition } = store.intents
  const committed = { intentId, step: 'committed' } as const
  await transition({ intentId, step: 'quoted' }, { step: 'committed', dueAtMs: 99_000, nowMs: 2_000 })
  for (const status of ['PENDING', 'MINING', 'SUCCEEDED'] as const)
    await transition(committed, { legs: [{ leg: 'deposit', chainId: 10, status, txnHash: hashOf(5) }], nowMs: 3_000 })
  await transition(committed, { step: 'lapsed', nowMs: 4_000 })
}

const moved = once(process.stdin, 'data').then(() => Promise.all(intentIds.map(carryOut)))
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
const told: Record<string, string[]> = Object.fromEntries(intentIds.map((id) => [id, []]))
const streams = intentIds.flatMap((id) => Array.from({ length: Number(each) }, () => id))
let open = 0

await Promise.all(
  streams.map(
    (intentId) =>
      new Promise<void>((resolve, reject) => {
        get(`${url}/intents/${intentId}/events`, { agent }, (reply) => {
          if (reply.statusCode !== 200) return reject(new Error(`a stream was answered with ${reply.statusCode}`))
          if (++open === streams.length) console.log('open')
          let text = ''
          reply.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          reply.on('error', reject)
          reply.on('end', () => {
            told[intentId]!.push([...text.matchAll(/^event: (.*)$/gm)].map(([, kind]) => kind).join(' '))
            resolve()
          })
        }).on('error', reject)
      }),
  ),
)
await moved
console.log(JSON.stringify(told))
await store.close()
process.stdin.destroy()
