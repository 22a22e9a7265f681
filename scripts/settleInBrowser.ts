import type { Browser } from 'playwright-core'

/** How long a newcomer would look at a page where nothing happens. */
const patienceMs = 180_000

export type Settled = { intentId: string; clicks: number; settledS: number }

/**
 * What a newcomer does who has read nothing: opens the address that `npm start` printed first, and presses the one button that each page
 * offers. Nothing is typed. Resolves once the page says that the intent is settled.
 */
export async function settleInBrowser(browser: Browser, consoleUrl: string): Promise<Settled> {
  const started = performance.now()
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    await page.goto(consoleUrl)
    await page.getByRole('link', { name: 'Send something' }).click()
    await page.getByRole('button', { name: /^Sign and send \d/ }).click()
    await page.waitForURL(/\/console\/intents\/0x/)
    await page.locator('.eyebrow .pill.ok', { hasText: 'Settled' }).waitFor()
    const settledS = (performance.now() - started) / 1_000
    return { intentId: page.url().split('/').at(-1)!, clicks: 2, settledS }
  } finally {
    await context.close()
  }
}
