/**
 * Compiles the contracts to TypeScript: ABIs (as lines of Solidity), creation code, addresses. Users need no compiler.
 *
 *   npx tsx scripts/generateAbi.ts                  contracts/src    -> src/chains/contracts/abi
 *   npx tsx scripts/generateAbi.ts --devnet         contracts/devnet -> src/devnet/artifacts
 *   npx tsx scripts/generateAbi.ts --out <folder>   the same, elsewhere
 *
 * It runs npm's solc with the settings of contracts/foundry.toml, so that it works without forge; a test compares its
 * bytes with forge's.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Abi, type AbiParameter, concat, encodeAbiParameters, getCreate2Address, type Hex, keccak256 } from 'viem'
import { standardInput } from '../src/cli/kit/standardInput.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const solc: {
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string
} = createRequire(import.meta.url)('solc')

/** At this address on every relevant chain and on a fresh anvil; takes salt ++ init code. */
const arachnidDeployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const deploySalt: Hex = `0x${'00'.repeat(32)}`

type Compiled = { name: string; abi: Abi; bytecode: Hex }
type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/** Every deployable contract of a folder, by name. */
export function compileFolder(folder: 'src' | 'devnet'): Compiled[] {
  const input = standardInput(folder)
  const output: SolcOutput = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
  const errors = (output.errors ?? []).filter((error) => error.severity === 'error')
  if (errors.length) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return Object.entries(output.contracts)
    .filter(([path]) => path in input.sources)
    .flatMap(([, contracts]) => Object.entries(contracts))
    .map(([name, { abi, evm }]) => ({ name, abi, bytecode: `0x${evm.bytecode.object}` as Hex }))
    .filter(({ bytecode }) => bytecode !== '0x')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Resolves packages by name, as foundry.toml's remappings do; all other files are in the input. */
function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(join(root, 'node_modules', path), 'utf8') }
  } catch {
    return { error: `${path} is neither in contracts/ nor in an installed package` }
  }
}

const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

const header = '// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.'

/** A parameter in Solidity. Adds its structs to `structs`, each after those it contains. */
function printParameter(parameter: AbiParameter & { indexed?: boolean }, structs: Map<string, string>): string {
  const name = [parameter.indexed ? 'indexed' : '', parameter.name ?? ''].filter(Boolean).join(' ')
  return `${printType(parameter, structs)}${name && ` ${name}`}`
}

function printType(parameter: AbiParameter, structs: Map<string, string>): string {
  if (!('components' in parameter)) return parameter.type
  // `struct IntentWallet.Call[]` is `Call[]`.
  const [, struct, arrays] = /^struct (?:\w+\.)?(\w+)((?:\[\d*\])*)$/.exec(parameter.internalType ?? '') ?? []
  if (struct === undefined) throw new Error(`${parameter.internalType} is no struct with a name`)
  const fields = parameter.components.map((field) => `${printParameter(field, structs)};`).join(' ')
  const known = structs.get(struct)
  if (known !== undefined && known !== fields) throw new Error(`two structs are called ${struct}`)
  structs.set(struct, fields)
  return `${struct}${arrays}`
}

/** An ABI as lines of Solidity, which viem's `parseAbi` reads back: structs first. */
function printAbi(abi: Abi): string[] {
  const structs = new Map<string, string>()
  const list = (parameters: readonly AbiParameter[]) => parameters.map((one) => printParameter(one, structs)).join(', ')
  const lines = abi.map((item) => {
    if (item.type === 'fallback' || item.type === 'receive') return `${item.type}() external${payable(item)}`
    if (item.type === 'constructor') return `constructor(${list(item.inputs)})${payable(item)}`
    if (item.type !== 'function') return `${item.type} ${item.name}(${list(item.inputs)})`
    const mutability = item.stateMutability === 'nonpayable' ? '' : ` ${item.stateMutability}`
    const outputs = item.outputs.length > 0 ? ` returns (${list(item.outputs)})` : ''
    return `function ${item.name}(${list(item.inputs)})${mutability}${outputs}`
  })
  return [...[...structs].map(([name, fields]) => `struct ${name} { ${fields} }`), ...lines]
}

const payable = ({ stateMutability }: { stateMutability: string }) => (stateMutability === 'payable' ? ' payable' : '')

/** What the plan of the local chains and tests use of the stand-ins. Of the others the constructor is enough. */
const used: Readonly<Record<string, readonly string[]>> = {
  CctpTokenMessenger: ['depositForBurn'],
  DevnetTether: ['mint'],
  LayerZeroEndpointReference: ['PacketSent', 'lzReceive', 'setMessagingFee', 'verifiable', 'verify'],
  PancakeV3PoolDeployer: ['setFactoryAddress'],
  PancakeV3Router: ['mint', 'quote'],
  SolidlyPoolReference: ['fund', 'getAmountOut'],
  StableSwapReference: ['add_liquidity', 'get_dy'],
}

const usedOf = ({ name, abi, bytecode }: Compiled): Compiled => {
  const isUsed = (item: Abi[number]) =>
    item.type === 'constructor' || ('name' in item && used[name]?.includes(item.name))
  return { name, abi: abi.filter(isUsed), bytecode }
}

