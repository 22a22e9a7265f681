import { afterAll, expect, test } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { beginSwap } from './beginSwap.ts'
import { devnetForOwnApp, startServiceOn } from './setup.ts'

/** Signers are exchanged by a second service beside the first, while intents flow. */
const operatorSecret = 'the secret of the operator'
const collector: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

const database = useForAll(freshDatabase)
const devnet = useForAll(devnetForOwnApp)
const apps: RunningApp[] = []

afterAll(async () => {
  for (const app of apps) await app.stop()
})

const key = (at: number) => devnet.relayers[at]!

async function start(...signers: number[]): Promise<RunningApp> {
  const app = await startServiceOn(devnet, database.url, {
    signers: { privateKeys: signers.map((at) => key(at).privateKey) },
    engine: { feeCollector: collector },
    admin: { operatorSecret },
  })
  apps.push(app)
  return app
}

async function stop(app: RunningApp): Promise<void> {
  apps.splice(apps.indexOf(app), 1)
  await app.stop()
}

const sent = ({ address }: { address: Address }) =>
  rpc<Hex>(devnet.chains[0]!.rpcUrl, 'eth_getTransactionCount', [address, 'latest']).then(Number)

test('a signer is exchanged: the new one beside it, then the old one away, and every intent ends once', async () => {
  const first = await start(0)
  const begun = [await beginSwap(devnet, first)]
  const both = await start(0, 1)
  begun.push(await beginSwap(devnet, both))
  await stop(first)
  for (const one of begun) await one.end(both)

  // Nothing of the old one is under way: its lane says so, and then it can go.
  const admin = createAdminClient({ url: both.url, secret: operatorSecret, operator: 'ada' })
  const openOf = async (address: Address) =>
    (await admin.getSigners({})).signers
      .filter((lane) => lane.address.toLowerCase() === address.toLowerCase())
      .flatMap(({ open }) => open)
  // Blocks come only with transactions here, and an idle chain would never make its last one final.
  for (const { rpcUrl } of devnet.chains) await rpc(rpcUrl, 'anvil_mine', ['0x40'])
  await expect.poll(() => openOf(key(0).address)).toEqual([])
  const only = await start(1)
  await stop(both)
  const before = await Promise.all([sent(key(0)), sent(key(1))])
  await (await beginSwap(devnet, only)).end()
  expect(await sent(key(0))).toBe(before[0])
  expect(await sent(key(1))).toBeGreaterThan(before[1]!)
  await stop(only)
})
