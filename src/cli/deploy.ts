import { writeFileSync } from 'node:fs'
import { createWalletClient, http, publicActions } from 'viem'
import { readChainFiles } from '../app/readChainFiles.ts'
import { readOperator } from '../app/readOperator.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { brandStates, type Deployed, type DeployTarget, deployContracts } from '../chains/contracts/deployContracts.ts'
import { findEvmFault } from '../chains/contracts/findEvmFault.ts'
import { brandOperators, operatorDeployments } from '../chains/contracts/operator.ts'
import { devnetDefinitions } from '../chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../chains/definitions/mainnets.ts'
import { loadConfig } from '../config/loadConfig.ts'
import { waitMined } from '../sdk/waitMined.ts'
import { accountFlags, createWatchOnlyAccount, readAccount } from './kit/account.ts'
import { CliError, usageError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { compareBytecode } from './kit/compareBytecode.ts'
import { secretInEnv } from './kit/secretInEnv.ts'
import { compilerVersion, standardInput } from './kit/standardInput.ts'
import { table } from './kit/table.ts'
import { readExplorer, verifyContracts } from './kit/verifyContracts.ts'

const zeroAddress = '0x0000000000000000000000000000000000000000'

export const deploy = createClientCommand({
  name: 'deploy',
  about: "Put the service's contracts on a chain: at the same addresses everywhere, checked by the hash of their code.",
  args: '[chain]',
  details: [
    'The chain is a name or an id. What is there already stays, so that doing it twice does nothing twice.',
    'Any account may deploy: the contracts have no owner, and the sender pays the gas and gets no rights.',
    "Entrypoint and guest are made for the configured operator: its name, and who signs its relayers' grants (operator.grantKey); a pair for each brand.",
  ],
  flags: {
    ...accountFlags,
    rpc: { value: 'chain=url', about: 'Node of the chain, or its URL alone; the configured one unless said' },
    config: { value: 'file', about: 'Configuration file; causeway.config.* unless said' },
    check: { about: 'Only say what is there; exit code 1 if something is missing' },
    verify: {
      value: 'kind=url',
      about: 'Publish the sources of what is there: sourcify=<url>, or etherscan=<url> with CAUSEWAY_EXPLORER_KEY',
    },
    'standard-json': { value: 'file', about: 'Only write what solc compiles (standard JSON input) to this file' },
    compare: { value: 'file', about: 'Only compare what solc made of it with what is deployed here; asks no node' },
  },
  waitsFor: 'the node of the chain',
  examples: [
    'deploy base --keystore deployer.json',
    'deploy 10 --rpc https://node.example.org --check',
    'deploy base --check --verify sourcify=https://sourcify.dev/server',
    'deploy --standard-json input.json && solc --standard-json input.json > output.json && causeway deploy --compare output.json',
  ],
  run: async ({ args, flags, out }) => {
    const written = flags['standard-json']
    if (written !== undefined) {
      const input = standardInput()
      writeFileSync(written, JSON.stringify(input))
      const sources = Object.keys(input.sources)
      out.result(
        { file: written, compilerVersion, sources },
        () => `${sources.length} sources for solc ${compilerVersion}`,
      )
      return undefined
    }
    if (flags.compare !== undefined) {
      const compared = compareBytecode(flags.compare)
      out.result({ contracts: compared }, () => stateTable(compared))
      return compared.every(({ state }) => state === 'same') ? undefined : 'failed'
    }
    const explorer =
      flags.verify === undefined
        ? undefined
        : readExplorer(flags.verify, secretInEnv(process.env, 'CAUSEWAY_EXPLORER_KEY'))
    const { config } = await loadConfig({ env: process.env, folder: process.cwd(), file: flags.config })
    const { id, name } = findDefinition(args, (await readChainFiles(config)).definitions)
    const url = flags.rpc?.replace(/^[^=:/?]+=/, '') ?? config.chains.find((chain) => chain.id === id)?.rpcUrls[0]
    const { operator } = readOperator(config.operator, [id])
    if (!url) throw usageError(`no node of ${name} is known`, 'pass --rpc <url> or configure the chain')
    const account = flags.check ? createWatchOnlyAccount(zeroAddress) : await readAccount(flags, process.env, [id])
    const target = await openTarget(url, { id, name }, account)
    const fault = await findEvmFault(target.create)
    if (fault) throw new CliError('failed', `the contracts cannot work on ${name}: ${fault}`, 'use another chain')
    const note = (one: Deployed) => out.note(`${one.name} at ${one.address} by ${one.hash}`)
    const operators = [...brandOperators(operator, config.brands).values()]
    if (!flags.check) for (const one of operators) await deployContracts(target, note, one)
    const contracts = await brandStates(target, operators)
    const whole = contracts.every(({ state }) => state === 'ours')
    const there = new Set(contracts.filter(({ state }) => state === 'ours').map(({ address }) => address))
    const deployed = new Map(operators.flatMap(operatorDeployments).map((one) => [one.address, one]))
    const verified =
      explorer &&
      (await verifyContracts(
        explorer,
        id,
        [...deployed.values()].filter(({ address }) => there.has(address)),
      ))
    out.result(
      { chainId: id, operator, contracts, whole, ...(verified && { verified }) },
      () =>
        `${stateTable(contracts)}\n${whole ? 'all there' : 'not whole'}${verified ? `\n${stateTable(verified)}` : ''}`,
    )
    return whole && !verified?.some(({ state }) => state === 'refused') ? undefined : 'failed'
  },
})

const stateTable = (contracts: readonly { name: string; address: string; state: string; why?: string }[]): string =>
  table(contracts, [
    { title: 'CONTRACT', value: ({ name }) => name },
    { title: 'ADDRESS', value: ({ address }) => address },
    { title: 'STATE', value: ({ state, why }) => (why ? `${state}: ${why}` : state) },
  ])

function findDefinition(
  [text, extra]: readonly string[],
  own: readonly ChainDefinition[],
): { id: number; name: string } {
  if (text === undefined) throw usageError('<chain> is missing')
  if (extra !== undefined) throw usageError(`"${extra}" is one too many`)
  const known = [...own, ...devnetDefinitions(), ...mainnets]
  const found = known.find(({ id, network, name }) =>
    [String(id), network, name.toLowerCase()].includes(text.toLowerCase()),
  )
  if (found) return found
  if (/^[1-9]\d{0,15}$/.test(text)) return { id: Number(text), name: `chain ${text}` }
  throw usageError(
    `there is no chain "${text}"`,
    `give an id, or one of ${known.map(({ network }) => network).join(', ')}`,
  )
}

type Account = Awaited<ReturnType<typeof readAccount>> | ReturnType<typeof createWatchOnlyAccount>

/** Clients for a chain behind one node, after checking its chain id. */
export async function openTarget(
  url: string,
  { id, name }: { id: number; name: string },
  account: Account,
): Promise<DeployTarget> {
  const nativeCurrency = { name: 'native', symbol: 'native', decimals: 18 }
  const chain = { id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }
  const client = createWalletClient({ account, chain, transport: http(url), pollingInterval: 250 }).extend(
    publicActions,
  )
  const answered = await client.getChainId().catch(() => {
    throw new CliError('unreachable', `the node of ${name} does not answer`, 'check --rpc or the configuration')
  })
  if (answered !== id) throw usageError(`the node given for ${name} is one of chain ${answered}`)
  const mined = async (hash: `0x${string}`) => {
    const { status } = await waitMined(client, hash)
    if (status !== 'success') throw new CliError('failed', `transaction ${hash} failed`)
    return hash
  }
  return {
    code: (address) => client.getCode({ address }),
    create: async (data) => (await client.call({ data })).data,
    balance: (address) => client.getBalance({ address }),
    send: async (tx) => mined(await client.sendTransaction(tx)),
    broadcast: async (serializedTransaction) => mined(await client.sendRawTransaction({ serializedTransaction })),
  }
}
