import * as z from 'zod'
import { type DepositWayName, depositWayNames } from '../interface/enums.ts'
import { type FeeOption, feeOption } from '../interface/quoteShapes.ts'

/**
 * How to deposit: the cheapest way this wallet can do (`auto`), the cheapest that only needs a signature
 * (`signature`), approve and deposit as one wallet batch (`calls`, EIP-5792), or one way by name.
 */
export type DepositBy = 'auto' | 'signature' | 'calls' | DepositWayName

/** The chosen way, to show, sign, and resume after a crash. What is signed includes the fee. */
export type ChosenDeposit = { way: DepositWayName | 'calls'; feeOption?: FeeOption }

/** Reads one back from JSON, where a small amount is a number. */
export const chosenDeposit = z.object({ way: z.enum([...depositWayNames, 'calls']), feeOption: feeOption.optional() })
