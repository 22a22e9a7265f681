import { describe } from 'vitest'
import { contractRefundsSuite } from './contractRefundsSuite.ts'
import { paymentsSuite } from './paymentsSuite.ts'
import { useService } from './setup.ts'

/** One app on chains of its own, for stories in which windows of minutes and hours end: they turn all clocks (`passTimeForAll`). */
const service = useService({ devnet: {} })

describe('payments', () => paymentsSuite(service))
describe('contract owners', () => contractRefundsSuite(service))
