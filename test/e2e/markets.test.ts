import { describe } from 'vitest'
import { marketLiesSuite } from '../sdk/marketLiesSuite.ts'
import { resumeSuite } from '../sdk/resumeSuite.ts'
import { runIntentSuite } from '../sdk/runIntentSuite.ts'
import { booksSuite } from './booksSuite.ts'
import { quotesSuite } from './quotesSuite.ts'
import { replaySuite } from './replaySuite.ts'
import { useService } from './setup.ts'

/** One app on markets as they were built, for stories that read prices, estimates or sums. */
const service = useService({ devnet: {} })

// In this order: the books begin empty, replays leave a market changed, and resumed intents move the time.
describe('books', () => booksSuite(service))
describe('quotes', () => quotesSuite(service))
describe('lies', () => marketLiesSuite(service))
describe('runIntent', () => runIntentSuite(service))
describe('replay', () => replaySuite(service))
describe('resume', () => resumeSuite(service))
