import { expect, test } from 'vitest'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { systemClock } from '../../src/host/clock.ts'
import { operatorSecret, serveWithAdmin } from '../server/adminSetup.ts'
import { move } from '../stores/move.ts'
import { addressOf, hashOf, sampleQuote } from '../stores/sampleQuote.ts'
import { runInside } from './runInside.ts'

const fixture = async () => {
  const server = await serveWithAdmin({ config: { admin: { operatorSecret } } })
  const env = { USER: 'ada', CAUSEWAY_URL: server.url, CAUSEWAY_OPERATOR_SECRET: operatorSecret }
  return { ...server, env, causeway: (args: string[]) => runInside(args, env) }
}

test('the audit is read from the command line, page by page', async () => {
  const { causeway, operator } = await fixture()
  const before = await causeway(['audit', '--project', '1'])
  expect([before.code, before.out]).toEqual([0, 'no entries yet\n'])
  await operator.createProject({ name: 'Shop' })
  await operator.setSwitches({ chainsPaused: [31337] })
  const [newest] = (await operator.listAudit({})).entries
  const all = await causeway(['audit'])
  expect(all.out).toMatch(/^AT +WHO +WHAT +PROJECT/)
  expect(all.out).toContain('operator:ada')
  expect(all.out).toContain(newest!.act)
  const first = await causeway(['audit', '--limit', '1'])
  const page = /--page (\d+)/.exec(first.err)?.[1]
  const second = await causeway(['audit', '--limit', '1', '--page', page!, '--json'])
  expect(second.json<{ entries: { id: number }[] }>().entries[0]!.id).toBe(Number(page) - 1)
  expect(await causeway(['audit', '--page', 'x'])).toMatchObject({ code: 2 })
})

test('what the audit says of money and times is written for people', async () => {
  const { causeway, operator, store } = await fixture()
  await operator.setSponsorBudget({ projectId: 1, usdPerDay: 1_250 })
  const act = { actor: 'operator:ada', nowMs: 1_000, act: 'webhook.rotateSecret', projectId: 1 }
  await store.access.note({ ...act, detail: { id: 41, oldUntilMs: Date.UTC(2026, 10, 17) } })
  const { out } = await causeway(['audit', '--project', '1'])
  expect(out).toContain('usdPerDay $1,250.00')
  expect(out).toContain('id 41, oldUntilMs 2026-11-17T00:00:00.000Z')
  expect(out.split('\n').every((line) => line.length <= 80)).toBe(true)
})

test('held money is shown in whole units with its token, and of one that nobody knows in base units', async () => {
  const { causeway, operator, store } = await fixture()
  const usdc = devnetAddresses.usdc
  const stranger = addressOf(99)
  const deposit = { from: 'owner', to: 'originIntent', chainId: 31337, why: 'deposit' } as const
  const { intentId } = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(1) }))
  const ledger = [
    { ...deposit, token: usdc, amount: 1_234_500_000n },
    { ...deposit, token: stranger, amount: 7_000n },
  ]
  const due = { nowMs: 1_500, ledger }
  await store.intents.transition({ intentId, step: 'quoted' }, { step: 'refund', dueAtMs: 2_000, ...due })
  await move(store, intentId, 'refund', { step: 'held', nowMs: 1_800, finishedAtMs: 1_800 })

  const { funds } = await operator.getHeldFunds({})
  expect(funds.map(({ symbol, decimals, amount }) => ({ symbol, decimals, amount }))).toEqual(
    expect.arrayContaining([
      { symbol: 'USDC', decimals: 6, amount: 1_234_500_000n },
      { symbol: undefined, decimals: undefined, amount: 7_000n },
    ]),
  )
  const { out } = await causeway(['held'])
  expect(out).toMatch(/^ *1,234\.5 USDC +Harbor +originIntent/m)
  expect(out).toMatch(new RegExp(`^ *7,000 of ${stranger} `, 'mi'))
  expect(out).toContain(intentId)
  expect(out.split('\n').every((line) => line.length <= 80)).toBe(true)
})

