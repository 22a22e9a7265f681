/**
 * Eight honest callers alone, and beside 200 hostile ones: the times of their quotes, lost quotes, and the lengths of
 * turns of the event loop in CPU time of the main thread, which does not depend on other programs.
 *
 *   npx tsx bench/neighbours.ts [--quotes 300] [--hostile 200]
 *
 * Every caller has its own address (the service trusts this machine as a proxy). Hostile callers send costly requests
 * without a pause: absurd amounts, own tokens, reverting calls, long bodies, pages of history, waits, pages for people.
 * Of each ten, one sends byte by byte, one opens streams and reads none, two have project keys, the others none.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startDevnet } from '../src/devnet/devnet.ts'
import { printJson } from '../src/interface/json.ts'
import { across, random } from './acrossQuote.ts'
import { spawnService } from './spawnService.ts'

const numberAfter = (flag: string, otherwise: number) =>
  Number(process.argv[process.argv.indexOf(flag) + 1]) || otherwise
const quotes = numberAfter('--quotes', 300)
const hostileCount = numberAfter('--hostile', 200)
const honestCount = 8

const scratch = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
const devnet = await startDevnet({ dataDir: scratch, cacheDir: join(tmpdir(), 'causeway-devnet-cache'), blockTimeS: 1 })
const { process: service, url } = await spawnService(devnet, {
  folder: scratch,
  rpcUrls: devnet.chains.map(({ rpcUrl }) => rpcUrl),
  nodeFlags: ['--import', new URL('./sliceMeter.mjs', import.meta.url).pathname],
  env: {
    SLICES_TO: join(scratch, 'slices.jsonl'),
    CAUSEWAY_CALLERS_TRUSTED_PROXIES: '127.0.0.1',
    CAUSEWAY_ADMIN_OPERATOR_SECRET: 'bench-bench-bench-bench-bench-bench',
  },
})
let isAlive = true
service.once('exit', () => {
  isAlive = false
})

const agent = new Agent({ keepAlive: true })
type Reply = { status: number; body: string }
function call(
  operation: string,
  body: object,
  headers: Record<string, string>,
  path = `/rpc/Svc/${operation}`,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      `${url}${path}`,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (reply) => {
        let text = ''
        reply.on('data', (chunk) => {
          text += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: text }))
      },
    )
    outgoing.on('error', reject).end(printJson(body))
  })
}

/** A key for the honest callers, whose project has high limits; and the keys of hostile projects. */
async function makeKeys(): Promise<{ key: string; hostileKeys: string[] }> {
  const ask = async (operation: string, body: object, token?: string) => {
    const { status, body: text } = await call(
      operation,
      body,
      token ? { authorization: `Bearer ${token}` } : {},
      `/rpc/SvcAdmin/${operation}`,
    )
    if (status !== 200) throw new Error(`${operation}: ${text}`)
    return JSON.parse(text)
  }
  const { token } = await ask('CreateOperatorToken', { secret: 'bench-bench-bench-bench-bench-bench' })
  const { project } = await ask(
    'CreateProject',
    { name: 'honest', limits: { quotesPerMinute: 100_000, requestsPerS: 10_000, burst: 100_000 } },
    token,
  )
  const keyOf = async (projectId: number): Promise<string> =>
    (await ask('CreateAccessKey', { projectId, name: 'bench' }, token)).accessKey
  const hostileKeys: string[] = []
  for (let at = 0; at < hostileProjects; at++) {
    const { project: theirs } = await ask('CreateProject', { name: `hostile ${at}` }, token)
    for (let n = 0; n < keysOfProject; n++) hostileKeys.push(await keyOf(theirs.id))
  }
  return { key: await keyOf(project.id), hostileKeys }
}
const [hostileProjects, keysOfProject] = [4, 10]
const { key, hostileKeys } = await makeKeys()

const owners = devnet.accounts.slice(0, 8).map(({ address }) => address)

async function honestRound(): Promise<{ times: number[]; lost: number }> {
  const times: number[] = []
  let lost = 0
  const one = async (n: number) => {
    for (let i = 0; i < quotes / honestCount; i++) {
      const startedMs = performance.now()
      const { status, body } = await call('QuoteIntent', across(50_000_000n + BigInt(random(50_000_000)), owners), {
        'x-access-key': key,
        'x-forwarded-for': `198.51.100.${n}`,
      }).catch((error: Error) => ({ status: 0, body: error.message }))
      times.push(performance.now() - startedMs)
      if (status === 200) continue
      lost++
      console.log(body.slice(0, 300))
    }
  }
  await Promise.all(Array.from({ length: honestCount }, (_, n) => one(n)))
  return { times, lost }
}

/** The arguments of the hostile callers' process. */
export type HostileOrder = { url: string; callers: number; keys: string[]; owners: string[]; streamed: string }

let isOver = false

/** Calls /health, which waits only for the event loop. */
async function probe(times: number[]): Promise<void> {
  while (!isOver && isAlive) {
    const startedMs = performance.now()
    await new Promise<void>((resolve) => {
      httpRequest(`${url}/health`, { agent }, (reply) => reply.resume().on('end', resolve))
        .on('error', () => resolve())
        .end()
    })
    times.push(performance.now() - startedMs)
    await setTimeout(20)
  }
}

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
const say = (name: string, { times, lost }: { times: number[]; lost: number }) =>
  console.log(
    `${name}: p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms, lost ${lost} of ${times.length}`,
  )

const { body: quoted } = await call('QuoteIntent', across(50_000_000n, owners), { 'x-forwarded-for': '192.0.2.1' })
const streamed = JSON.parse(quoted).intent.intentId
await honestRound()
const alone = await honestRound()
say('alone', alone)
const order: HostileOrder = {
  url,
  callers: hostileCount,
  keys: hostileKeys,
  owners,
  streamed,
}
const hostile = fork(new URL('./hostileCallers.ts', import.meta.url), [JSON.stringify(order)], {
  execArgv: ['--import', 'tsx'],
})
const answers = new Promise<[status: number, count: number][]>((resolve) => hostile.once('message', resolve))
const health: number[] = []
const probing = probe(health)
const beside = await honestRound()
// Separately, because a measured loop never sleeps.
service.kill('SIGUSR2')
await honestRound()
service.kill('SIGUSR2')
await setTimeout(1_000)
say(`beside ${hostileCount} hostile callers`, beside)
isOver = true
hostile.send('end')
await probing
const byStatus = (await answers).map(([status, count]) => `${status}: ${count}`).join(', ')
console.log(
  `/health meanwhile: p50 ${at(health, 0.5).toFixed(0)} ms, p99 ${at(health, 0.99).toFixed(0)} ms, worst ${at(health, 1).toFixed(0)} ms`,
)
console.log(`hostile calls by status: ${byStatus}; the service ${isAlive ? 'runs' : 'ENDED'}`)
console.log(`p99 beside / alone: ${(at(beside.times, 0.99) / at(alone.times, 0.99)).toFixed(2)}`)
const slices = readFileSync(join(scratch, 'slices.jsonl'), 'utf8').trim()
console.log(`turns of the event loop, ms of the main thread: ${slices}`)
agent.destroy()
service.kill('SIGTERM')
await new Promise((resolve) => service.once('exit', resolve))
await devnet.stop()
rmSync(scratch, { recursive: true, force: true })
