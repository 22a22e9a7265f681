import { configDefaults, defineConfig } from 'vitest/config'

// Many processes and misbehaving nodes take long: `CHAOS=some npm test -- test/chaos` runs the cases that guard money
// most, `CHAOS=all` every one. Without it, only the crash suite of that folder runs.
const longOnes = process.env.CHAOS ? [] : ['test/chaos/fleet.test.ts', 'test/chaos/faults.test.ts']

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...longOnes],
    // Real nodes and a real database start inside tests; two cores share them.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
    retry: 0,
  },
})