test('of two bridges, what the second one still holds is on its way, and nothing once both have paid', async () => {
  const { operator, store } = await fixture()
  const quote = sampleQuote({ intentId: hashOf(1), destinationToken: addressOf(9) })
  const [inputToken, outputToken] = [addressOf(8), addressOf(9)]
  const part = (provider: string, amount: bigint) => ({
    ...{ provider, inputToken, outputToken, inputAmount: amount, outputAmountMin: amount - 1n },
  })
  const parts = [part('ACROSS', 600n), part('CCTP', 400n)]
  const { intentId } = await store.intents.insertQuote({
    ...quote,
    plan: { ...quote.plan, bridge: { ...part('ACROSS', 1_000n), parts } },
  })
  const sent = { from: 'originIntent', to: 'bridge', chainId: 10, why: 'bridge', token: inputToken } as const
  const paid = { from: 'bridge', to: 'destinationIntent', chainId: 8_453, why: 'bridge', token: outputToken } as const
  const ledger = [
    { ...sent, amount: 1_001n },
    { ...paid, amount: 599n },
  ]
  await store.intents.transition({ intentId, step: 'quoted' }, { step: 'refund', dueAtMs: 2_000, nowMs: 1_500, ledger })
  const inBridges = async () => {
    const { funds } = await operator.getHeldFunds({ state: 'MOVING' })
    return funds.filter(({ place }) => place === 'bridge').map(({ chainId, amount }) => ({ chainId, amount }))
  }
  expect(await inBridges()).toEqual([{ chainId: 10, amount: 401n }])
  await move(store, intentId, 'refund', { dueAtMs: 3_000, nowMs: 1_800, ledger: [{ ...paid, amount: 399n }] })
  expect(await inBridges()).toEqual([])
})

test('that no money is held is said in words, and a state that there is not is refused', async () => {
  const { causeway } = await fixture()
  const none = await causeway(['held'])
  expect([none.code, none.out]).toEqual([0, 'nothing rests at the address of an intent that has ended\n'])
  expect((await causeway(['held', '--state', 'moving'])).out).toBe('nothing is on its way\n')
  expect(await causeway(['held', '--state', 'lost'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--state is one of held, moving, not "lost"'),
  })
})

test('ledger and audit leave the service as CSV and JSON lines, go on behind a position, and leave no late line out', async () => {
  const { causeway, operator, store, databaseUrl, env } = await fixture()
  const book = async (n: number, nowMs: number, projectId = 1) => {
    const { intentId } = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(n), projectId }))
    const [usdc, stranger] = [devnetAddresses.usdc, addressOf(99)]
    const deposit = { from: 'owner', to: 'originIntent', chainId: 31337, why: 'deposit' } as const
    const ledger = [
      { ...deposit, token: usdc, amount: 2n ** 70n, txnHash: hashOf(n + 100), blockNumber: 7 },
      { ...deposit, token: stranger, amount: 7_000n },
    ]
    await store.intents.transition({ intentId, step: 'quoted' }, { step: 'refund', dueAtMs: nowMs, nowMs, ledger })
  }
  await book(1, 1_500)
  await operator.createProject({ name: '=cmd|"x", Shop' })
  await book(2, 2_500_000, 2)
  const { out, err } = await causeway(['export', 'ledger'])
  const [head, first, ...rest] = out.trimEnd().split('\n')
  expect(head).toMatch(/^id,at,intentId,projectId,from,to,why,chainId,tokenAddress,symbol,decimals,amount,/)
  expect(first).toMatch(
    new RegExp(
      `^1,1970-01-01T00:00:01.500Z,${hashOf(1)},1,owner,originIntent,deposit,31337,${devnetAddresses.usdc},USDC,6,${2n ** 70n},,,${hashOf(101)},7$`,
    ),
  )
  expect([rest.length, err]).toEqual([
    3,
    'lines of the last two minutes come with the next export, which goes on with --after 4\n',
  ])
  const ofTwo = await causeway(['export', 'ledger', '--project', '2', '--format', 'jsonl'])
  expect(
    ofTwo.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([3, 4])
  expect((await causeway(['export', 'ledger', '--after', '3'])).out.trimEnd().split('\n')).toHaveLength(2)
  expect((await causeway(['export', 'ledger', '--format', 'xml'])).code).toBe(2)

  // A recent line, and an older one with a later number: not skipped, but left to the next export.
  await book(3, Date.now())
  await book(4, 1_500)
  expect((await causeway(['export', 'ledger', '--after', '4'])).err).toBe(
    'lines of the last two minutes come with the next export, which goes on with --after 4\n',
  )
  const { lines } = await operator.listLedger({ fromTime: 2_000, limit: 1 })
  expect(lines.map(({ id, projectId }) => [id, projectId])).toEqual([[3, 2]])

  expect((await causeway(['export', 'audit'])).out).toBe('id,at,actor,act,projectId,detail\n')
  const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + 180_000 }
  const later = await serveWithAdmin({ config: { admin: { operatorSecret } }, databaseUrl, clock })
  const afterwards = await runInside(['export', 'audit', '--project', '2'], { ...env, CAUSEWAY_URL: later.url })
  expect(afterwards.out).toMatch(/\n2,\S+,operator:ada,project\.create,2,"\{""name"":""=cmd\|.*Shop""/)
  expect(
    (await runInside(['export', 'ledger'], { ...env, CAUSEWAY_URL: later.url })).out.trimEnd().split('\n'),
  ).toHaveLength(9)
})