const renderAbi = ({ name, abi }: Compiled): string[] => [
  `export const ${camel(name)}Abi = parseAbi([`,
  ...printAbi(abi).map((line) => `  '${line}',`),
  '])',
]

const renderBytecode = ({ name, bytecode }: Compiled) =>
  `export const ${camel(name)}Bytecode =\n  '${bytecode}' as const`

const parsing = "import { parseAbi } from 'viem'"

/**
 * The seven contracts in deployment order, with their constructor arguments: addresses of others, and for the
 * operator's two its signer and its name.
 */
const plan = [
  { key: 'router', name: 'IntentRouter', args: [] },
  { key: 'shim', name: 'IntentRouterShim', args: ['router'] },
  { key: 'utils', name: 'IntentUtils', args: [] },
  { key: 'factory', name: 'IntentWalletFactory', args: [] },
  { key: 'wallet', name: 'IntentWallet', args: ['factory', 'router', 'shim'] },
  { key: 'entrypoint', name: 'IntentEntrypoint', args: ['$name', '$type'] },
  { key: 'guest', name: 'IntentGuest', args: ['factory', 'wallet', 'entrypoint', '$signer', '$name'] },
] as const

/** The operator of the local chains. Its signer's key is anvil's first, a public one: real operators name their own. */
const localOperator = { name: 'Causeway', signer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } as const

function renderAddresses(compiled: Compiled[]): string {
  const addresses: Record<string, Hex> = {}
  const rows = plan.map(({ key, name, args }) => {
    const contract = compiled.find((candidate) => candidate.name === name)
    if (!contract) throw new Error(`contracts/src has no ${name}`)
    const known: Record<string, string> = {
      ...addresses,
      $name: localOperator.name,
      $type: 'Intent',
      $signer: localOperator.signer,
    }
    const encodedArgs = encodeAbiParameters(
      args.map((arg) => ({ type: arg === '$name' || arg === '$type' ? 'string' : 'address' })),
      args.map((arg) => known[arg]!),
    )
    const address = getCreate2Address({
      from: arachnidDeployer,
      salt: deploySalt,
      bytecodeHash: keccak256(concat([contract.bytecode, encodedArgs])),
    })
    addresses[key] = address
    return { key, name, address, initCode: `\`\${${camel(name)}Bytecode}${encodedArgs.slice(2)}\`` }
  })
  const byName = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [
    header,
    'import {',
    ...byName.map(({ name }) => `  ${camel(name)}Bytecode,`),
    "} from './bytecode.ts'",
    '',
    `/** Takes salt ++ init code as call data and deploys by CREATE2, so the addresses below hold on every chain. */`,
    `export const arachnidDeployer = '${arachnidDeployer}' as const`,
    '',
    `export const deploySalt = '${deploySalt}' as const`,
    '',
    `/** Whose entrypoint and guest stand below. An operator with another name or signer has others; the rest is shared. */`,
    `export const localOperator = { name: '${localOperator.name}', signer: '${localOperator.signer}' } as const`,
    '',
    `export const causewayContracts = {`,
    ...rows.map(({ key, address }) => `  ${key}: '${address}',`),
    `} as const`,
    '',
    `export type ContractDeployment = { name: keyof typeof causewayContracts; address: \`0x\${string}\`; initCode: \`0x\${string}\` }`,
    '',
    `/** In this order; each is one transaction to the deployer with data = deploySalt ++ initCode. */`,
    `export const deployments: readonly ContractDeployment[] = [`,
    ...rows.map(
      ({ key, initCode }) => `  { name: '${key}', address: causewayContracts.${key}, initCode: ${initCode} },`,
    ),
    `]`,
    '',
  ].join('\n')
}

/** All generated files of one folder, by file name. */
export function render(folder: 'src' | 'devnet'): Map<string, string> {
  const compiled = compileFolder(folder)
  const textOf = (...parts: string[]) => `${parts.join('\n')}\n`
  if (folder === 'devnet')
    return new Map(
      compiled.map((one) => [
        `${one.name}.ts`,
        textOf(header, parsing, '', ...renderAbi(usedOf(one)), '', renderBytecode(one)),
      ]),
    )
  const product = compiled.filter(({ name }) => plan.some((row) => row.name === name))
  // Code and ABIs are separate: commands that deploy or compare code parse no ABI, which takes milliseconds.
  return new Map([
    ...product.map((one) => [`${one.name}.ts`, textOf(header, parsing, '', ...renderAbi(one))] as const),
    ['bytecode.ts', textOf(header, product.map(renderBytecode).join('\n\n'))],
    ['addresses.ts', renderAddresses(product)],
  ])
}

/** Rewrites the folder, so that a removed contract leaves no file. */
export function generateAbi(folder: 'src' | 'devnet', out: string): string[] {
  const files = render(folder)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(out, name), text)
  return [...files.keys()]
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const folder = process.argv.includes('--devnet') ? 'devnet' : 'src'
  const flag = process.argv.indexOf('--out')
  const out =
    flag < 0
      ? join(root, folder === 'devnet' ? 'src/devnet/artifacts' : 'src/chains/contracts/abi')
      : resolve(process.argv[flag + 1]!)
  const written = generateAbi(folder, out)
  console.log(`${written.length} files in ${relative(process.cwd(), out) || '.'}`)
}
