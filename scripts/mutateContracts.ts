/**
 * Breaks contracts/src in every way of scripts/contractMutants.ts; prints the unnoticed breaks. On demand, not in CI.
 *
 *   npx tsx scripts/mutateContracts.ts                          all mutants (hours on two busy cores)
 *   npx tsx scripts/mutateContracts.ts --sample 150 --seed 7    150 of them, drawn by this seed; fair if stopped early
 *   npx tsx scripts/mutateContracts.ts --only IntentGuest       those of one file; --id 12,40 those numbers
 *   npx tsx scripts/mutateContracts.ts --set scripts/mutantSets/contractsBlind.ts   those of a hand-written table
 *   npx tsx scripts/mutateContracts.ts --log mutants.log --minutes 9   resumes from the log, and stops after that time
 *   npx tsx scripts/mutateContracts.ts --list                   names them and runs nothing
 *
 * One compilation suffices (without the optimizer, which would take most of the time); `MUTANT=<number>` selects one.
 * A mutant first meets the suites of its file with few inputs, until one test fails; a survivor then meets all suites
 * with more inputs, and the invariants last. A first run without a mutant checks the copy; it excludes and names tests
 * whose gas bounds are too tight for it. Exits with 1 if more than 5 % survive.
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runForge } from '../contracts/tools/forge.ts'
import { plantSet } from './contractMutantSets.ts'
import { type Mutant, plantMutants, readSources } from './contractMutants.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Few inputs in the suites most likely to notice a mutant, more in the others. */
const [fewInputs, inputs] = ['1', '12']
const forgeEnv = { FOUNDRY_OPTIMIZER: 'false', FOUNDRY_INVARIANT_RUNS: '4' }
const survivorsPercentMax = 5
/** Judges the survivors of all other suites. */
const slowest = 'Invariants'

/** The active mutant is the balance of an unused account: every contract can read it; storage stays unchanged. */
const switchSource = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

