import type { Browser } from 'playwright-core'

/** A newcomer's patience with a page where nothing happens. */
const patienceMs = 180_000

export type Settled = { intentId: string; clicks: number; settledS: number }

/**
 * Acts like a newcomer without documentation: opens the first address that `npm start` printed and presses the one
 * button of each page. Types nothing. Resolves once the page says that the intent is settled.
 */
export async function settleInBrowser(browser: Browser, consoleUrl: string): Promise<Settled> {
  const started = performance.now()
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    await page.goto(consoleUrl)
    await page.getByRole('link', { name: 'Send something' }).click()
    const sign = page.getByRole('button', { name: /^Sign and send \d/ })
    const again = page.getByRole('button', { name: 'Ask again' })
    let clicks = 2
    // If a node is overloaded, the page says so and offers a retry, which a newcomer presses too.
    for (;;) {
      await sign.or(again).first().waitFor()
      if (await sign.isVisible()) break
      clicks += await again.evaluateAll((found) => {
        for (const one of found) (one as HTMLButtonElement).click()
        return found.length
      })
    }
    await sign.click()
    await page.waitForURL(/\/console\/intents\/0x/)
    await page.locator('.eyebrow .pill.ok', { hasText: 'Settled' }).waitFor()
    const settledS = (performance.now() - started) / 1_000
    return { intentId: page.url().split('/').at(-1)!, clicks, settledS }
  } finally {
    await context.close()
  }
}
