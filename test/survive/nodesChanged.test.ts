import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/sdk/client.ts'
import { startFaultProxy } from '../chains/faultProxy.ts'
import { chaosConfig } from '../chaos/process.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { fromTo, harbor, island, order, pay, tokens } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useFolder, useForAll } from '../useParts.ts'

const root = join(import.meta.dirname, '..', '..')

const database = useForAll(freshDatabase)
const devnet = useForAll(() => startTestDevnet({ blockTimeS: 0 }))
const oldNode = useForAll(() => startFaultProxy(urlOf(harbor)))
const folder = useFolder()
let service: ChildProcess
let said = ''
let wake = () => {}

beforeAll(async () => {
  configure([oldNode.url])
  const args = ['--import', 'tsx', join(root, 'src/cli/main.ts'), 'serve', '--config', join(folder, 'service.json')]
  service = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [service.stdout!, service.stderr!])
    stream.on('data', (chunk) => {
      said += chunk
      wake()
    })
  await heard(/^ready (\S+)/m)
})
afterAll(async () => {
  if (service?.exitCode === null) {
    service.kill('SIGTERM')
    await once(service, 'exit')
  }
})

const urlOf = (chainId: number): string => devnet.chains.find(({ id }) => id === chainId)!.rpcUrl

/** The service's file with these nodes for Harbor. */
function configure(rpcUrls: string[], more: object = {}): void {
  const config = chaosConfig(devnet, database.url)
  const chains = config.chains!.map((chain) => (chain.id === harbor ? { id: harbor, rpcUrls, wsUrls: [] } : chain))
  const store = { ...config.store, folder: '/dev/null/nowhere' }
  writeFileSync(join(folder, 'service.json'), JSON.stringify({ ...config, store, http: { port: 0 }, ...more, chains }))
}

/** What the service says from here on, once it has said this. */
async function heard(what: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = what.exec(said)
    if (found) return found
    if (service.exitCode !== null) throw new Error(`ended with ${service.exitCode}\n${said}`)
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
}

function reread(): void {
  said = ''
  service.kill('SIGHUP')
}

test('a folder that cannot be written keeps no service from starting, and what to do about its secret is said', async () => {
  await heard(/the operator secret could not be kept: .*nowhere.*\n.* CAUSEWAY_OPERATOR_SECRET .*\n+ready /)
})

test('a chain gets other nodes while an intent is under way, and keeps its own where the new ones are not of it', async () => {
  const url = (await heard(/^ready (\S+)/m))[1]!
  const client = createClient({ url })
  const user = devnet.accounts[0]!
  const intent = await order(client, {
    ownerAddress: user.address,
    ...fromTo([harbor, tokens.usdc, 50_000_000n], [island, tokens.usdc]),
  })
  const asked = oldNode.calls.length
  expect(asked).toBeGreaterThan(0)

  configure([urlOf(island)])
  reread()
  await heard(/chain 31337 keeps its nodes: node 1 serves another chain/)
  await heard(/"msg":"configuration read again"/)

  configure([oldNode.url, 'http://127.0.0.1:1'])
  reread()
  await heard(/chain 31337 keeps its nodes: node 2 /)

  writeFileSync(join(folder, 'service.json'), '{')
  reread()
  await heard(/everything stays as it is: .*service\.json is not JSON/)
  await heard(/"why":".*service\.json is not JSON.*"msg":"configuration read again"/)

  // Two in the place of one, so two must agree from now on; the old one is gone for good.
  configure([urlOf(harbor), urlOf(harbor)], { limits: { publicPerMinute: 7 } })
  reread()
  await heard(/^other nodes for chain 31337$/m)
  await heard(/^also changed, and read at the next start: limits\.publicPerMinute$/m)
  await oldNode.stop()

  expect((await pay({ client, devnet }, user, intent)).status).toBe('SUCCEEDED')
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toMatch(/causeway_node_healthy\{chain="31337",node="node 2"\} 1/)

  configure([urlOf(harbor)], { limits: { publicPerMinute: 7 } })
  reread()
  await heard(/^other nodes for chain 31337$/m)
  const later = await (await fetch(`${url}/metrics`)).text()
  expect(later).not.toContain('causeway_node_healthy{chain="31337",node="node 2"}')

  reread()
  await heard(/^no chain has other nodes than before$/m)
})
