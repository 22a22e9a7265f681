import { afterAll, beforeAll, describe, test } from 'vitest'
import type { ConfigInput } from '../../src/config/config.ts'
import { type CutProxy, startCutProxy } from '../service/cutProxy.ts'
import { operatorReplaces } from './laneBrowser.ts'
import { tenThousandIntents } from './loadBrowser.ts'
import { workerKilled } from './moneyBrowser.ts'
import { drawsEveryReceipt } from './receiptsBrowser.ts'
import { nodesAway, serviceReplaced } from './roughBrowser.ts'
import { type Console, hasBrowser, startBeside, startConsole } from './setup.ts'
import { lateAndHeld, refundAfterMs } from './stuckBrowser.ts'

describe.runIf(hasBrowser)('a console whose service loses parts', () => {
  let reading: Console
  let working: Console
  let config: ConfigInput
  let lines: CutProxy[]
  beforeAll(async () => {
    // Receipts are made up in its database, so they are not compared with the chains.
    reading = await startConsole({ comparesReceipts: false, devnet: {}, config: { roles: { worker: false } } })
    const { devnet } = reading
    lines = await Promise.all(devnet.chains.map(({ rpcUrl }) => startCutProxy(Number(new URL(rpcUrl).port))))
    config = {
      chains: devnet.chains.map(({ id }, index) => {
        const at = `127.0.0.1:${lines[index]!.port}`
        return { id, rpcUrls: [`http://${at}`], wsUrls: [`ws://${at}`] }
      }),
      signers: { privateKeys: [devnet.accounts[9]!.privateKey] },
      engine: { refundAfterMs },
    }
    working = await startBeside(reading, config)
    // One that replaces it listens where it does.
    config.http = { port: Number(new URL(working.url).port) }
  })
  afterAll(async () => {
    await working?.stop()
    await Promise.all(lines?.map((line) => line.stop()) ?? [])
    await reading?.stop()
  })

  test('the nodes are away: markets say why they are not shown, and come back', () => nodesAway(working, lines))

  test('blocks are held: the operator replaces a transaction and cancels it, and the money arrives', () =>
    operatorReplaces(working))

  test('paid too late: one is back by itself, one rests until its owner takes it out', () => lateAndHeld(working))

  test('the service stops: a deposit is taken out without it, and another takes its place while pages are open', () =>
    serviceReplaced(working, config))

  test('the worker is killed half-way; another ends the intent while the page watches', () => workerKilled(reading))

  test('receipts of every ending are drawn whole, on a wide screen and on a phone', () => drawsEveryReceipt(reading))

  test('10,000 intents in a list and 200 events a second: no task of a page does much at once', async () => {
    process.stderr.write(`${await tenThousandIntents(reading)}\n`)
  })
})
