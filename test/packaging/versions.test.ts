import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { devnetAddresses as tokens } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useFolder } from '../useParts.ts'
import { causeway, expectServes, finished, settingsFor, start } from './installed.ts'

// Three installs, and a program of 100 MB for each version.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const root = join(import.meta.dirname, '..', '..')
const scratch = useFolder()

beforeAll(() => {
  const args = ['--import', 'tsx', 'scripts/installSizes.ts', '--json', '--keep', scratch]
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' })
})

/** Installs packages as anybody would, and returns their folder. */
function install(folder: string, ...names: string[]): string {
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  execFileSync('npm', [...args, ...names], { cwd: folder, stdio: 'pipe' })
  return join(folder, 'node_modules')
}

/** What an app does with the client, in types as strict as they can be. */
const program = `
import { createClient, runIntent, type IntentReceipt } from 'causeway-client'
import { createWalletClient, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

const account = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 2 })
const chain = {
  id: 31337,
  name: 'Harbor',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [process.env.HARBOR!] } },
}
const receipt: IntentReceipt = await runIntent({
  client: createClient({ url: process.env.SERVICE! }),
  wallet: createWalletClient({ account, chain, transport: http() }),
  request: {
    originChainId: 31337,
    originTokenAddress: '${tokens.usdc}',
    originTokenAmount: 100_000_000n,
    destinationChainId: 31338,
    destinationTokenAddress: '${tokens.usdc}',
  },
  bounds: { maxFee: 8_000_000n },
})
console.log(process.versions.node.split('.')[0], receipt.status)
`
const inJavaScript = program.replace(', type IntentReceipt', '').replace(': IntentReceipt', '').replaceAll('!', '')

/** Starts the installed service by one program of Node and settles an intent from another installed app. */
async function settles(node: string, app: string): Promise<string> {
  const [devnet, database] = await Promise.all([startTestDevnet(), freshDatabase()])
  onTestFinished(async () => {
    await devnet.stop()
    await database.close()
  })
  const env = {
    ...settingsFor(devnet, database.url),
    CAUSEWAY_ENGINE_FEE_COLLECTOR: devnet.accounts[9]!.address,
    PORT: '0',
  }
  writeFileSync(join(app, 'run.mjs'), inJavaScript)
  let said = ''
  await expectServes(causeway(join(scratch, 'service'), ['serve'], env, node), async (url) => {
    const run = await finished(start(app, [node, 'run.mjs'], { SERVICE: url, HARBOR: devnet.chains[0]!.rpcUrl }))
    said = run.out + run.err
  })
  return said.trim()
}

describe('Node', () => {
  test.each(['20', '22', '24', '26'])('%s starts the service, and its client settles an intent', async (version) => {
    const name = `node-${process.platform}-${process.arch}`
    const modules = install(join(scratch, `node${version}`), `${name}@${version}`)
    expect(await settles(join(modules, name, 'bin/node'), join(scratch, 'client'))).toBe(`${version} SUCCEEDED`)
  })
})

// The peer range begins with the first; the second was the newest when it was last widened.
describe('viem', () => {
  test.each(['2.28.0', '2.57.1'])(
    '%s of an app compiles with the client, once, and settles an intent',
    async (version) => {
      const app = join(scratch, `viem${version}`)
      mkdirSync(app)
      writeFileSync(join(app, 'package.json'), '{"type":"module"}')
      install(app, `viem@${version}`, join(scratch, 'causeway-client-0.1.0.tgz'), '@types/node@20')
      writeFileSync(join(app, 'send.ts'), program)
      const strict = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
      }
      const compilerOptions = {
        ...strict,
        noEmit: true,
        module: 'nodenext',
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: ['node'],
      }
      writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['send.ts'] }))
      const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
      const { out } = await finished(start(app, ['node', tsc, '-p', '.'], {}))
      // What viem's own types say under these settings is not ours.
      expect(out.split('\n').filter((line) => /^(send\.ts|node_modules\/causeway)/.test(line))).toEqual([])
      const copies = execFileSync('npm', ['ls', 'viem', '--parseable', '--all'], { cwd: app, encoding: 'utf8' })
      expect(new Set(copies.trim().split('\n')).size).toBe(1)
      expect(await settles('node', app)).toMatch(/SUCCEEDED$/)
    },
  )
})
