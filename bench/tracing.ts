// The cost of tracing: `npx tsx bench/tracing.ts [waves] [intents a wave]`, default 8 waves of 40. Two services, each
// with a database, execute intents on the same local chain in turns: one without an SDK, one with
// docs/monitoring/tracing.mjs at 1 % of all traces. Compares each process's CPU by wave.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, erc20Abi } from 'viem'
import { devnetAddresses as tokens } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { startEmbeddedPostgres } from '../src/host/postgres/embeddedPostgres.ts'
import { nativeToken as native } from '../src/interface/limits.ts'
import { createClient } from '../src/sdk/client.ts'
import { chaosConfig, type ServiceProcess, startProcess } from '../test/chaos/process.ts'
import { startTestDevnet } from '../test/devnet/setup.ts'
import { walletOf } from '../test/e2e/wallets.ts'
import { startSpanReceiver } from '../test/observe/spanReceiver.ts'

const harbor = 31337
const waves = Number(process.argv[2] ?? 8)
const size = Number(process.argv[3] ?? 40)
const sdk = new URL('../docs/monitoring/tracing.mjs', import.meta.url).href

const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
chmodSync(folder, 0o755)
const devnet = await startTestDevnet({ blockTimeS: 1 })
const collector = await startSpanReceiver()
const half = Math.floor(devnet.relayers.length / 2)

async function start(name: string, env: Record<string, string>, relayers: typeof devnet.relayers) {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, name) })
  const before = { ...process.env }
  Object.assign(process.env, env)
  const service = await startProcess(
    chaosConfig(devnet, postgres.url, { signers: { privateKeys: relayers.map(({ privateKey }) => privateKey) } }),
  )
  for (const key of Object.keys(env)) delete process.env[key]
  Object.assign(process.env, before)
  return { name, postgres, service }
}

const traced = {
  NODE_OPTIONS: `--import ${sdk}`,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER: 'traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.01',
}
const services = [
  await start('plain', {}, devnet.relayers.slice(0, half)),
  await start('traced', traced, devnet.relayers.slice(half)),
]

/** CPU seconds of the process: fields 14 and 15 of its stat, in hundredths. */
function cpuS({ pid }: ServiceProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function wave(service: ServiceProcess): Promise<number> {
  const client = createClient({ url: service.url })
  const startS = cpuS(service)
  await Promise.all(
    devnet.accounts.slice(0, 8).map(async (payer) => {
      const wallet = walletOf(devnet, harbor, payer)
      for (let n = 0; n < size / 8; n++) {
        const { intent } = await client.quoteIntent({
          originChainId: harbor,
          destinationChainId: harbor,
          ownerAddress: payer.address,
          originTokenAddress: tokens.usdc,
          destinationTokenAddress: native,
          destinationToAddress: payer.address,
          originTokenAmount: 10_000_000n,
          options: { slippageTolerance: 0.05 },
        })
        await client.commitIntent({ intent })
        const { intentId, originIntentAddress, depositTransaction } = intent
        const args = [originIntentAddress, depositTransaction.amount] as const
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
        const hash = await wallet.sendTransaction({ to: tokens.usdc, data })
        await client.executeIntent({ intentId, depositTransactionHash: hash })
        while (!(await client.waitIntentReceipt({ intentId })).done);
      }
    }),
  )
  return cpuS(service) - startS
}

try {
  const used: number[][] = [[], []]
  for (let round = 0; round <= waves; round++) {
    // Alternate, also in who starts: a busy machine affects both. The first round warms up the JIT.
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const index of order) {
      const tookS = await wave(services[index]!.service)
      if (round > 0) used[index]!.push(tookS)
    }
  }
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  const perIntent = (values: number[]) => ((1_000 * sum(values)) / values.length / size).toFixed(1)
  const ratios = used[1]!.map((traced, n) => traced / used[0]![n]!).toSorted((a, b) => a - b)
  console.log(`${waves} waves of ${size} intents, ${collector.spans.length} spans came`)
  console.log(`CPU an intent: ${perIntent(used[0]!)} ms without, ${perIntent(used[1]!)} ms with tracing at 1 %`)
  console.log(
    `more by ${((sum(used[1]!) / sum(used[0]!) - 1) * 100).toFixed(1)} % in all, ${((ratios[Math.floor(ratios.length / 2)]! - 1) * 100).toFixed(1)} % in the middle of the pairs`,
  )
} finally {
  for (const { service, postgres } of services) {
    await service.stop()
    await postgres.stop()
  }
  collector.stop()
  await devnet.stop()
  rmSync(folder, { recursive: true, force: true })
}
