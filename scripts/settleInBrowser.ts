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
    const sign = page.getByRole('button', { name: /^Sign and send \d/ })
    const again = page.getByRole('button', { name: 'Ask again' })
    let clicks = 2
    // Where a node was out of breath the page says so and offers to ask again, which a newcomer presses too.
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
