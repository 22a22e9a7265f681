import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 100

/** Looks again and again until the condition holds; false when the time is over. A look that throws counts as no. */
export async function until(condition: () => Promise<boolean> | boolean, timeoutMs: number): Promise<boolean> {
  const endMs = Date.now() + timeoutMs
  for (;;) {
    if (await Promise.resolve(condition()).catch(() => false)) return true
    if (Date.now() >= endMs) return false
    await sleep(lookEveryMs)
  }
}

/** Whether the address answers with a status of success, within so long. */
export async function answers(url: string, withinMs = 10_000): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(withinMs) }).catch(() => undefined)
  await reply?.body?.cancel()
  return reply?.ok ?? false
}