library Mutant {
    function on(uint256 id) internal pure returns (bool) {
        function(uint256) view returns (bool) looks = _on;
        function(uint256) pure returns (bool) asks;
        assembly {
            asks := looks
        }
        return asks(id);
    }

    function _on(uint256 id) private view returns (bool) {
        return address(0x6d7574616e74).balance == id;
    }
}
`
/**
 * The start of every `setUp`. It skips suites by itself: with --match-path, forge first compiles everything once more
 * to find matches, which takes longer than the tests.
 */
const turnOn = `vm.deal(address(0x6d7574616e74), vm.envOr("MUTANT", uint256(0)));
        string memory only = vm.envOr("SUITES", string(""));
        if (bytes(only).length != 0 && !vm.contains(only, string.concat(",", suiteName(), ","))) vm.skip(true);`
const suiteName = (name: string, keyword: string) =>
  `    function suiteName() internal pure ${keyword} returns (string memory) {\n        return "${name}";\n    }\n`

/** The suites most likely to notice a mutant of a file. */
const suites: Record<string, string[]> = {
  IntentWallet: ['Rights', 'Plans', 'Wallet', 'Refund'],
  IntentGuest: ['Rights', 'Grants', 'Guest'],
  IntentEntrypoint: ['PayIn', 'Entrypoint'],
  Permits: ['PayIn', 'Entrypoint', 'Brand'],
  IntentRouter: ['Router', 'Injection', 'Forbidden'],
  Forbidden: ['Forbidden'],
  Injection: ['Naive', 'Injection'],
  IntentRouterShim: ['Router'],
  IntentUtils: ['Refund'],
  IntentWalletFactory: ['Rights', 'Wallet'],
  Clones: ['Wallet'],
  IntentTypes: ['Naive', 'Wallet'],
  Receiver: ['Promises'],
  Signatures: ['Naive', 'Owner', 'PayIn'],
  Domains: ['Grants', 'Owner', 'PayIn'],
  Tokens: ['Naive', 'Zoo', 'Promises', 'Plans'],
  Transient: ['Wallet', 'Router', 'PayIn'],
}

function suitesIn(contracts: string): string[] {
  const files = readdirSync(join(contracts, 'test')).filter((file) => file.endsWith('.t.sol'))
  return files.map((file) => file.slice(0, -'.t.sol'.length))
}

/**
 * A permanent folder, so that the next run finds it compiled. Excludes gas tests, because the switches cost gas, and
 * published signers, whose passkey curve compiles only with the optimizer.
 */
function prepareCopy(planted: Map<string, string>, of: string): string {
  const folder = join(tmpdir(), 'causeway-mutants', of)
  const contracts = join(folder, 'contracts')
  mkdirSync(contracts, { recursive: true })
  for (const part of ['src', 'test']) rmSync(join(contracts, part), { recursive: true, force: true })
  for (const part of ['src', 'test', 'tools', 'foundry.toml'])
    cpSync(join(root, 'contracts', part), join(contracts, part), { recursive: true, preserveTimestamps: true })
  for (const suite of ['Gas', 'Signatures']) rmSync(join(contracts, 'test', `${suite}.t.sol`))
  rmSync(join(contracts, 'test/mocks/Signers.sol'))
  for (const [file, source] of planted) writeFileSync(join(contracts, file), source)
  writeFileSync(join(contracts, 'src/lib/Mutant.sol'), switchSource)
  // The invariants have a setUp of their own, around the handler's world.
  for (const [file, keyword] of [
    ['Base.sol', 'virtual'],
    ['Invariants.t.sol', 'override'],
  ]) {
    const setUp = `function setUp() public ${keyword} {`
    change(join(contracts, 'test', file!), setUp, (found) => `${found}\n        ${turnOn}`)
  }
  change(join(contracts, 'test/Base.sol'), /\}\n$/, () => `\n${suiteName('', 'virtual')}}\n`)
  for (const suite of suitesIn(contracts)) nameSuite(contracts, `${suite}.t.sol`, `${suite}Test`, suite)
  nameSuite(contracts, 'Handler.sol', 'Handler', 'Invariants')
  if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return contracts
}

function nameSuite(contracts: string, file: string, contract: string, suite: string): void {
  const head = new RegExp(`contract ${contract} is \\w+ \\{\n`)
  change(join(contracts, 'test', file), head, (found) => found + suiteName(suite, 'override'))
}

function change(path: string, place: string | RegExp, into: (found: string) => string): void {
  const source = readFileSync(path, 'utf8')
  if (source.replace(place, '') === source) throw new Error(`${path} has no "${place}"`)
  writeFileSync(path, source.replace(place, into))
}

/** Small, fast and deterministic (mulberry32), so that a seed names a sample. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function sampleOf(mutants: Mutant[], count: number, seed: number): Mutant[] {
  const random = randomOf(seed)
  const drawn = mutants.map((mutant) => ({ mutant, key: random() })).toSorted((a, b) => a.key - b.key)
  return drawn.slice(0, count).map(({ mutant }) => mutant)
}

const nameOf = ({ id, file, line, operator, original }: Mutant) =>
  `${id} | ${file.slice(4)}:${line} | ${operator} | \`${original.replaceAll('|', '\\|')}\``

async function judge(
  cwd: string,
  id: number,
  { names, runs }: { names: readonly string[]; runs: string },
  excluded: string[],
): Promise<string | undefined> {
  const args = ['test', '--fail-fast', '--fuzz-runs', runs]
  if (excluded.length > 0) args.push('--no-match-test', `^(${excluded.join('|')})(\\(|$)`)
  // Forge would first try earlier counterexamples, of other mutants.
  for (const found of ['cache/fuzz', 'cache/invariant']) rmSync(join(cwd, found), { recursive: true, force: true })
  const run = await runForge(args, {
    cwd,
    env: { ...forgeEnv, MUTANT: String(id), SUITES: `,${names.join(',')},` },
  })
  if (run.code === 0) return undefined
  // An invariant's name follows the calls that broke it.
  const failed = /^\[FAIL.*\] (\w+)|^ (invariant_\w+)\(\)/m.exec(run.stdout)
  if (!failed) throw new Error(run.stdout.slice(-3_000) + run.stderr.slice(-2_000))
  return failed[1] ?? failed[2]
}

async function control(cwd: string): Promise<string[]> {
  const run = await runForge(['test', '--fuzz-runs', inputs], { cwd, env: forgeEnv })
  const red = [...run.stdout.matchAll(/^\[FAIL.*?\] (\w+)\(/gm)].map(([, name]) => name!)
  const green = run.stdout.match(/^\[PASS\]/gm)?.length ?? 0
  if (green === 0) throw new Error(run.stdout.slice(-3_000) + run.stderr.slice(-3_000))
  const names = [...new Set(red)]
  console.log(`${green} tests pass while no mutant is on${names.length ? `; left out: ${names.join(', ')}` : ''}`)
  return names
}

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    id: { type: 'string' },
    set: { type: 'string' },
    log: { type: 'string' },
    minutes: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const sources = readSources(join(root, 'contracts'))
const { planted, mutants } = values.set ? await plantSet(sources, values.set) : plantMutants(sources)
const ids = values.id?.split(',').map(Number)
const wanted = mutants.filter(
  ({ id, file }) => (!values.only || file.includes(values.only)) && (!ids || ids.includes(id)),
)
const chosen = values.sample ? sampleOf(wanted, Number(values.sample), Number(values.seed)) : wanted
if (values.list) {
  for (const mutant of chosen) console.log(nameOf(mutant))
  console.log(`${chosen.length} of ${mutants.length} mutants`)
} else {
  const cwd = prepareCopy(planted, values.set ? basename(values.set, '.ts') : 'operators')
  const everySuite = suitesIn(cwd)
  const judged = readLog()
  const excluded = judged.excluded ?? (await control(cwd))
  if (values.log && !judged.excluded) appendFileSync(values.log, `left out: ${excluded.join(' ')}\n`)
  const untilMs = values.minutes ? Date.now() + Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY
  for (const mutant of chosen) {
    if (judged.verdicts.has(mutant.id)) continue
    if (Date.now() > untilMs) break
    const near = suites[mutant.file.slice(mutant.file.lastIndexOf('/') + 1, -'.sol'.length)] ?? everySuite
    const stages = [
      { names: near, runs: fewInputs },
      { names: everySuite.filter((suite) => suite !== slowest), runs: inputs },
      { names: [slowest], runs: inputs },
    ]
    let noticed: string | undefined
    for (const stage of stages) noticed ??= await judge(cwd, mutant.id, stage, excluded)
    judged.verdicts.set(mutant.id, noticed !== undefined)
    const line = `${noticed ? 'caught' : 'SURVIVED'} | ${nameOf(mutant)} | ${noticed ?? ''}`
    console.log(line)
    if (values.log) appendFileSync(values.log, `${line}\n`)
  }
  const seen = chosen.filter(({ id }) => judged.verdicts.has(id))
  const survivors = seen.filter(({ id }) => !judged.verdicts.get(id))
  const sample = values.sample ? ` (sample of ${mutants.length}, seed ${values.seed})` : ` (of ${mutants.length})`
  console.log(`${seen.length - survivors.length} of ${seen.length} mutants caught${sample}; survivors:`)
  for (const survivor of survivors) console.log(`| ${nameOf(survivor)} |`)
  if (!(survivors.length * 100 <= survivorsPercentMax * seen.length)) process.exitCode = 1
}

/** An earlier run's verdicts and excluded tests: delete the log when sources or tests change. */
function readLog(): { excluded?: string[]; verdicts: Map<number, boolean> } {
  const text = values.log && existsSync(values.log) ? readFileSync(values.log, 'utf8') : ''
  const lines = text.matchAll(/^(caught|SURVIVED) \| (\d+) \|/gm)
  return {
    excluded: /^left out: (.*)$/m.exec(text)?.[1]?.split(' ').filter(Boolean),
    verdicts: new Map([...lines].map(([, verdict, id]) => [Number(id), verdict === 'caught'])),
  }
}
