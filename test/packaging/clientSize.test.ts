import { gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build } from 'tsdown'
import { expect, test, vi } from 'vitest'
import { useFolder } from '../useParts.ts'

// The build of the client takes 15 s of a free machine.
vi.setConfig({ testTimeout: 600_000 })
const folder = useFolder()

test('createClient and runIntent are at most 60 kB of gzip beside the viem of an app', async () => {
  await build({ filter: 'client', outDir: folder, dts: false, logLevel: 'error' })
  const contents = `export { createClient, runIntent } from '${folder}/client.js'`
  const resolveDir = new URL('../..', import.meta.url).pathname
  const { outputFiles } = await bundle({
    stdin: { contents, resolveDir },
    nodePaths: [`${resolveDir}node_modules`],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['viem', 'viem/*'],
    write: false,
  })
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThanOrEqual(60_000)
})
