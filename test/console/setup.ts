import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Logger } from 'pino'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { findChromium } from '../../scripts/findChromium.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { ConfigInput } from '../../src/config/config.ts'
import { createClient } from '../../src/sdk/client.ts'
import { builtPages, root } from '../builtOnce.ts'
import { balance, harbor, island, type Service, startService, startServiceOn, tokens } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { budget } from '../tier.ts'

export { committed, quoted } from '../e2e/setup.ts'

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

/** Real chains, a real database, the real service with its pages, and one browser. */
export async function startConsole(options: Parameters<typeof startService>[0] = {}): Promise<Console> {
  const consoleFolder = await builtPages()
  const config = { webhooks: { allowPrivate: true }, ...options.config }
  return openBrowser(await startService({ ...options, consoleFolder, config }), consoleFolder)
}

/** The same on the app that files share; on one of its own if that was started before the pages were built. */
export async function shareConsole(): Promise<Console> {
  const pages = await builtPages()
  const service = await startService()
  const { ok } = await fetch(`${service.app.url}/console/`)
  return ok ? openBrowser(service, pages) : startConsole()
}

async function openBrowser(service: Service, pages: string): Promise<Console> {
  const browser = await chromium.launch({ executablePath: 'path' in found ? found.path : '', args: quietly })
  return {
    ...service,
    browser,
    url: service.app.url,
    pages,
    stop: async () => {
      await browser.close()
      await service.stop()
    },
  }
}

/** Another service on the same chains, with its own database and settings. */
export async function startBeside(first: Console, config: ConfigInput, log?: Logger): Promise<Console> {
  const database = await freshDatabase()
  const app = await startServiceOn(first.devnet, database.url, config, first.pages, log)
  const stop = async () => {
    await app.stop()
    await database.close()
  }
  return { ...first, app, url: app.url, client: createClient({ url: app.url }), database, stop }
}

/** The USDC of an account on the two chains of a trade. */
export const heldBy = async ({ devnet }: Pick<Console, 'devnet'>, { address }: DevnetKey, from: number = harbor) => ({
  here: await balance(devnet, from, tokens.usdc, address),
  there: await balance(devnet, island, tokens.usdc, address),
})

/** The amounts that the page of an intent names first, in base units. */
export const amountsOf = (page: Page, place = 'h1.hero data'): Promise<bigint[]> =>
  page.locator(place).evaluateAll((found) => found.map((one) => BigInt((one as HTMLDataElement).value)))

/** Runs if a page takes text for markup. */
export const script = '<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>'

/** Longest wait. Only what never comes takes so long, even on a machine five times slower. */
export const patienceMs = 300_000

/** Asks until the answer is the expected one. */
export const eventually = <T>(read: () => T, message?: string) =>
  expect.poll(read, { timeout: patienceMs, interval: 50, message })

/** Closed behind the test. */
export async function openContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  return context
}

/** Console messages and errors of a page fail the test that opened it. Closed behind the test. */
export async function openPage(of: Browser | BrowserContext, url: string): Promise<{ page: Page; said: string[] }> {
  const page = await of.newPage()
  onTestFinished(() => page.close())
  page.setDefaultTimeout(patienceMs)
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(url)
  return { page, said }
}

/**
 * The button of a signable quote, once it is there. An overloaded node is a refusal after which a person retries; so
 * does this.
 */
export async function quoteFor(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true })
  const isThere = async () => {
    await page.getByRole('button', { name: 'Ask again' }).evaluateAll((found) => {
      for (const one of found) (one as HTMLButtonElement).click()
    })
    return button.count()
  }
  await eventually(isThere).toBe(1)
  return button
}

/** Opens another console page like a link in the page: nothing reloads, so its memory stays. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules about colour: only these are rerun in the second theme, which changes nothing else. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** A wide screen, the same at 200 %, a phone, and the narrowest in use. */
const widths = [1280, 640, 390, 320]

/** Nothing sticks out of the page: wide content scrolls in its own box. */
export async function expectFits(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 })
    const wide = await page.evaluate(() => {
      const most = document.documentElement.clientWidth
      const isBoxed = (element: Element): boolean => {
        for (let one = element.parentElement; one; one = one.parentElement)
          if (getComputedStyle(one).overflowX !== 'visible') return true
        return false
      }
      const out = [...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().right > most + 1 && !isBoxed(one))
        .map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute('class')} ${one.textContent?.slice(0, 40)}`)
      return { most, scroll: document.documentElement.scrollWidth, out: out.slice(0, 5) }
    })
    expect(wide.scroll, `${page.url()} at ${width}: ${wide.out.join(' | ')}`).toBeLessThanOrEqual(wide.most)
  }
}

type Looks = { widths: readonly number[]; themes: readonly string[] }
const usualLooks: Looks = { widths: [1280, 390], themes: ['light', 'dark'] }
/** A check takes over a second of a core, mostly for colours. */
const checked = budget<Looks>({
  fast: { widths: [1280], themes: ['light'] },
  full: usualLooks,
  deep: { ...usualLooks, widths },
})

async function inEachLook(
  page: Page,
  { widths: all, themes }: Looks,
  act: (width: number, theme: string) => Promise<void>,
): Promise<void> {
  for (const width of all)
    for (const theme of themes) {
      await page.setViewportSize({ width, height: 860 })
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      await act(width, theme)
    }
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.evaluate(() => delete document.documentElement.dataset.theme)
}

/** No violation in either theme, on desktop and phone; nothing sticks out at any width. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectFits(page)
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource)
  await inEachLook(page, checked, async (width, theme) => {
    const { violations } = await page.evaluate(
      (rules) =>
        (window as unknown as { axe: { run(of: Document, options: object): Promise<AxeResults> } }).axe.run(document, {
          resultTypes: ['violations'],
          ...(rules && { runOnly: { type: 'rule', values: rules } }),
        }),
      theme === 'light' ? undefined : rulesOfColour,
    )
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
    expect(told, `${page.url()} ${theme} at ${width}`).toEqual([])
  })
}

/** Pictures for the documents, on demand: `PICTURES=1 npm test -- test/console`. Light, 1280 pixels wide. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return
  mkdirSync(pictures, { recursive: true })
  // A toast is about an earlier moment of the story.
  await page.locator('.toast').waitFor({ state: 'detached' })
  const session = await page.context().newCDPSession(page)
  await inEachLook(page, { widths: [1280], themes: ['light'] }, async (width) => {
    // As high as the page, so that sticky parts are at its end.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height })
    const clip = { x: 0, y: 0, width, height, scale: 1 }
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85, clip })
    writeFileSync(join(pictures, `${name}.webp`), Buffer.from(data, 'base64'))
  })
  await session.detach()
}
