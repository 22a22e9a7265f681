import { devnetChains } from '../src/chains/definitions/devnet/facts.ts'
import { devnetKeys } from '../src/chains/definitions/devnet/keys.ts'
import { planChain } from '../src/devnet/planChain.ts'

/** Generated, so that chain definitions can use these addresses without computing the plans. */
export function devnetAddressesText(): string {
  const [contracts] = devnetChains.map((chain) => planChain(chain, devnetKeys()).contracts)
  const literal = JSON.stringify(contracts, null, 2)
    .replace(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
    .replace(/(['}])\n/g, '$1,\n')
  return [
    '// Generated from the plan of the local chains by `npm run generate`. Do not edit.',
    "import type { DevnetContracts } from './devnetContracts.ts'",
    '',
    '/** Contract addresses on Harbor, Island and Summit. */',
    `export const devnetAddresses = ${literal} as const satisfies DevnetContracts`,
    '',
  ].join('\n')
}
