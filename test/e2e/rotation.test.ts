import { afterAll, expect, test } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import type { ConfigInput } from '../../src/config/config.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { createClient } from '../../src/sdk/client.ts'
import { runInside } from '../cli/runInside.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { beginSwap } from './beginSwap.ts'
import { devnetForOwnApp, finished, startServiceOn } from './setup.ts'

/** Signers, the operator secret and access keys are exchanged one after the other, each by a second service beside the first, while intents flow. */
const [oldSecret, newSecret] = ['the secret that was lost', 'the secret that takes its place']
const collector: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

const database = useForAll(freshDatabase)
const devnet = useForAll(devnetForOwnApp)
const apps: RunningApp[] = []

afterAll(async () => {
  for (const app of apps) await app.stop()
})

const key = (at: number) => devnet.relayers[at]!

async function start(signers: number[], operatorSecret = oldSecret, more: ConfigInput = {}): Promise<RunningApp> {
  const app = await startServiceOn(devnet, database.url, {
    signers: { privateKeys: signers.map((at) => key(at).privateKey) },
    engine: { feeCollector: collector },
    admin: { operatorSecret },
    ...more,
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
  const first = await start([0])
  const begun = [await beginSwap(devnet, first)]
  const both = await start([0, 1])
  begun.push(await beginSwap(devnet, both))
  await stop(first)
  for (const one of begun) await one.end(both)

  // Nothing of the old one is under way: its lane says so, and then it can go.
  const admin = createAdminClient({ url: both.url, secret: oldSecret, operator: 'ada' })
  const openOf = async (address: Address) =>
    (await admin.getSigners({})).signers
      .filter((lane) => lane.address.toLowerCase() === address.toLowerCase())
      .flatMap(({ open }) => open)
  // Blocks come only with transactions here, and an idle chain would never make its last one final.
  for (const { rpcUrl } of devnet.chains) await rpc(rpcUrl, 'anvil_mine', ['0x40'])
  await expect.poll(() => openOf(key(0).address)).toEqual([])
  const only = await start([1])
  await stop(both)
  const before = await Promise.all([sent(key(0)), sent(key(1))])
  await (await beginSwap(devnet, only)).end()
  expect(await sent(key(0))).toBe(before[0])
  expect(await sent(key(1))).toBeGreaterThan(before[1]!)
  await stop(only)
})

test('a new operator secret ends the old one and every token that was made with it', async () => {
  const old = await start([1])
  const env = (url: string, more: Record<string, string>) => ({ USER: 'ada', CAUSEWAY_URL: url, ...more })
  const byOld = createAdminClient({ url: old.url, secret: oldSecret, operator: 'ada' })
  const { token } = await byOld.createAccountToken({ account: 'bea@example.org' })
  const one = await start([1], newSecret)
  await stop(old)
  const refused = await runInside(['audit'], env(one.url, { CAUSEWAY_OPERATOR_SECRET: oldSecret }))
  expect([refused.code, refused.out]).toEqual([4, ''])
  const stale = await runInside(['projects', 'list'], env(one.url, { CAUSEWAY_TOKEN: token }))
  expect([stale.code, stale.out]).toEqual([4, ''])
  const allowed = await runInside(['audit'], env(one.url, { CAUSEWAY_OPERATOR_SECRET: newSecret }))
  expect([allowed.code, allowed.err]).toEqual([0, ''])
  await stop(one)
})

test('an access key is exchanged: both work, then the old one ends, and the intent of the old one goes on', async () => {
  const app = await start([1], newSecret, { auth: { required: true } })
  const admin = createAdminClient({ url: app.url, secret: newSecret, operator: 'ada' })
  const old = await admin.createAccessKey({ projectId: 1, name: 'web' })
  const begun = await beginSwap(devnet, app, old.accessKey)
  const fresh = await admin.rotateAccessKey({ projectId: 1, keyId: old.key.id, graceS: 60 })
  const receiptWith = (accessKey: string) =>
    createClient({ url: app.url, accessKey }).getIntentReceipt({ intentId: begun.intent.intentId })
  await Promise.all([receiptWith(old.accessKey), receiptWith(fresh.accessKey)])
  await admin.disableAccessKey({ projectId: 1, keyId: old.key.id })
  await expect
    .poll(() =>
      receiptWith(old.accessKey).then(
        () => 'allowed',
        () => 'refused',
      ),
    )
    .toBe('refused')
  const client = createClient({ url: app.url, accessKey: fresh.accessKey })
  expect((await finished({ client }, begun.intent.intentId, 24)).status).toBe('SUCCEEDED')
  await stop(app)
})
