import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../../src/app/startApp.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { configSchema } from '../../src/config/config.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { chaosConfig } from '../chaos/process.ts'
import { runInside } from '../cli/runInside.ts'
import { keptLog } from '../keptLog.ts'
import { listen } from '../listen.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useFolder, useForAll } from '../useParts.ts'
import { beginSwap } from './beginSwap.ts'
import { devnetForOwnApp, harbor } from './setup.ts'

/** The example signer in its own process, behind a proxy that can be away, slow or lying. */
const root = join(import.meta.dirname, '..', '..')
const token = 'a token that is long enough'

type Asked = Record<
  'to' | 'data' | 'chainId' | 'nonce' | 'value' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas',
  Hex
>
type Weather = (asked: Asked, reply: ServerResponse, pass: () => Promise<void>) => unknown

const database = useForAll(freshDatabase)
const devnet = useForAll(devnetForOwnApp)
const folder = useFolder()
let example: ChildProcess
let exampleUrl: string
let between: Server
let url: string
let app: RunningApp
let weather: Weather = (_asked, _reply, pass) => pass()
const lines: { msg: string; err?: { message: string }; doing?: string }[] = []
let heard = () => {}

beforeAll(async () => {
  exampleUrl = await startExample()
  url = await startBetween()
  app = await startWith({ privateKeys: [], external: [remote()] })
})
afterAll(async () => {
  await app?.stop()
  between?.close()
  between?.closeAllConnections()
  example?.kill('SIGTERM')
})

const account = () => privateKeyToAccount(devnet.relayers[0]!.privateKey)
const remote = () => ({ url, address: account().address, token })

async function startExample(): Promise<string> {
  const [key, tokenFile] = [join(folder, 'key'), join(folder, 'token')]
  writeFileSync(key, devnet.relayers[0]!.privateKey)
  writeFileSync(tokenFile, `${token}\n`)
  const chains = devnet.chains.map(({ id }) => id).join(',')
  const args = ['--key', key, '--token-file', tokenFile, '--chains', chains, '--port', '0']
  example = spawn(process.execPath, ['examples/key-service-signer.mjs', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: example.stdout! }), 'line')) as [string]
  expect(line).toMatch(new RegExp(`^ready ${account().address} http`))
  return line.split(' ')[2]!
}

async function startBetween(): Promise<string> {
  between = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const pass = async () => {
      const { authorization = '' } = request.headers
      const answer = await fetch(exampleUrl, { method: 'POST', headers: { authorization }, body })
      reply.writeHead(answer.status).end(await answer.text())
    }
    await weather(JSON.parse(body).params[0], reply, pass)
  })
  return `${await listen(between)}/secret-path`
}

function startWith(signers: { privateKeys: Hex[]; external: ReturnType<typeof remote>[] }): Promise<RunningApp> {
  const log = keptLog((line: (typeof lines)[number]) => {
    lines.push(line)
    heard()
  })
  return startApp({
    config: configSchema.parse({ ...chaosConfig(devnet, database.url), signers }),
    definitions: devnetDefinitions(),
    observe: createObserve(log),
    version: '0.1.0+test',
  })
}

async function logged(form: RegExp, from = 0): Promise<void> {
  const isThere = () =>
    lines.slice(from).some(({ msg, err }) => msg === 'sender fault' && form.test(err?.message ?? ''))
  while (!isThere())
    await new Promise<void>((resolve) => {
      heard = resolve
    })
}

const count = () => rpc<Hex>(devnet.chains[0]!.rpcUrl, 'eth_getTransactionCount', [account().address, 'latest'])

const unsigned = (asked: Asked) => ({
  type: 'eip1559' as const,
  chainId: Number(asked.chainId),
  nonce: Number(asked.nonce),
  to: asked.to,
  data: asked.data,
  value: BigInt(asked.value),
  gas: BigInt(asked.gas),
  maxFeePerGas: BigInt(asked.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(asked.maxPriorityFeePerGas),
})
const result = (reply: ServerResponse, value: unknown) =>
  reply.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: value }))
const stranger = privateKeyToAccount(`0x${'77'.repeat(32)}`)

test('an intent is carried out by a service that holds no key', async () => {
  await (await beginSwap(devnet, app)).end()
  const env = {
    CAUSEWAY_SIGNERS_EXTERNAL: JSON.stringify([remote()]),
    CAUSEWAY_CHAINS: `[{"id":${harbor},"rpcUrls":["${devnet.chains[0]!.rpcUrl}"]}]`,
  }
  const checked = await runInside(['signers', 'check', '--json'], env)
  expect(checked.json()).toEqual({ signers: [{ address: account().address, from: 'signers.external, number 1' }] })
  const wrong = await runInside(['signers', 'check'], {
    ...env,
    CAUSEWAY_SIGNERS_EXTERNAL: JSON.stringify([{ ...remote(), token: 'another' }]),
  })
  expect(wrong.err).toContain(`the external signer ${account().address} refused: the token is wrong`)
  expect(wrong.err).not.toContain('secret-path')
})

const weathers: [string, RegExp, Weather][] = [
  ['hangs up', /cannot be reached/, (_asked, reply) => reply.destroy()],
  ['fails', /answered with HTTP status 500/, (_asked, reply) => reply.writeHead(500).end('oh no')],
  [
    'refuses',
    /refused: the policy forbids it/,
    (_asked, reply) => reply.end('{"error":{"message":"the policy forbids it"}}'),
  ],
  ['answers with prose', /did not answer with JSON-RPC/, (_asked, reply) => reply.end('welcome')],
  [
    'answers with half a transaction',
    /did not answer with a signed transaction/,
    (_asked, reply) => result(reply, '0x02f8'),
  ],
  ['answers without end', /more than a transaction can be/, (_asked, reply) => reply.end('x'.repeat(2 ** 21))],
  [
    'sends the money elsewhere',
    /changed the transaction/,
    async (asked, reply) =>
      result(reply, await account().signTransaction({ ...unsigned(asked), to: stranger.address })),
  ],
  [
    'takes another nonce',
    /changed the transaction/,
    async (asked, reply) => result(reply, await account().signTransaction({ ...unsigned(asked), nonce: 9_999 })),
  ],
  [
    'signs as somebody else',
    /signed with another account/,
    async (asked, reply) => result(reply, await stranger.signTransaction(unsigned(asked))),
  ],
  ['says nothing', /did not answer within 10 s/, () => undefined],
]

test.each(weathers)(
  'a signer that %s is told, sends nothing, and the intent ends when it is back',
  async (_name, form, bad) => {
    const before = await count()
    const from = lines.length
    weather = bad
    const { end } = await beginSwap(devnet, app)
    await logged(form, from)
    expect(await count()).toBe(before)
    weather = (_asked, _reply, pass) => pass()
    await end()
  },
)

test('while one of two signers is away, the other carries everything', async () => {
  await app.stop()
  weather = (_asked, reply) => reply.destroy()
  app = await startWith({ privateKeys: [devnet.relayers[1]!.privateKey], external: [remote()] })
  const all = await Promise.all([beginSwap(devnet, app), beginSwap(devnet, app), beginSwap(devnet, app)])
  for (const { end } of all) await end()
  expect(JSON.stringify(lines)).not.toContain('secret-path')
  expect(JSON.stringify(lines)).not.toContain(token)
})
