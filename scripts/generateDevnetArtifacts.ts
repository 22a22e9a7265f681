/**
 * Compiles contracts/devnet with npm's solc and writes src/devnet/artifacts/<Name>.ts (ABI and bytecode), so that running
 * the devnet needs no compiler. Settings equal contracts/foundry.toml: the same source gives the same bytes.
 *   npx tsx scripts/generateDevnetArtifacts.ts [output folder]
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Compiled = { abi: unknown[]; evm: { bytecode: { object: string; linkReferences: object } } }
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, Compiled>>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const solc = createRequire(import.meta.url)('solc') as {
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string
}

/** One file's text per contract in contracts/devnet, in the order of their names. */
export function devnetArtifacts(): Map<string, string> {
  const folder = join(root, 'contracts/devnet')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sol'))
    .toSorted()
  const sources = Object.fromEntries(names.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }]))
  const settings = {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 1_000_000 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences'] } },
  }
  const answer = solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), { import: readImport })
  const output = JSON.parse(answer) as Output
  const problems = output.errors ?? []
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  return new Map(names.map((name) => [name.replace('.sol', '.ts'), artifactText(name, output)]))
}

function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(join(root, 'node_modules', path), 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}

function artifactText(file: string, output: Output): string {
  const contract = file.replace('.sol', '')
  const compiled = output.contracts[file]?.[contract]
  if (!compiled) throw new Error(`${file} has no contract named ${contract}: a file carries the name of its contract`)
  if (Object.keys(compiled.evm.bytecode.linkReferences).length > 0) throw new Error(`${contract} needs linking`)
  const prefix = contract.charAt(0).toLowerCase() + contract.slice(1)
  return [
    `// Generated from contracts/devnet/${file} by scripts/generateDevnetArtifacts.ts. Do not edit.`,
    `export const ${prefix}Abi = ${JSON.stringify(compiled.abi, null, 2)} as const`,
    `export const ${prefix}Bytecode = '0x${compiled.evm.bytecode.object}' as const`,
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const target = process.argv[2] ?? join(root, 'src/devnet/artifacts')
  mkdirSync(target, { recursive: true })
  for (const [name, text] of devnetArtifacts()) {
    writeFileSync(join(target, name), text)
    console.log(`${name} ${text.length} characters`)
  }
}
