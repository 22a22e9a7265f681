import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveHttp } from '../listen.ts'
import { postJson } from '../postJson.ts'
import { serve, testChain } from './serve.ts'

/** A folder as a build leaves it. */
function builtPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Causeway</title>')
  writeFileSync(join(folder, 'assets/index-1a2b.js'), 'export const page = 1\n')
  return folder
}

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { redirect: 'manual', headers })

test('every path of the console answers the same page, under a policy that allows nothing from elsewhere', async () => {
  const { url } = await serve({}, { consoleFolder: builtPages() })
  for (const path of ['/console/', '/console/send', '/console/intents/0x12', '/console/..%2f..%2fpackage.json']) {
    const answer = await get(url + path)
    expect(answer.status, path).toBe(200)
    expect(await answer.text()).toContain('<title>Causeway</title>')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a file whose name changes with its content is kept for good, in the encoding asked for; one that is gone is 404', async () => {
  const { url } = await serve({}, { consoleFolder: builtPages() })
  const asks = [...['br', 'gzip', 'identity'].map((one) => [one, one]), ['br;q=0, gzip;q=0.5', 'gzip']] as const
  for (const [accepted, encoding] of asks) {
    const answer = await get(`${url}/console/assets/index-1a2b.js`, { 'accept-encoding': accepted! })
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await answer.text()).toBe('export const page = 1\n')
  }
  expect((await get(`${url}/console/assets/index-gone.js`)).status).toBe(404)
})

test('pages of other origins may load scripts and settings, which <causeway-send> needs, and no page', async () => {
  const folder = builtPages()
  writeFileSync(join(folder, 'causeway-send.js'), 'export const element = 1\n')
  const { url } = await serve({}, { consoleFolder: folder })
  const allowed = async (path: string) => (await get(url + path)).headers.get('access-control-allow-origin')
  for (const path of ['causeway-send.js', 'assets/index-1a2b.js', 'settings.json'])
    expect(await allowed(`/console/${path}`), path).toBe('*')
  expect((await get(`${url}/console/causeway-send.js`)).headers.get('cache-control')).toBe('no-cache')
  expect(await allowed('/console/')).toBeNull()
})

test('short links lead to the intent', async () => {
  const { url } = await serve({}, { consoleFolder: builtPages() })
  const intentId = `0x${'ab'.repeat(32)}`
  expect((await get(`${url}/i/${intentId}`)).headers.get('location')).toBe(`/console/intents/${intentId}`)
  expect((await get(`${url}/i/${encodeURIComponent('//evil.example')}`)).headers.get('location')).toBe(
    '/console/intents/%2F%2Fevil.example',
  )
  expect((await get(`${url}/console`)).headers.get('location')).toBe('/console/')
})

test('without built pages the service answers everything else, and says how to build them', async () => {
  const { url } = await serve({}, { consoleFolder: join(tmpdir(), 'causeway-no-pages') })
  const answer = await get(`${url}/console/`)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('npm run build')
  expect((await get(`${url}/health`)).status).toBe(200)
})

test('with a port of its own for admin operations, each port says what its pages can do', async () => {
  const { url, adminUrl } = await serve({ http: { adminPort: 0 } }, { consoleFolder: builtPages() })
  const settings = async (base: string) => (await get(`${base}/console/settings.json`)).json()
  expect(await settings(url)).toMatchObject({ hasOperations: true, hasAdmin: false, brand: { service: 'Svc' } })
  expect(await settings(adminUrl!)).toMatchObject({ hasOperations: false })
})

test('pages reach the node of a local chain with what a wallet asks, and nothing else', async () => {
  const asked: string[] = []
  const held: (() => void)[] = []
  let holds = false
  const { url: rpcUrl, stop } = await serveHttp((request, response) => {
    request.on('data', (chunk) => asked.push(String(chunk)))
    const answer = () => response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    request.on('end', () => void (holds ? held.push(answer) : answer()))
  })
  onTestFinished(stop)
  const local = { ...testChain(31337, 'harbor'), testnet: true as const }
  const paid = testChain(31338, 'island')
  const chains = new Map([local, paid].map((definition) => [definition.id, { id: definition.id, definition }]))
  const config = { chains: [31337, 31338].map((id) => ({ id, rpcUrls: [rpcUrl] })) }
  const { url } = await serve(config, { consoleFolder: builtPages(), ports: { chains } })
  const ask = (chainId: number, body: unknown) => postJson(`${url}/console/nodes/${chainId}`, body)
  const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })
  expect(await (await ask(31337, call('eth_chainId'))).json()).toMatchObject({ result: '0x1' })
  expect((await ask(31337, call('anvil_setBalance'))).status).toBe(400)
  expect((await ask(31337, [call('eth_chainId'), call('evm_mine')])).status).toBe(400)
  expect(await (await ask(31338, call('eth_chainId'))).json()).toMatchObject({ error: 'NotFound' })
  expect((await ask(31337, Array(101).fill(call('eth_chainId')))).status).toBe(400)
  expect(asked).toHaveLength(1)
  holds = true
  const waiting = Array.from({ length: 32 }, () => ask(31337, call('eth_chainId')))
  await expect.poll(() => held.length).toBe(32)
  expect((await ask(31337, call('eth_chainId'))).status).toBe(429)
  for (const answer of held) answer()
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  expect(await (await get(`${url}/console/settings.json`)).json()).toMatchObject({ localNodes: [31337] })
})
