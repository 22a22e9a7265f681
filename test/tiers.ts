import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The fast tier, chosen by what each proves; CONTRIBUTING.md gives the reasons. A folder means all its files. */
const fast = [
  'test/tidy.test.ts',
  // Rules without a node or a database.
  'test/{engine,evm,host,intents,interface,routing,wire}/',
  'test/providers/{acrossFees,attestations,circuitBreaker,swapCalls}.test.ts',
  // Random worlds: a few fresh seeds, one crash at the most critical place, a short chaos.
  'test/sim/',
  'test/chaos/{crash,chaos}.test.ts',
  // The stores, and the interface as callers use it, on one Postgres.
  'test/{stores,server}/',
  // Stories on shared chains: bridges, deposit ways, same chain, refund, abort, expiry, destination call, yield.
  'test/e2e/{stories,messages,endings,payIn,clients,receipts}.test.ts',
  // The console in a browser, and the README's commands.
  'test/console/{smoke,flow,steps}.test.ts',
  'test/docs/readme.test.ts',
  // Attacks that guard money.
  'test/attack/{contexts,burningWallet,refusals}.test.ts',
]

/** Searches with a budget by tier: full repeats the fast tier's with its own budget, deep with more. */
const searches = [
  'test/sim/',
  'test/stores/randomHistories.test.ts',
  'test/server/accessRaces.test.ts',
  'test/chaos/{crash,chaos}.test.ts',
  'test/contracts/forge.test.ts',
]

/** Other versions of Node and viem, fetched from npm. */
const deepOnly = ['test/packaging/versions.test.ts']

/**
 * Files with their own process: they start or break parts, keep state in modules, or measure their event loop. All
 * others share their worker's modules.
 */
const apart = [
  'test/{chaos,docs,fork,packaging,survive}/',
  'test/start.test.ts',
  'test/sdk/smallZod.test.ts',
  'test/providers/hostedSwap.test.ts',
]

const matcher = (globs: readonly string[]) => {
  const sources = globs.map((glob) =>
    glob.replaceAll('.', '\\.').replace(/\{(.*)\}/, (_, names) => `(${names.replaceAll(',', '|')})`),
  )
  const pattern = new RegExp(`^(${sources.join('|')})`)
  return (file: string) => pattern.test(file)
}
const [isFast, isSearch, isDeepOnly, isApart] = [fast, searches, deepOnly, apart].map(matcher) as [
  (file: string) => boolean,
  (file: string) => boolean,
  (file: string) => boolean,
  (file: string) => boolean,
]

/** Files of a run; `rest`: full without fast. */
const runs: Record<string, (file: string) => boolean> = {
  fast: isFast,
  full: (file) => !isDeepOnly(file),
  rest: (file) => !isDeepOnly(file) && (!isFast(file) || isSearch(file)),
  deep: (file) => isDeepOnly(file) || isSearch(file),
}

/** A run's files by project. Without a run, all files. */
export function filesOf(run: string | undefined): Record<'engine' | 'shared' | 'apart', string[]> {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name}`)
    .filter((name) => name.endsWith('.test.ts') && (runs[run ?? '']?.(name) ?? true))
  const isEngine = (file: string) => file.startsWith('test/engine/')
  return {
    engine: files.filter(isEngine),
    shared: files.filter((file) => !isEngine(file) && !isApart(file)),
    apart: files.filter(isApart),
  }
}
