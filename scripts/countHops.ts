/**
 * Counts the files of src that a reader must follow for one QuoteIntent and one ExecuteIntent: those with a function
 * that ran between call and answer, by V8's precise coverage in a service on the local chains. Each call is repeated; a
 * file counts if it ran in every repeat, which excludes background work.
 *
 *   npx tsx scripts/countHops.ts [--list]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { createClient } from '../src/sdk/client.ts'

const root = new URL('..', import.meta.url)
const native = '0x0000000000000000000000000000000000000000'
const repeats = 5
/** Fills the caches, and lets every block pass that a call may wait for. */
const warmUps = 2
const quietMs = 300

/** Preloaded into the service: answers each message with the files that ran a function since the last one. */
const counter = `
import { Session } from 'node:inspector/promises'
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ran = result.filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName && ranges[0].count > 0))
  process.send(ran.map(({ url }) => url))
})
process.channel.unref()
`

const scratch = mkdtempSync(join(tmpdir(), 'causeway-hops-'))
const devnet = await startDevnet({ dataDir: scratch, cacheDir: join(tmpdir(), 'causeway-devnet-cache'), blockTimeS: 1 })
const service = spawn(
  process.execPath,
  [
    ...['--import', 'tsx', '--import', `data:text/javascript,${encodeURIComponent(counter)}`],
    ...[new URL('src/cli/main.ts', root).pathname, 'serve'],
  ],
  {
    env: {
      ...process.env,
      PORT: '0',
      CAUSEWAY_ROLES_WORKER: 'false',
      CAUSEWAY_ENGINE_FEE_COLLECTOR: devnet.accounts[1]!.address,
      CAUSEWAY_LOG_LEVEL: 'error',
      CAUSEWAY_STORE_FOLDER: scratch,
      CAUSEWAY_CHAINS: JSON.stringify(devnet.chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [rpcUrl] }))),
      CAUSEWAY_PROVIDERS_CCTP_ATTESTATION_URL: devnet.attestationUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  },
)

try {
  const client = createClient({ url: await readyUrl(service), timeoutMs: 60_000 })
  const [origin, destination] = devnet.chains
  const account = privateKeyToAccount(devnet.accounts[0]!.privateKey)
  const wallet = createWalletClient({ account, transport: http(origin!.rpcUrl) })
  const { tokens } = await client.getTokenList({ chainIds: [destination!.id] })
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')!.address
  const quote = () =>
    client.quoteIntent({
      ownerAddress: account.address,
      originChainId: origin!.id,
      originTokenAddress: native,
      originTokenAmount: 10n ** 17n,
      destinationChainId: destination!.id,
      destinationTokenAddress: usdc,
    })
  const paid = async () => {
    const { intent } = await quote()
    await client.commitIntent({ intent })
    const { to, value } = intent.depositTransaction
    const depositTransactionHash = await wallet.sendTransaction({ chain: null, to, value })
    return { intentId: intent.intentId, depositTransactionHash }
  }

  for (let i = 0; i < warmUps; i++) await client.executeIntent(await paid())
  report('QuoteIntent', await filesOf(async () => undefined, quote))
  report('ExecuteIntent', await filesOf(paid, client.executeIntent))
} finally {
  service.kill('SIGTERM')
  if (service.exitCode === null) await once(service, 'exit')
  await devnet.stop()
  rmSync(scratch, { recursive: true, force: true })
}

async function readyUrl({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) if (line.startsWith('ready ')) return line.slice(6)
  throw new Error('the service did not start')
}

/** Files that ran in every repeat of the call, without its preparation. */
async function filesOf<T>(prepare: () => Promise<T>, call: (prepared: T) => Promise<unknown>): Promise<string[]> {
  let inAll: string[] | undefined
  for (let i = 0; i < repeats; i++) {
    const prepared = await prepare()
    await new Promise((resolve) => setTimeout(resolve, quietMs))
    await takeFiles()
    await call(prepared)
    const ran = new Set(await takeFiles())
    inAll = (inAll ?? [...ran]).filter((file) => ran.has(file))
  }
  return inAll?.toSorted() ?? []
}

async function takeFiles(): Promise<string[]> {
  service.send('take')
  const [urls] = (await once(service, 'message')) as [string[]]
  return urls.filter((url) => url.startsWith(`${root}src/`)).map((url) => url.slice(String(root).length).split('?')[0]!)
}

function report(operation: string, files: readonly string[]): void {
  console.log(`${operation}: ${files.length} files`)
  if (process.argv.includes('--list')) for (const file of files) console.log(`  ${file}`)
}
