import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

type Parts = { stop(): unknown } | { close(): unknown }
type Hook = (run: () => unknown) => void

/** What a file's tests stand on: its parts are there once the first test begins, and are given back after the last. */
export const useForAll = <T extends Parts>(open: () => T | Promise<T>): T => useParts(open, beforeAll, afterAll)

/** The same, made anew for each test. */
export const useForEach = <T extends Parts>(open: () => T | Promise<T>): T => useParts(open, beforeEach, afterEach)

function useParts<T extends Parts>(open: () => T | Promise<T>, before: Hook, after: Hook): T {
  const parts = {} as T
  let opened: T | undefined
  before(async () => {
    const made = await open()
    opened = made
    // What a test writes has to reach what was opened.
    for (const key of Object.keys(made) as (keyof T)[]) {
      const [get, set] = [() => made[key], (value: unknown) => Reflect.set(made, key, value)]
      Object.defineProperty(parts, key, { configurable: true, enumerable: true, get, set })
    }
  })
  after(async () => {
    const closing = opened
    opened = undefined
    if (closing) await ('stop' in closing ? closing.stop() : closing.close())
  })
  return parts
}
