import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { awkwardWallets, leavesWhileSigning, namesThatLie, writeLyingList } from './enemyBrowser.ts'
import { explorerIsLong, explorersLie, lookupFailsOnce, serviceLies, serviceMisnames } from './lieBrowser.ts'
import { clockOff, openedInTheDark } from './roughBrowser.ts'
import { secretsStay } from './secretsBrowser.ts'
import { type Console, hasBrowser, shareConsole, startBeside } from './setup.ts'
import { answersAreGarbage, streamIsGarbage, twoTabs, walletsAreStrange } from './strangeBrowser.ts'

describe.runIf(hasBrowser)('a console that is lied to', () => {
  let service: Console
  beforeAll(async () => {
    service = await shareConsole()
  })
  afterAll(() => service?.stop())

  test('a service that lies about a quote: each lie is shown as such, and nothing is signed', () =>
    serviceLies(service))

  test('a service that lies about tokens, chains and markets: nothing is signed under a wrong name', () =>
    serviceMisnames(service))

  test('wallets that refuse, are elsewhere or are none', () => awkwardWallets(service))

  test('the form is left while the wallet asks: what is signed is not lost', () => leavesWhileSigning(service))

  test('links that leave the service lead to the web alone, and say nothing of the reader', () => explorersLie(service))

  test('150 tokens are listed with prices and ways of their own', () => explorerIsLong(service))

  test('the lookup of a token fails once: the list names it later', () => lookupFailsOnce(service))

  test('a stream of garbage, and of 1,000 events a second', () => streamIsGarbage(service))

  test('answers of another shape: the page says so, and the console stays', () => answersAreGarbage(service))

  test('wallets that answer nonsense', () => walletsAreStrange(service))

  test('two tabs take the same deposit out', () => twoTabs(service))

  test('an intent that cannot be read now is said to be so, and is shown later', () => openedInTheDark(service))

  test('the clock of the browser is ten minutes off', () => clockOff(service))

  describe('that asks for a key', () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-list-'))
    const log: string[] = []
    let keyed: Console
    beforeAll(async () => {
      const list = join(folder, 'list.json')
      writeLyingList(list)
      const config = { auth: { required: true }, roles: { worker: false }, tokens: { externalLists: [list] } }
      keyed = await startBeside(service, config, pino({ level: 'trace' }, { write: (line) => void log.push(line) }))
    })
    afterAll(async () => {
      await keyed?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    test('names of tokens that lie, in a list of 5,000: found and chosen by keyboard alone', () => namesThatLie(keyed))

    test('keys, tokens and secrets stay in the page, and a project sees its own intents alone', () =>
      secretsStay(keyed, log))
  })
})
