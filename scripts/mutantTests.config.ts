import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that judge a mutant, in the order of `JUDGES`: the first failure ends a run. */
const judges = (process.env.JUDGES ?? '').split(',')
const place = ({ moduleId }: TestSpecification) => judges.findIndex((file) => moduleId.endsWith(file))

class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    include: judges,
    isolate: false,
    setupFiles: ['test/engine/useCompiledKeccak.ts', ...(process.env.COVER_INTO ? ['scripts/mutantCover.ts'] : [])],
    // Starts a database only for files that need one.
    globalSetup: judges.every((file) => file.startsWith('test/engine/')) ? [] : ['test/globalSetup.ts'],
    experimental: { fsModuleCache: true },
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 1,
    pool: 'forks',
    bail: 1,
    sequence: { sequencer: AsNamed },
  },
})
