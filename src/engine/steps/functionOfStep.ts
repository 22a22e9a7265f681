import type { NextStep, Step } from '../../intents/lifecycle.ts'
import { awaitBridge } from './awaitBridge.ts'
import { awaitDeposit } from './awaitDeposit.ts'
import { awaitDestination } from './awaitDestination.ts'
import { awaitOrigin } from './awaitOrigin.ts'
import { committed } from './committed.ts'
import type { StepFunction } from './outcome.ts'
import { awaitRefund, refund } from './refund.ts'
import { refundLateDeposits } from './refundLateDeposits.ts'
import { sendDeposit } from './sendDeposit.ts'
import { sendDestination } from './sendDestination.ts'
import { sendOrigin } from './sendOrigin.ts'

/** The steps from which an intent moves on by itself. */
type OpenStep = Exclude<{ [S in Step]: [NextStep<S>] extends [never] ? never : S }[Step], 'quoted'>

/** One function for each step of the lifecycle. A quote waits for its caller, so nothing is due for it. */
const steps: { [From in OpenStep]: StepFunction<From> } = {
  committed,
  awaitDeposit,
  sendDeposit,
  sendOrigin,
  awaitOrigin,
  awaitBridge,
  sendDestination,
  awaitDestination,
  refund,
  awaitRefund,
}

/** The function of a step; an ended intent is polled for late deposits. */
export const functionOfStep = (step: Exclude<Step, 'quoted'>): StepFunction<Step> =>
  step in steps ? steps[step as OpenStep] : refundLateDeposits
