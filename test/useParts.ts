import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/** What a file's tests stand on: its parts are there once the first test begins, and are given back after the last. */
export function useForAll<T extends object>(open: () => T | Promise<T>, close: (parts: T) => unknown): T {
  return useParts(open, close, beforeAll, afterAll)
}

/** The same, made anew for each test. */
export function useForEach<T extends object>(open: () => T | Promise<T>, close: (parts: T) => unknown): T {
  return useParts(open, close, beforeEach, afterEach)
}

type Hook = (run: () => unknown) => void

function useParts<T extends object>(
  open: () => T | Promise<T>,
  close: (parts: T) => unknown,
  before: Hook,
  after: Hook,
) {
  const parts = {} as T
  let isOpen = false
  before(async () => {
    Object.assign(parts, await open())
    isOpen = true
  })
  after(async () => {
    if (!isOpen) return
    isOpen = false
    await close(parts)
  })
  return parts
}
