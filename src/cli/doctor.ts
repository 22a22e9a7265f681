import { readChainFiles } from '../app/readChainFiles.ts'
import { connectionName, readOperator, signsGrants } from '../app/readOperator.ts'
import { readSigners } from '../app/readSigners.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { brandOperators, type Operator, operatorContracts } from '../chains/contracts/operator.ts'
import { devnetDefinitions } from '../chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../chains/definitions/mainnets.ts'
import { type Signer, trySigner } from '../chains/send/signer.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { loadConfig } from '../config/loadConfig.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import { ownTokens } from '../tokens/ownTokens.ts'
import { readExternalList } from '../tokens/readExternalList.ts'
import { createTokenLists, type TokenLists } from '../tokens/tokenLists.ts'
import { checkChain } from './doctor/checkChain.ts'
import { checkHost } from './doctor/checkHost.ts'
import { checkIdentity } from './doctor/checkIdentity.ts'
import { checkKeyFiles } from './doctor/checkKeyFiles.ts'
import { checkSettings } from './doctor/checkSettings.ts'
import { checkStore } from './doctor/checkStore.ts'
import { bad, type Finding, findingLines, ok, warn } from './doctor/finding.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { outputColumns } from './kit/layout.ts'
import { formatOperator } from './kit/operator.ts'
import { loadDevnet } from './loadDevnet.ts'
import { configOfFlags } from './serveFlags.ts'

export const doctor = createClientCommand({
  name: 'doctor',
  about: 'Check everything a service needs before it is started, and say what to do where something is amiss.',
  details: [
    'Looks at the configuration, nodes, contracts, signers, the database, clocks, ports and the disk. Changes nothing.',
  ],
  flags: {
    config: { value: 'file', about: 'Configuration file; causeway.config.* unless said' },
    api: { about: 'Check what a process needs that only answers requests: it has no signers' },
    worker: { about: 'Check what a process needs that only carries out intents' },
  },
  waitsFor: 'nodes, the database and key files',
  examples: ['doctor', 'doctor --api', 'doctor --config production.json --json'],
  run: async ({ flags, out, service }) => {
    const findings = await examine(flags, service.url)
    const healthy = findings.every(({ is }) => is !== 'bad')
    const width = process.stdout.isTTY ? outputColumns() : undefined
    const lines = () => [...findings.flatMap((one) => findingLines(one, width)), '', verdict(findings)]
    out.result({ healthy, findings }, () => lines().join('\n'))
    return healthy ? undefined : 'failed'
  },
})

async function examine(flags: { config?: string; api: boolean; worker: boolean }, url: string): Promise<Finding[]> {
  const about = 'configuration'
  const { settings, file } = configOfFlags(flags)
  const sources = { env: process.env, folder: process.cwd(), file, flags: settings }
  const loaded = await loadConfig(sources).catch((error: Error) => error)
  if (loaded instanceof Error) {
    return [bad(about, loaded.message, remedyOf(loaded))]
  }
  const { config } = loaded
  const read = ok(
    about,
    loaded.file ? `read from ${loaded.file} and the environment` : 'the defaults and the environment',
  )
  const found = await Promise.all([
    checkSettings(config),
    checkKeyFiles(config.signers),
    checkHost(config),
    checkStore(config.store, processName(config)),
    checkChains(config),
    checkIdentity(config, url),
  ])
  return [read, ...found.flat(), ...checkProviders(config)]
}

