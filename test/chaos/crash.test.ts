import { erc20Abi } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../src/config/config.ts'
import type { Request } from '../../src/interface/operations.ts'
import { createClient } from '../../src/sdk/client.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import {
  balance,
  deposit,
  fromTo,
  harbor,
  island,
  order,
  passTime,
  restingPlaces,
  signDeposit,
  tokens,
  walletOf,
} from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { budget } from '../tier.ts'
import { useForAll } from '../useParts.ts'
import { ended, expectDeliveredOnce, expectSentOnce, type Quoted } from './books.ts'
import { chaosConfig, type ServiceProcess, startProcess } from './process.ts'

/**
 * Places between two effects where the process is killed. Each intent crosses one; the process that takes over must
 * end it once, with balanced books. The full tier uses the places that guard the most money, the fast one a single
 * place, the deep one all.
 */
const workerPlaces = (steps: readonly string[]) =>
  steps.flatMap((step) => ['leased', 'decided', 'written'].map((at) => `${step}.${at}`))
const everywhere = [
  ...workerPlaces(['awaitDeposit', 'sendDeposit', 'awaitOrigin', 'awaitBridge', 'awaitDestination']),
  'lane.leased',
  'transaction.signed',
  'transaction.planned',
  'transaction.broadcast',
  'transaction.recorded',
  'mined.recorded',
  'nonce.closed',
  // Last, because they turn a chain's clock.
  ...workerPlaces(['refund', 'awaitRefund']),
]
const guardingMoney = ['awaitDeposit.written', 'transaction.planned', 'awaitDestination.decided']
const places = budget({ fast: guardingMoney.slice(1, 2), full: guardingMoney, deep: everywhere })

const database = useForAll(freshDatabase)
const devnet = useForAll(() => startTestDevnet({ blockTimeS: 0 }))
const store = useForAll(() => openPostgresStore({ url: database.url }))
let running: ServiceProcess | undefined

afterAll(() => running?.stop())

const isRefund = (place: string) => /^(refund|awaitRefund)\./.test(place)

describe('a process killed between two effects', () => {
  test.each(places.filter((place) => !isRefund(place)))(
    'at %s: the intent ends once, and the books balance',
    async (place) => {
      const recipient = `0x${Buffer.from(place).toString('hex').padEnd(40, '0').slice(0, 40)}` as const
      const config = chaosConfig(devnet, database.url)
      const started = running ?? (await startProcess(config))
      const client = createClient({ url: started.url })
      const user = devnet.accounts[places.indexOf(place) % 9]!
      const { intent, gasFeeOptions } = await client.quoteIntent({
        ownerAddress: user.address,
        ...fromTo([harbor, tokens.usdc, 50_000_000n], [island, tokens.usdc]),
        destinationToAddress: recipient,
      })
      await client.commitIntent({ intent })
      const relayed = place.startsWith('sendDeposit')
      const paid = relayed
        ? {
            depositSignature: await signDeposit(
              devnet,
              user,
              intent,
              gasFeeOptions.feeOptions.find(({ is2612 }) => is2612)!,
            ),
          }
        : { depositTransactionHash: await deposit(devnet, user, intent) }
      // With the hash of an existing deposit nobody waits for it: the intent starts beyond this step.
      const announced = place.startsWith('awaitDeposit') ? {} : paid
      await started.stop()

      // The process that dies does the work; callers use the one that takes over.
      await dieAt(place, config, { intentId: intent.intentId, ...announced })
      expect((await endOf(intent)).status).toBe('SUCCEEDED')
      await expectDeliveredOnce(intent, { devnet, store })
    },
  )

  const turnS = 5 * 60
  test.each(places.filter(isRefund))('at %s: what came wrong goes back once', async (place) => {
    // The chain's clock is one turn ahead per earlier place; intents are quoted by the service's clock.
    const turns = places.filter(isRefund).indexOf(place) + 1
    const shortLived = { executeWithinMs: 15_000, refundAfterMs: turns * turnS * 1_000 }
    const config = chaosConfig(devnet, database.url, { engine: shortLived })
    await running?.stop()
    running = await startProcess(config)
    const client = createClient({ url: running.url })
    const user = devnet.accounts[places.indexOf(place) % 9]!
    const before = await balance(devnet, harbor, tokens.usdc, user.address)
    const intent = await order(client, {
      ownerAddress: user.address,
      ...fromTo([harbor, tokens.usdc, 50_000_000n], [harbor, tokens.dai]),
    })
    await walletOf(devnet, harbor, user).writeContract({
      address: tokens.usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [intent.originIntentAddress, 20_000_000n],
    })
    await running.stop()
    await passTime(devnet, harbor, turnS)
    await dieAt(place, config, { intentId: intent.intentId })
    const receipt = await endOf(intent)
    expect(receipt.status).toBe('FAILED')
    expect(receipt.refundTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: 20_000_000n })
    expect(await balance(devnet, harbor, tokens.usdc, user.address)).toBe(before)
    const entries = await store.intents.ledger(intent.intentId)
    expect(Object.keys(restingPlaces(entries)).filter((key) => key.includes('Intent'))).toEqual([])
    await expectSentOnce(store, intent.intentId, 'refund')
  })
})

/** One process does the work until it is killed there; then another takes over and is told the same. */
async function dieAt(place: string, config: ConfigInput, ask: Request<'ExecuteIntent'>): Promise<void> {
  const doomed = await startProcess(config, place)
  if (doomed.url) {
    await createClient({ url: doomed.url, retries: 0 })
      .executeIntent(ask)
      .catch(() => {})
    await doomed.gone
  }
  running = await startProcess(config)
  await createClient({ url: running.url }).executeIntent(ask)
}

const holdsMax = 21
const endOf = (intent: Quoted) => ended(createClient({ url: running!.url }), intent, holdsMax)
