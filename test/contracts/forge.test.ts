/**
 * Runs the Solidity suite, with inputs by tier, and compares forge's bytecode with the committed one.
 *
 *   CAUSEWAY_FUZZ_RUNS=10000 npm test -- test/contracts/forge.test.ts    looks longer
 *   CAUSEWAY_FUZZ_SEED=0x… npm test -- test/contracts/forge.test.ts      repeats a run; every run prints its seed
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type ForgeRun, forgeIsEmulated, runForge } from '../../contracts/tools/forge.ts'
import { deployments } from '../../src/chains/contracts/abi/addresses.ts'
import { budget } from '../tier.ts'

const contracts = join(import.meta.dirname, '../../contracts')
/** A cold compile and the whole suite with emulated forge on two busy cores; a native one needs 1/10. */
const forgeMs = 900_000
const deepMs = 4 * 3_600_000
const propertiesMin = 95
const invariantsMin = 18

const gasToleranceBps = 100n
const seed = process.env.CAUSEWAY_FUZZ_SEED ?? `0x${randomBytes(32).toString('hex')}`
/** Every property and invariant runs in every tier; with emulated forge, on fewer inputs. */
const usual = forgeIsEmulated()
  ? budget({ fast: [4, 1], full: [24, 3], deep: [10_000, 512] })
  : budget({ fast: [16, 4], full: [64, 16], deep: [10_000, 512] })
const fuzzRuns = Number(process.env.CAUSEWAY_FUZZ_RUNS ?? usual[0])
const isDeep = fuzzRuns > 64
const env = {
  FOUNDRY_FUZZ_RUNS: String(fuzzRuns),
  FOUNDRY_INVARIANT_RUNS: String(isDeep ? 512 : usual[1]),
  FOUNDRY_INVARIANT_DEPTH: String(isDeep ? 64 : 32),
}

let run: ForgeRun

beforeAll(
  async () => {
    console.log(`forge: ${fuzzRuns} inputs a property, seed ${seed}`)
    run = await runForge(['test', '--fuzz-seed', seed], { env })
  },
  isDeep ? deepMs : forgeMs,
)

test('every Solidity test passes', () => {
  const summary = /(\d+) tests passed, (\d+) failed, (\d+) skipped/.exec(run.stdout)
  console.log(`forge: ${summary?.[0] ?? 'no summary'}`)
  const repeat = `repeat: CAUSEWAY_FUZZ_SEED=${seed} npx vitest run test/contracts/forge.test.ts`
  expect(run.code, `${run.stdout.slice(-4_000)}${run.stderr.slice(-2_000)}\n${repeat}`).toBe(0)
  expect(summary?.[2]).toBe('0')
  expect(summary?.[3]).toBe('0')
})

test('the properties and invariants that were promised are among them', () => {
  const passed = (pattern: RegExp) => run.stdout.match(pattern)?.length ?? 0
  expect(passed(/\[PASS\] testFuzz_/g)).toBeGreaterThanOrEqual(propertiesMin)
  expect(passed(/\[PASS\] invariant_/g)).toBeGreaterThanOrEqual(invariantsMin)
})

test('every test that docs/reference/contracts.md names has passed', () => {
  const page = readFileSync(join(contracts, '../docs/reference/contracts.md'), 'utf8')
  const named = new Set(page.match(/\b(?:test_|testFuzz_|invariant_)\w+/g))
  const passed = new Set([...run.stdout.matchAll(/^\[PASS\] (\w+)\(/gm)].map(([, name]) => name))
  expect([...named].filter((name) => !passed.has(name))).toEqual([])
  expect(named.size).toBeGreaterThan(40)
})

test('gas is what contracts/.gas-snapshot says', () => {
  const remedy = 'if the change is meant, in contracts/: forge snapshot --match-path test/Gas.t.sol'
  const noted = gasByTest(
    /^\w+:(test_Gas\w+)\(\) \(gas: (\d+)\)/gm,
    readFileSync(join(contracts, '.gas-snapshot'), 'utf8'),
  )
  const measured = gasByTest(/^\[PASS\] (test_Gas\w+)\(\) \(gas: (\d+)\)/gm, run.stdout)
  expect([...measured.keys()].toSorted(), remedy).toEqual([...noted.keys()].toSorted())
  expect(noted.size).toBeGreaterThan(0)
  for (const [name, gas] of noted) {
    const change = measured.get(name)! - gas
    const tolerated = (gas * gasToleranceBps) / 10_000n
    expect(change <= tolerated && change >= -tolerated, `${name}: ${gas} became ${gas + change}; ${remedy}`).toBe(true)
  }
})

test('forge compiles the contracts to the bytes that the service deploys', () => {
  const files: Record<string, string> = {
    factory: 'IntentWalletFactory',
    wallet: 'IntentWallet',
    guest: 'IntentGuest',
    utils: 'IntentUtils',
    entrypoint: 'IntentEntrypoint',
    router: 'IntentRouter',
    shim: 'IntentRouterShim',
  }
  for (const { name, initCode } of deployments) {
    const file = files[name]!
    const artefact = JSON.parse(readFileSync(join(contracts, 'out', `${file}.sol`, `${file}.json`), 'utf8'))
    expect(initCode.startsWith(artefact.bytecode.object), file).toBe(true)
  }
})

function gasByTest(line: RegExp, text: string): Map<string, bigint> {
  return new Map([...text.matchAll(line)].map(([, name, gas]) => [name!, BigInt(gas!)]))
}
