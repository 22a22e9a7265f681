/**
 * Measures the Solidity tests' coverage of contracts/src. Prints forge's table; exits with 1 below 90 % of branches.
 *
 *   npx tsx scripts/coverContracts.ts
 *
 * Works on a copy that contains forge-std: forge's branch counter does not follow imports out of the project.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runForge } from '../contracts/tools/forge.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const branchesPercentMin = 90

/** Without gas tests, which coverage breaks, and without invariants, so the count can only be too low. */
function copyOfContracts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-coverage-'))
  const copy = join(folder, 'contracts')
  for (const part of ['src', 'test', 'tools', 'foundry.toml'])
    cpSync(join(root, 'contracts', part), join(copy, part), { recursive: true })
  for (const suite of ['Gas', 'Invariants']) rmSync(join(copy, 'test', `${suite}.t.sol`))
  const forgeStd = 'node_modules/@layerzerolabs/toolbox-foundry/lib/forge-std'
  cpSync(join(root, forgeStd), join(copy, 'lib/forge-std'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const settings = join(copy, 'foundry.toml')
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(`../${forgeStd}`, 'lib/forge-std'))
  return folder
}

const folder = copyOfContracts()
try {
  const { code, stdout, stderr } = await runForge(
    ['coverage', '--ir-minimum', '--no-match-coverage', '(test|lib/forge-std)/'],
    {
      cwd: join(folder, 'contracts'),
      // Few inputs keep it short and the count can only be too low; linking by artefact would hide the contracts.
      env: { FOUNDRY_FUZZ_RUNS: '6', FOUNDRY_DYNAMIC_TEST_LINKING: 'false' },
    },
  )
  const table = stdout.slice(stdout.indexOf('╭'))
  const branches = Number(/\| Total.*?\|.*?\|.*?\| *([\d.]+)%/.exec(table)?.[1])
  if (code !== 0 || Number.isNaN(branches)) throw new Error(stdout + stderr)
  console.log(table)
  console.log(`branches: ${branches} % (at least ${branchesPercentMin} %)`)
  if (branches < branchesPercentMin) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
