/**
 * Breaks each guard of the contracts in turn and shows that a test notices.
 *
 *   npx tsx scripts/mutateContracts.ts            all mutants
 *   npx tsx scripts/mutateContracts.ts nonce      those whose name contains the word
 *
 * All mutants are compiled at once, into a copy: each broken guard asks at run time whether it is its turn, and forge tells every test before
 * it starts which one mutant is on. So one compilation and a few runs of forge do for all, where a compilation a mutant took minutes each.
 * A first run with no mutant on shows that the copy behaves. Ends with 1 if a mutant survives.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runForge } from '../contracts/tools/forge.ts'
import { contractMutants, type Mutant } from './contractMutants.ts'

type Edit = { from: number; to: number; text: string }
type Verdict = { passed: boolean; reason: string }

const root = fileURLToPath(new URL('..', import.meta.url))
const fuzzRuns = '24'
const reasonCharsMax = 90

/** Which mutant is on is the balance of an account nobody has: every contract can read it, and neither storage nor layout changes. */
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
const hookSource = `
    function beforeTestSetup(bytes4 selector) public view returns (bytes[] memory calls) {
        string memory name = string.concat("MUTANT_", vm.toString(abi.encodePacked(selector)));
        calls = new bytes[](1);
        calls[0] = abi.encodeCall(this.mutate, (vm.envOr(name, uint256(0))));
    }

    function mutate(uint256 id) public {
        vm.deal(address(0x6d7574616e74), id);
    }
}
`

const ids = new Map(contractMutants.map((mutant, index) => [mutant, index + 1]))

/** The contracts beside a link to the packages, so that the remappings hold; without the suites that no mutant names. */
function copyOfContracts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-mutants-'))
  for (const part of ['src', 'test', 'tools', 'foundry.toml'])
    cpSync(join(root, 'contracts', part), join(folder, 'contracts', part), { recursive: true })
  for (const suite of ['Gas', 'Invariants']) rmSync(join(folder, 'contracts/test', `${suite}.t.sol`))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function editOf(mutant: Mutant, source: string): Edit {
  const within = mutant.within ?? mutant.find
  const at = source.indexOf(within)
  if (at < 0 || source.indexOf(within, at + 1) >= 0)
    throw new Error(
      `${mutant.name}: the guard is not, or not once, in ${mutant.file}. Bring scripts/contractMutants.ts up to date.`,
    )
  const from = at + within.indexOf(mutant.find)
  const on = `Mutant.on(${ids.get(mutant)})`
  const text = mutant.broken?.(on) ?? `if (!${on}) { ${mutant.find} }`
  return { from, to: from + mutant.find.length, text }
}

/** From the last edit to the first, so that positions stay true. */
function withMutants(source: string, mutants: Mutant[], depth: string): string {
  const edits = mutants.map((mutant) => editOf(mutant, source)).toSorted((a, b) => b.from - a.from)
  let edited = source
  let end = source.length
  for (const { from, to, text } of edits) {
    if (to > end) throw new Error(`two mutants overlap near: ${text}`)
    edited = edited.slice(0, from) + text + edited.slice(to)
    end = from
  }
  const pragma = 'pragma solidity 0.8.30;\n'
  return edited.replace(pragma, `${pragma}\nimport {Mutant} from "${depth}Mutant.sol";\n`)
}

function plantMutants(cwd: string): void {
  for (const file of new Set(contractMutants.map(({ file }) => file))) {
    const path = join(cwd, 'src', file)
    const depth = file.startsWith('lib/') ? './' : './lib/'
    const here = contractMutants.filter((mutant) => mutant.file === file)
    writeFileSync(path, withMutants(readFileSync(path, 'utf8'), here, depth))
  }
  writeFileSync(join(cwd, 'src/lib/Mutant.sol'), switchSource)
  const base = join(cwd, 'test/Base.sol')
  const source = readFileSync(base, 'utf8').trimEnd()
  writeFileSync(base, source.slice(0, -1) + hookSource)
}

/** Selectors of all tests by name, from what forge compiled. */
function testSelectors(cwd: string): Map<string, string> {
  const selectors = new Map<string, string>()
  for (const folder of readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.t.sol'))) {
    for (const file of readdirSync(join(cwd, 'out', folder))) {
      const { methodIdentifiers } = JSON.parse(readFileSync(join(cwd, 'out', folder, file), 'utf8'))
      for (const [signature, selector] of Object.entries<string>(methodIdentifiers ?? {}))
        selectors.set(signature.slice(0, signature.indexOf('(')), selector)
    }
  }
  return selectors
}

/** Runs the named tests, each with its mutant on (none: the control), and tells how each ended. */
async function runTests(cwd: string, tests: string[], env: Record<string, string>): Promise<Map<string, Verdict>> {
  rmSync(join(cwd, 'cache/fuzz'), { recursive: true, force: true })
  const named = `^(${tests.join('|')})(\\(|$)`
  const run = await runForge(['test', '--match-test', named, '--fuzz-runs', fuzzRuns], { cwd, env })
  const verdicts = new Map<string, Verdict>()
  for (const [, word, reason, test] of run.stdout.matchAll(/^\[(PASS|FAIL)(.*)\] (\w+)\(/gm))
    verdicts.set(test!, {
      passed: word === 'PASS',
      reason: reason!.replace(/^: /, '').replace(/; counterexample:.*/, ''),
    })
  const missing = tests.filter((test) => !verdicts.has(test))
  if (missing.length > 0) throw new Error(`did not run: ${missing.join(', ')}\n${run.stdout}${run.stderr}`)
  return verdicts
}

/** A test can have one mutant on at a time: the first round takes the first mutant of each test, the next round the second. */
function roundsOf(mutants: Mutant[]): Mutant[][] {
  const rounds: Mutant[][] = []
  for (const mutant of mutants) {
    const free = rounds.find((round) => round.every(({ test }) => test !== mutant.test))
    if (free) free.push(mutant)
    else rounds.push([mutant])
  }
  return rounds
}

async function tryMutants(chosen: Mutant[], cwd: string): Promise<number> {
  plantMutants(cwd)
  const control = await runTests(cwd, [...new Set(chosen.map(({ test }) => test))], {})
  const selectors = testSelectors(cwd)
  const red = [...control].filter(([, { passed }]) => !passed)
  if (red.length > 0) throw new Error(`fail without a mutant: ${red.map(([test]) => test).join(', ')}`)
  console.log(`${control.size} tests pass while no mutant is on`)
  let caught = 0
  for (const round of roundsOf(chosen)) {
    const env = Object.fromEntries(
      round.map((mutant) => [`MUTANT_0x${selectors.get(mutant.test)}`, String(ids.get(mutant))]),
    )
    const verdicts = await runTests(
      cwd,
      round.map(({ test }) => test),
      env,
    )
    for (const { name, test } of round) {
      const { passed, reason } = verdicts.get(test)!
      if (!passed) caught += 1
      console.log(`| ${passed ? 'SURVIVED' : 'caught'} | ${name} | ${test} | ${reason.slice(0, reasonCharsMax)} |`)
    }
  }
  return caught
}

const word = process.argv[2] ?? ''
const chosen = contractMutants.filter(({ name }) => name.includes(word))
const folder = copyOfContracts()
try {
  const caught = await tryMutants(chosen, join(folder, 'contracts'))
  console.log(`${caught} of ${chosen.length} mutants caught`)
  if (caught !== chosen.length || chosen.length === 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
