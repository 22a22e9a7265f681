import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Many processes and misbehaving nodes take long: `CHAOS=some npm test -- test/chaos` runs the cases that guard money
// most, `CHAOS=all` every one. Without it, only the crash suite of that folder runs.
const longOnes = process.env.CHAOS ? [] : ['test/chaos/fleet.test.ts', 'test/chaos/faults.test.ts']

/** These take minutes: begun last, one of them would keep a core waiting for the other at the end. */
const first = [
  'test/docs/commands',
  'test/contracts/forge',
  'test/sim/simulate',
  'test/console/browser',
  'test/e2e/endings',
  'test/chaos/crash',
  'test/chaos/chaos',
  'test/start',
  'test/chains/sender',
  'test/packaging/package',
  'test/packaging/image',
  'test/devnet/lifecycle',
  'test/cli/commands',
  'test/service/errors',
  'test/engine/latePayments',
  'test/engine/dust',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = first.findIndex((name) => moduleId.includes(`/${name}.test.`))
      return found < 0 ? first.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    projects: [
      // Loading the modules takes longer than the tests, which share nothing but constants: a worker loads them once.
      {
        extends: true,
        test: {
          name: 'engine',
          // Compiled modules are kept between runs: compiling them again is a third of a run.
          experimental: { fsModuleCache: true },
          include: ['test/engine/**/*.test.ts'],
          isolate: false,
          // They make much short-lived data: with this much room for it a tenth of the time is saved.
          execArgv: ['--max-semi-space-size=64'],
          setupFiles: ['test/engine/useCompiledKeccak.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...longOnes, 'test/engine/**'],
        },
      },
    ],
    // Real nodes, browsers and a real database start inside tests, and others use the machine: these bounds are for what never ends. No test has
    // one of its own, unless it needs more.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Below the bound of a test, so that what was seen last is told.
    expect: { poll: { timeout: 300_000 } },
    maxWorkers: 2,
    pool: 'forks',
    retry: 0,
    sequence: { sequencer: LongestFirst },
  },
})
