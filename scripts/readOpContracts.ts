// Copies the code of two OP-stack predeploys from their authors' package to src/devnet/opStackPredeploys.ts. The
// package is 128 MB for 9 KB of code, so it is unpacked into a temporary folder, not installed. Raise the version, run
// `node --import tsx scripts/readOpContracts.ts`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isHex } from 'viem'
import { z } from 'zod'

const version = '0.17.3'
const folder = mkdtempSync(join(tmpdir(), 'op-contracts-'))
try {
  execFileSync('npm', ['pack', `@eth-optimism/contracts-bedrock@${version}`], { cwd: folder, stdio: 'ignore' })
  execFileSync('tar', ['xzf', `eth-optimism-contracts-bedrock-${version}.tgz`, 'package/forge-artifacts'], {
    cwd: folder,
  })
  const lines = [
    `// Made by scripts/readOpContracts.ts from @eth-optimism/contracts-bedrock ${version}. Do not edit.`,
    '// MIT License, Copyright (c) 2022 Optimism; the terms are those of the file LICENSE.',
    '/** Runtime code of GasPriceOracle 1.3.0, which reckons as Bedrock, Ecotone and Fjord do, and of L1Block, whose values it reads. */',
    'export const opStackPredeploys = {',
    '  gasPriceOracle:',
    `    '${runtimeOf('GasPriceOracle')}',`,
    '  l1Block:',
    `    '${runtimeOf('L1Block')}',`,
    '} as const',
  ]
  writeFileSync(new URL('../src/devnet/opStackPredeploys.ts', import.meta.url), `${lines.join('\n')}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

/** Without immutables, the runtime code equals the artifact's. */
function runtimeOf(name: string): string {
  const artifact = z.object({
    deployedBytecode: z.object({
      object: z.string().refine((text) => isHex(text)),
      immutableReferences: z.record(z.string(), z.unknown()).default({}),
    }),
  })
  const path = join(folder, 'package/forge-artifacts', `${name}.sol`, `${name}.json`)
  const { deployedBytecode } = artifact.parse(JSON.parse(readFileSync(path, 'utf8')))
  if (Object.keys(deployedBytecode.immutableReferences).length > 0) throw new Error(`${name} has immutables`)
  return deployedBytecode.object
}
