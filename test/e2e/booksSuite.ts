import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import type { Response } from '../../src/interface/operations.ts'
import { type AdminClient, createAdminClient } from '../../src/sdk/adminClient.ts'
import { runCli } from '../cli/runCli.ts'
import { operatorSecret, serveWithAdmin } from '../server/adminSetup.ts'
import { type finished, fromTo, harbor, island, type Service, settle, tokens } from './setup.ts'

let admin: AdminClient
const receipts: Awaited<ReturnType<typeof finished>>[] = []

/** Needs a database without intents: estimates and sums are of those made here. */
export function booksSuite(service: Service): void {
  beforeAll(async () => {
    admin = createAdminClient({ url: service.app.url, secret: service.app.operatorSecret! })
  })

  type Intent = Response<'QuoteIntent'>['intent']

  const quoteOver = async (bridgeProvider: string): Promise<Intent> => {
    const { intent } = await service.client.quoteIntent({
      ownerAddress: service.devnet.accounts[0]!.address,
      ...fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc]),
      // No swap around it, whatever the pools pay: estimates are per route.
      options: { bridgeProvider, swapProvider: 'WETH' },
    })
    return intent
  }

  async function carryOut(bridgeProvider: string) {
    const intent = await quoteOver(bridgeProvider)
    const receipt = await settle(service, service.devnet.accounts[0]!, intent)
    expect(receipt.status).toBe('SUCCEEDED')
    receipts.push(receipt)
    return { intent, receipt }
  }

  test('a fast transfer is quoted for its fee, arrives, and its receipt shows estimated beside actual time', async () => {
    const { intent, receipt } = await carryOut('CCTP_FAST')
    expect(intent.quote.routeProviders).toEqual(['CCTP_FAST'])
    const { summary } = receipt
    expect(summary.destinationTokenAmount).toBe(intent.quote.toAmount)
    expect(summary.estimatedDuration).toBe(intent.quote.estimatedDuration)
    expect(summary.actualDuration).toBe((Date.parse(summary.arrivedAt!) - Date.parse(summary.startedAt!)) / 1_000)
  })

  test('estimates are the median of what happened, once five intents have gone the same way', async () => {
    const first = await quoteOver('ACROSS')
    expect(first.quote.estimatedDurationP90).toBeUndefined()
    const took: number[] = []
    for (let n = 0; n < 5; n++) took.push((await carryOut('ACROSS')).receipt.summary.actualDuration!)
    const { client } = service
    // Measured durations are cached for ten seconds: use another route.
    const answer = await client.quoteIntent({
      ownerAddress: service.devnet.accounts[1]!.address,
      ...fromTo([harbor, tokens.usdc, 100_000_000n], [island, tokens.usdc]),
      options: { bridgeProvider: 'CCTP_FAST', swapProvider: 'WETH' },
    })
    expect(answer.intent.quote.estimatedDurationP90).toBeUndefined()
    const sorted = took.toSorted((a, b) => a - b)
    await expect
      .poll(async () => (await quoteOver('ACROSS')).quote.estimatedDuration, { interval: 1_000 })
      .toBeCloseTo(sorted[2]!, 3)
    const metrics = await (await fetch(`${service.app.url}/metrics`)).text()
    expect(metrics).toMatch(/causeway_duration_ratio_count\{route="ACROSS"\} 5/)
    expect(metrics).toMatch(/causeway_duration_ratio_count\{route="CCTP_FAST"\} 1/)
  })

  test('the books say what the receipts say, by hour, day, project, chain and intent', async () => {
    const { rows: byIntent, total } = await admin.getBooks({ by: 'intent' })
    expect(byIntent.map(({ intentId }) => intentId).toSorted()).toEqual(receipts.map((one) => one.intentId).toSorted())
    for (const { intentId, feesUsd, gasUsd, resultUsd, gasChargedUsd, chargedToPaid } of byIntent) {
      const { intent } = await service.client.getIntent({ intentId: intentId! })
      const { moves = [] } = receipts.find((one) => one.intentId === intentId)!
      const fee = moves.find(({ why }) => why === 'fee')!
      expect(fee.amount).toBe(intent.fees.feeTokenTotal)
      expect(feesUsd).toBeCloseTo(intent.fees.feeTokenUsd, 4)
      expect(gasChargedUsd).toBeCloseTo(intent.fees.gasFeeUsd, 4)
      const price = intent.fees.originGas.nativeTokenPriceUsd!
      const gas = moves.reduce((sum, { why, amount }) => (why === 'gas' ? sum + amount : sum), 0n)
      expect(gasUsd).toBeCloseTo((Number(gas) / 1e18) * price, 4)
      expect(resultUsd).toBeCloseTo(feesUsd - gasUsd, 5)
      expect(chargedToPaid).toBeCloseTo(gasChargedUsd / gasUsd, 2)
    }
    for (const by of ['hour', 'day', 'project', 'chain'] as const) {
      const { rows } = await admin.getBooks({ by })
      const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
      expect(sum(({ resultUsd }) => resultUsd)).toBeCloseTo(total.resultUsd, 5)
      expect(sum(({ gasUsd }) => gasUsd)).toBeCloseTo(total.gasUsd, 5)
    }
    expect(total).toMatchObject({ intents: receipts.length, unpriced: 0 })
    expect((await admin.getBooks({ by: 'chain' })).rows.map(({ chainId }) => chainId).toSorted()).toEqual([
      harbor,
      island,
    ])
    // The exported ledger, read in pages by a process with a clock past the two minutes, has the same sums.
    const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + 180_000 }
    const { operator } = await serveWithAdmin({
      databaseUrl: service.database.url,
      clock,
      config: { admin: { operatorSecret } },
    })
    const pages = [await operator.listLedger({ limit: 7 })]
    for (let last = pages[0]; last?.lastId !== undefined; last = pages.at(-1))
      pages.push(await operator.listLedger({ afterId: last.lastId, limit: 7 }))
    const lines = pages.flatMap((page) => page.lines)
    const dollars = (picked: typeof lines) =>
      Number(picked.reduce((all, { microUsd = 0n }) => all + microUsd, 0n)) / 1e6
    expect(dollars(lines.filter(({ to, why }) => to === 'collector' && why === 'fee'))).toBe(total.feesUsd)
    expect(dollars(lines.filter(({ why }) => why === 'gas'))).toBe(total.gasUsd)
    const moves = receipts.flatMap(({ moves = [] }) => moves.map(({ why, amount }) => `${why} ${amount}`))
    expect(lines.map(({ why, amount }) => `${why} ${amount}`).toSorted()).toEqual(moves.toSorted())
    const { projectId } = receipts[0]!
    expect((await admin.getBooks({ projectId })).total).toEqual(total)
    await expect(admin.getBooks({ projectId: 99 })).rejects.toMatchObject({ error: 'ProjectNotFound' })
    const metrics = await (await fetch(`${service.app.url}/metrics`)).text()
    const counted = (name: string) =>
      [...metrics.matchAll(new RegExp(`^causeway_${name}\\{[^}]*\\} (\\S+)$`, 'gm'))].reduce(
        (all, [, n]) => all + Number(n),
        0,
      )
    expect(counted('gas_spent_usd_total')).toBeCloseTo(total.gasUsd, 4)
    expect(counted('gas_charged_usd_total')).toBeCloseTo(total.gasChargedUsd, 4)
    expect(counted('earned_usd_total')).toBeCloseTo(total.feesUsd, 4)
  })

  test('causeway books shows it to people and to programs', async () => {
    const flags = ['--url', service.app.url, '--secret', service.app.operatorSecret!]
    const shown = await runCli(['books', '--by', 'chain', ...flags])
    expect(shown.out).toMatch(/^CHAIN +INTENTS +FEES +GAS +RESULT +CHARGED +OF PAID\n/)
    expect(shown.out).toMatch(/\nALL +6 +\$\d+\.\d{4} +\$\d+\.\d{4} +-?\$\d+\.\d{4} +\$\d+\.\d{4} +\d+ %\n$/)
    const json = (await runCli(['books', '--by', 'intent', '--limit', '2', '--json', ...flags])).json<{
      rows: object[]
    }>()
    expect(json.rows).toHaveLength(2)
    expect((await runCli(['books', '--by', 'week', ...flags])).code).not.toBe(0)
  })
}
