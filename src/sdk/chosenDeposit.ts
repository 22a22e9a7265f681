import type { DepositWayName } from '../interface/enums.ts'
import type { FeeOption } from '../interface/quoteShapes.ts'

/**
 * How the deposit is made: the cheapest way that this wallet can do (`auto`), the cheapest that is only signed (`signature`), approve and
 * deposit in one batch of the wallet (`calls`, EIP-5792), or one way by its name.
 */
export type DepositBy = 'auto' | 'signature' | 'calls' | DepositWayName

/** What was chosen, for showing, signing and going on with after a crash. The fee is inside what is signed. */
export type ChosenDeposit = { way: DepositWayName | 'calls'; feeOption?: FeeOption }
