/**
 * Writes src/chains/definitions/devnet/devnetAddresses.ts from the plan of the local chains, so that chain definitions
 * can name them without running anything.
 *   npx tsx src/devnet/devnetAddressesText.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import { devnetKeys } from '../chains/definitions/devnet/keys.ts'
import { planChain } from './planChain.ts'

export function devnetAddressesText(): string {
  const [contracts] = devnetChains.map((chain) => planChain(chain, devnetKeys()).contracts)
  const literal = JSON.stringify(contracts, null, 2)
    .replace(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
    .replace(/(['}])\n/g, '$1,\n')
  return [
    '// Generated from the plan of the local chains by src/devnet/devnetAddressesText.ts. Do not edit.',
    "import type { DevnetContracts } from './devnetContracts.ts'",
    '',
    '/** Contract addresses on Harbor, Island and Summit. */',
    `export const devnetAddresses = ${literal} as const satisfies DevnetContracts`,
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(
    fileURLToPath(new URL('../chains/definitions/devnet/devnetAddresses.ts', import.meta.url)),
    devnetAddressesText(),
  )
}
