import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { findChromium } from '../../scripts/findChromium.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { type Service, startService, walletOf } from '../e2e/setup.ts'

const root = join(import.meta.dirname, '..', '..')
const pictures = join(root, 'docs/console')

const found = findChromium()
export const hasBrowser = 'path' in found
if ('why' in found) process.stderr.write(`\nTHE BROWSER SUITE DID NOT RUN: ${found.why}\n\n`)

/** `pages`: the folder with the built pages. */
export type Console = Service & { browser: Browser; url: string; pages: string }

const quietly = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** Real chains, a real database, the real service with pages built from the source as it is, and one browser. */
export async function startConsole(): Promise<Console> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-pages-'))
  execFileSync(
    join(root, 'node_modules/.bin/vite'),
    ['build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'],
    { cwd: root },
  )
  const [service, browser] = await Promise.all([
    startService({ consoleFolder: folder, config: { webhooks: { allowPrivate: true } } }),
    chromium.launch({ executablePath: 'path' in found ? found.path : '', args: quietly }),
  ])
  return {
    ...service,
    browser,
    url: service.app.url,
    pages: folder,
    stop: async () => {
      await browser.close()
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whatever a page says on its console or throws is a failure of the test that opened it. */
export async function openPage(context: BrowserContext, url: string): Promise<{ page: Page; said: string[] }> {
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(url)
  return { page, said }
}

/** A wallet whose key is outside of the page: it announces itself by EIP-6963 and every request is answered here. */
export async function addWallet(context: BrowserContext, { devnet }: Service, key: DevnetKey, chainId: number) {
  const asked: string[] = []
  const state = { chainId, declines: false }
  await context.exposeFunction('walletRequest', async (method: string, params: unknown[]) => {
    asked.push(method)
    const wallet = walletOf(devnet, state.chainId, key)
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return { result: [key.address] }
    if (method === 'eth_chainId') return { result: `0x${state.chainId.toString(16)}` }
    if (method === 'wallet_switchEthereumChain') {
      state.chainId = Number((params[0] as { chainId: string }).chainId)
      return { result: null }
    }
    if (method === 'eth_signTypedData_v4' || method === 'eth_sendTransaction') {
      if (state.declines) return { error: { code: 4001, message: 'User rejected the request.' } }
      if (method === 'eth_sendTransaction') {
        const { to, data, value } = params[0] as { to: `0x${string}`; data?: `0x${string}`; value?: string }
        return { result: await wallet.sendTransaction({ to, data, value: BigInt(value ?? 0) }) }
      }
      const { domain, types, primaryType, message } = JSON.parse(params[1] as string)
      const { EIP712Domain: _domain, ...rest } = types
      return { result: await wallet.signTypedData({ domain, types: rest, primaryType, message }) }
    }
    const { rpcUrl } = devnet.chains.find(({ id }) => id === state.chainId)!
    return { result: await rpc(rpcUrl, method, params) }
  })
  await context.addInitScript(() => {
    const ask = (window as unknown as { walletRequest(method: string, params: unknown): Promise<Answer> }).walletRequest
    type Answer = { result?: unknown; error?: { code: number; message: string } }
    const provider = {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        const { result, error } = await ask(method, params ?? [])
        if (error) throw Object.assign(new Error(error.message), { code: error.code })
        return result
      },
    }
    const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Outside Wallet', icon: '', rdns: 'org.example' }
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  })
  return { asked, state }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that read colours. A theme changes colours alone, so in the second one the others would find the same again. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** No violation in either theme, on a wide screen and on a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 })
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      await page.evaluate(axeSource)
      const { violations } = await page.evaluate(
        (rules) =>
          (window as unknown as { axe: { run(of: Document, options: object): Promise<AxeResults> } }).axe.run(
            document,
            {
              resultTypes: ['violations'],
              ...(rules && { runOnly: { type: 'rule', values: rules } }),
            },
          ),
        theme === 'light' ? undefined : rulesOfColour,
      )
      const told = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      )
      expect(told, `${page.url()} ${theme} at ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.evaluate(() => delete document.documentElement.dataset.theme)
}

/** A picture for the documents, made where they are asked for: `PICTURES=1 npm test -- test/console`. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
