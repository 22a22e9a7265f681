import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

type Parts = { stop(): unknown } | { close(): unknown }
type Hook = (run: () => unknown) => void

/** What a file's tests stand on: its parts are there once the first test begins, and are given back after the last. */
export const useForAll = <T extends Parts>(open: () => T | Promise<T>): T => useParts(open, beforeAll, afterAll)

/** The same, made anew for each test. */
export const useForEach = <T extends Parts>(open: () => T | Promise<T>): T => useParts(open, beforeEach, afterEach)

function useParts<T extends Parts>(open: () => T | Promise<T>, before: Hook, after: Hook): T {
  let parts = {} as T
  let isOpen = false
  before(async () => {
    parts = await open()
    isOpen = true
  })
  after(async () => {
    if (!isOpen) return
    isOpen = false
    await ('stop' in parts ? parts.stop() : parts.close())
  })
  // Stands for what is open at the time, also for what a test writes into it.
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(parts, key),
    set: (_, key, value) => Reflect.set(parts, key, value),
    has: (_, key) => Reflect.has(parts, key),
    ownKeys: () => Reflect.ownKeys(parts),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(parts, key),
  })
}

/** An empty folder, gone after the last test. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
