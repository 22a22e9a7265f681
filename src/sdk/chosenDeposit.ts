import * as z from 'zod'
import { type DepositWayName, depositWayNames } from '../interface/enums.ts'
import { type FeeOption, feeOption } from '../interface/quoteShapes.ts'

/**
 * How to deposit: the cheapest way this wallet can do (`auto`), the cheapest that only needs a signature
 * (`signature`), approve and deposit as one wallet batch (`calls`, EIP-5792), or one way by name.
 */
export type DepositBy = 'auto' | 'signature' | 'calls' | DepositWayName

/** The chosen way, to show, to sign, and to resume after a crash. A signature covers the fee. */
export type ChosenDeposit = { way: DepositWayName | 'calls'; feeOption?: FeeOption }

/** Parses it from JSON, where small amounts are numbers and become bigint. */
export const chosenDeposit = z.object({ way: z.enum([...depositWayNames, 'calls']), feeOption: feeOption.optional() })
