import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { reportFailures } from './test/reportFailures.ts'
import { filesOf } from './test/tiers.ts'

/** Both are set by scripts/test.mjs. */
const { RUN, TEST_REPORT: outputFile } = process.env
const files = filesOf(RUN)

/** Files that take longest come first, so that none of them keeps one core waiting for the other at the end. */
const first: string[] = [
  'test/docs/readme',
  'test/console/smoke',
  'test/docs/',
  'test/console/',
  'test/contracts/forge',
  'test/sim/simulate',
  'test/packaging/',
  'test/chaos/',
  'test/start',
  'test/survive/',
  'test/e2e/gasCharged',
  'test/e2e/weather',
  'test/e2e/remoteSigner',
  'test/e2e/markets',
  'test/e2e/contractRefunds',
  'test/chains/idleCost',
  'test/sdk/lieSuite',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A worker that goes on to another project starts anew, with its modules and its chains: projects stay together.
    const order = ['apart', 'shared', 'engine']
    const place = ({ moduleId, project }: TestSpecification) => {
      const found = first.findIndex((name) => moduleId.includes(`/${name}`))
      return order.indexOf(project.name) * 100 + (found < 0 ? first.length : found)
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: files.engine,
          isolate: false,
          setupFiles: ['test/engine/useCompiledKeccak.ts'],
        },
      },
      // Loading the modules takes longer than most tests, which share nothing but constants, chains and an app: a worker loads them once.
      { extends: true, test: { name: 'shared', include: files.shared, isolate: false } },
      { extends: true, test: { name: 'apart', include: files.apart } },
    ],
    globalSetup: ['test/globalSetup.ts'],
    reporters: outputFile ? ['default', ['json', { outputFile }], reportFailures] : ['default', reportFailures],
    // Compiled modules are kept between runs: compiling them again is a third of a run.
    experimental: { fsModuleCache: true },
    // Tests make much short-lived data: with this much room for it a tenth of the time is saved.
    execArgv: ['--max-semi-space-size=64'],
    // Real nodes, browsers and a real database start inside tests, and others use the machine: these bounds are for what never ends. No test
    // has one of its own, unless it needs more.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Below the bound of a test, so that what was seen last is told.
    expect: { poll: { timeout: 300_000 } },
    // Commands in a pipe write as on a terminal of this width.
    env: { COLUMNS: '80' },
    maxWorkers: 2,
    pool: 'forks',
    retry: 0,
    sequence: { sequencer: LongestFirst },
  },
})
