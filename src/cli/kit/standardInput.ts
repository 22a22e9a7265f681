import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { ContractDeployment } from '../../chains/contracts/abi/addresses.ts'

/** The solc version that compiled the deployed code; any build of it gives the same bytes. */
export const compilerVersion = 'v0.8.30+commit.73712a01'

/** File and name of each contract, as solc lists them. */
export const contractPaths: Readonly<Record<ContractDeployment['name'], readonly [file: string, name: string]>> = {
  router: ['src/IntentRouter.sol', 'IntentRouter'],
  shim: ['src/IntentRouterShim.sol', 'IntentRouterShim'],
  utils: ['src/IntentUtils.sol', 'IntentUtils'],
  factory: ['src/IntentWalletFactory.sol', 'IntentWalletFactory'],
  wallet: ['src/IntentWallet.sol', 'IntentWallet'],
  entrypoint: ['src/IntentEntrypoint.sol', 'IntentEntrypoint'],
  guest: ['src/IntentGuest.sol', 'IntentGuest'],
}

export type StandardInput = {
  language: 'Solidity'
  sources: Record<string, { content: string }>
  settings: ReturnType<typeof compilerSettings> & { outputSelection: object }
}

/** Folder of the contracts: beside the commands in the package, at the root in a clone. */
const folders = [new URL('./contracts/', import.meta.url), new URL('../../../contracts/', import.meta.url)]

/** The sources of one folder of contracts as solc takes them (`--standard-json`), with the settings of foundry.toml. */
export function standardInput(folder: 'src' | 'devnet' = 'src', root = folderOfContracts()): StandardInput {
  const files = readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.sol'))
    .sort()
  return {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [`${folder}/${file}`, { content: readFileSync(new URL(`${folder}/${file}`, root), 'utf8') }]),
    ),
    settings: {
      ...compilerSettings(readFileSync(new URL('foundry.toml', root), 'utf8')),
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
}

function folderOfContracts(): URL {
  const found = folders.find((folder) => existsSync(new URL('foundry.toml', folder)))
  if (!found) throw new Error('the sources of the contracts are not beside this software')
  return found
}

/** The settings that change the bytecode, from the foundry.toml that forge reads. */
function compilerSettings(toml: string) {
  const value = (key: string) => {
    const found = new RegExp(`^${key} = "?([^"\\n]+)"?$`, 'm').exec(toml)?.[1]
    if (found === undefined) throw new Error(`contracts/foundry.toml does not set ${key}`)
    return found
  }
  return {
    evmVersion: value('evm_version'),
    optimizer: { enabled: value('optimizer') === 'true', runs: Number(value('optimizer_runs')) },
    viaIR: value('via_ir') === 'true',
    metadata: { bytecodeHash: value('bytecode_hash'), appendCBOR: value('cbor_metadata') === 'true' },
  }
}
