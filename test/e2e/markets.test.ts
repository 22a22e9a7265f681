import { afterAll, describe } from 'vitest'
import { resumeSuite } from '../sdk/resumeSuite.ts'
import { runIntentSuite } from '../sdk/runIntentSuite.ts'
import { booksSuite } from './booksSuite.ts'
import { quotesSuite } from './quotesSuite.ts'
import { replaySuite } from './replaySuite.ts'
import { type Service, startService } from './setup.ts'

/** One app on markets as they were built, for stories that read prices, estimates or sums. */
let service: Promise<Service> | undefined
const start = () => {
  service ??= startService({ devnet: {} })
  return service
}
afterAll(async () => (await service)?.stop())

// In this order: the books begin empty, replays leave a market changed, and resumed intents move the time.
describe('books', () => booksSuite(start))
describe('quotes', () => quotesSuite(start))
describe('runIntent', () => runIntentSuite(start))
describe('replay', () => replaySuite(start))
describe('resume', () => resumeSuite(start))
