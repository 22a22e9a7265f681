import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { basename, join, relative } from 'node:path'
import { afterAll, expect } from 'vitest'

/** The service's functions that a test file calls, and its time: a mutant meets the files that call its function. */
export type Cover = { test: string; ms: number; calls: string[] }

const root = join(import.meta.dirname, '..')
const startMs = performance.now()
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const calls = result.flatMap(({ url, functions }) => {
    const file = relative(root, url.replace('file://', ''))
    if (!file.startsWith('src/')) return []
    return functions
      .filter(({ ranges, functionName }) => functionName !== '' && ranges[0]!.count > 0)
      .map(({ functionName }) => `${file} ${functionName}`)
  })
  const path = expect.getState().testPath!
  const cover: Cover = { test: relative(root, path), ms: performance.now() - startMs, calls: [...new Set(calls)] }
  writeFileSync(join(process.env.COVER_INTO!, `${basename(path)}.json`), JSON.stringify(cover))
})
