import * as z from 'zod'
import { type DepositWayName, depositWayNames } from '../interface/enums.ts'
import { type FeeOption, feeOption } from '../interface/quoteShapes.ts'

/**
 * How the deposit is made: the cheapest way that this wallet can do (`auto`), the cheapest that is only signed (`signature`), approve and
 * deposit in one batch of the wallet (`calls`, EIP-5792), or one way by its name.
 */
export type DepositBy = 'auto' | 'signature' | 'calls' | DepositWayName

/** What was chosen, for showing, signing and going on with after a crash. The fee is inside what is signed. */
export type ChosenDeposit = { way: DepositWayName | 'calls'; feeOption?: FeeOption }

/** Reads one back from JSON, in which a small amount is a number. */
export const chosenDeposit = z.object({ way: z.enum([...depositWayNames, 'calls']), feeOption: feeOption.optional() })