function remedyOf(error: Error): string {
  if (!(error instanceof ConfigError)) return 'correct the file'
  if (/cannot read .* \(E/.test(error.message))
    return 'name a file that is there and that the user of this process may read'
  return 'correct it; causeway serve --help lists every setting'
}

/** Checks the off-chain services of providers on real chains; the local chains start their own. */
function checkProviders({ chains, providers }: Config): Finding[] {
  const served = mainnets.filter(({ id }) => chains.some((one) => one.id === id))
  const missing = (has: boolean, used: string | undefined, about: string, detail: string, remedy: string) =>
    has && used === undefined ? [warn(about, detail, remedy)] : []
  return [
    ...checkHosted('zeroX', { about: '0x', wantsKey: true }, served, providers),
    ...checkHosted('lifi', { about: 'LI.FI', wantsKey: false }, served, providers),
    ...missing(
      served.filter(({ across }) => across).length > 1,
      providers.acrossApiUrl ?? providers.acrossFiller,
      'Across',
      'what public fillers want is guessed from gas and a share, so they may leave deposits unfilled',
      'set providers.acrossApiUrl, for example https://app.across.to/api',
    ),
    ...missing(
      served.filter(({ cctp }) => cctp).length > 1,
      providers.cctpAttestationUrl,
      'CCTP',
      'is not offered, for no attestation service is configured',
      'set providers.cctpAttestationUrl, for example https://iris-api.circle.com',
    ),
  ]
}

/** Aggregators are optional: warns only if one is configured without the key that it requires. */
function checkHosted(
  setting: 'zeroX' | 'lifi',
  { about, wantsKey }: { about: string; wantsKey: boolean },
  served: readonly ChainDefinition[],
  providers: Config['providers'],
): Finding[] {
  if (!served.some(({ aggregators }) => aggregators?.[setting])) return []
  const [url, key] = [providers[`${setting}ApiUrl`], providers[`${setting}ApiKey`]]
  if (url === undefined) return [ok(about, `is not asked for swaps: providers.${setting}ApiUrl is not set`)]
  if (key !== undefined) return [ok(about, 'is asked for swaps, with a key')]
  if (!wantsKey) return [ok(about, 'is asked for swaps, without a key')]
  return [
    warn(about, 'is asked for swaps without a key, which its public service refuses', `set providers.${setting}ApiKey`),
  ]
}

async function checkChains(config: Config): Promise<Finding[]> {
  if (config.chains.length === 0) return [await checkLocal()]
  const about = 'signers'
  const read = await readSigners(config.signers).catch((error: Error) => error)
  // The other checks go on without signers: nodes and contracts need no key.
  const signers = read instanceof Error ? [] : read
  const remedy = 'set signers.keystores, signers.privateKeys or signers.external'
  const missing = config.roles.worker && signers.length === 0 ? [bad(about, 'no signer', remedy)] : []
  const none =
    read instanceof Error ? [bad(about, read.message, 'correct signers.keystores and its password')] : missing
  const remote = await Promise.all(signers.filter(({ isRemote }) => isRemote).map((one) => checkRemote(one, config)))
  const operator = ownOperator(config)
  const unknown = 'is' in operator ? [operator] : []
  const operators = 'is' in operator ? [] : [...brandOperators(operator, config.brands).values()]
  const amiss = [...none, ...remote, ...unknown, ...operators.slice(0, 1).map(identityOf)]
  const files = await readChainFiles(config).catch((error: Error) => error)
  if (files instanceof Error) return [...amiss, bad('chains', files.message, 'correct the file that chains names')]
  const known = [...files.definitions, ...devnetDefinitions(), ...mainnets]
  const addresses = {
    tokens: await tokensOf(config, files.tokens),
    feeCollector: config.engine.feeCollector ?? signers[0]?.address,
    ...signsGrants(config.operator),
  }
  const found = config.chains.map(({ id, rpcUrls, wsUrls }) => {
    const definition = known.find((one) => one.id === id)
    return definition
      ? checkChain({ definition, rpcUrls, wsUrls, signers, operators, addresses })
      : [
          bad(
            `chain ${id}`,
            'has no definition',
            `name a file with its facts (chains[].file), or one of ${known.map((one) => one.id).join(', ')}`,
          ),
        ]
  })
  return [...amiss, ...(await Promise.all(found)).flat()]
}

/** The token lists that `serve` would read. `checkSettings` reports an unreadable list. */
async function tokensOf({ chains, tokens }: Config, ofFiles: readonly TokenInfo[]): Promise<TokenLists> {
  const chainIds = chains.map(({ id }) => id)
  const external = await Promise.all(
    tokens.externalLists.map((file) => readExternalList(file, chainIds).catch(() => [])),
  )
  return createTokenLists({ chainIds, own: [...ofFiles, ...ownTokens()], external: external.flat() })
}

async function checkRemote(signer: Signer, { chains }: Config): Promise<Finding> {
  const about = `signer ${signer.address}`
  const remedy = 'see that it runs, and that signers.external has its url, address and token'
  return trySigner(signer, chains[0]!.id).then(
    () => ok(about, 'answers, and signs what it is asked to'),
    (error: Error) => bad(about, error.message, remedy),
  )
}

function ownOperator({ operator, chains }: Config): Operator | Finding {
  try {
    return readOperator(
      operator,
      chains.map(({ id }) => id),
    ).operator
  } catch (error) {
    return bad('operator', (error as Error).message, 'set operator.grantKey, and deploy for it with causeway deploy')
  }
}

/** The operator, as callers pass it to a client that trusts no server. */
function identityOf(operator: Operator): Finding {
  const { guest, entrypoint } = operatorContracts(operator)
  return ok(
    'operator',
    `callers name it with --operator ${formatOperator(operator)}; guest ${guest}, entrypoint ${entrypoint}`,
  )
}

/** Undefined if the settings name no operator; `ownOperator` reports that. */
function processName(config: Config): string | undefined {
  try {
    return connectionName(config)
  } catch {
    return undefined
  }
}

/** Without chains the service starts local ones, for which it needs a node program. */
async function checkLocal(): Promise<Finding> {
  const about = 'local chains'
  try {
    const { findAnvil } = await loadDevnet(() => import('../devnet/anvil.ts'))
    findAnvil(process.env.PATH ?? '')
    return ok(about, 'no chains are configured: three local ones are started')
  } catch (error) {
    return bad(about, (error as Error).message, 'configure chains, or install what is missing')
  }
}

function verdict(findings: readonly Finding[]): string {
  const count = (is: Finding['is']) => findings.filter((one) => one.is === is).length
  if (count('bad') > 0) return `${count('bad')} to be put right before the service can work`
  return count('warn') > 0 ? `ready, with ${count('warn')} to keep an eye on` : 'ready'
}
