import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as ourViem from 'viem'
import { expect, test } from 'vitest'
import { runIntent } from '../../src/sdk/client.ts'
import { fromTo, harbor, island, startService, tokens } from '../e2e/setup.ts'
import { useFolder, useForAll } from '../useParts.ts'

const ourModules = join(import.meta.dirname, '../../node_modules')

const service = useForAll(startService)
const folder = useFolder()

/** A project of somebody else with its own viem: a copy of the package beside links to what it depends on. */
async function importSecondViem(): Promise<{
  viem: typeof import('viem')
  accounts: typeof import('viem/accounts')
}> {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(ourModules).filter((one) => one !== 'viem' && !one.startsWith('.')))
    symlinkSync(join(ourModules, name), join(modules, name))
  // The compiled modules alone: the sources and types beside them are most of the 29 MB.
  mkdirSync(join(modules, 'viem'))
  for (const part of ['package.json', '_esm', 'node_modules'])
    cpSync(join(ourModules, 'viem', part), join(modules, 'viem', part), { recursive: true, force: true })
  const load = (path: string) => import(pathToFileURL(join(modules, 'viem/_esm', path)).href)
  return { viem: await load('index.js'), accounts: await load('accounts/index.js') }
}

test('wallet and readers of a second copy of viem carry an intent to its verified end', async () => {
  const { viem, accounts } = await importSecondViem()
  expect(viem.BaseError).not.toBe(ourViem.BaseError)
  const account = accounts.privateKeyToAccount(service.devnet.accounts[3]!.privateKey)
  const urlOf = (chainId: number) => service.devnet.chains.find(({ id }) => id === chainId)!.rpcUrl
  const receipt = await runIntent({
    client: service.client,
    wallet: viem.createWalletClient({ account, transport: viem.http(urlOf(harbor)), pollingInterval: 50 }),
    readers: { [island]: viem.createPublicClient({ transport: viem.http(urlOf(island)) }) },
    request: { ...fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc]) },
    accept: () => true,
  })
  expect(receipt).toMatchObject({ status: 'SUCCEEDED', verified: 'chain' })
})
