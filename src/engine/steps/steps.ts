import type { Step } from '../../intents/lifecycle.ts'
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

/** One function for each step of the lifecycle. A quote waits for its caller, so nothing is due for it. */
export const steps: { [From in Exclude<Step, 'quoted'>]: StepFunction<From> } = {
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
  succeeded: refundLateDeposits,
  refunded: refundLateDeposits,
  bridgeRefunded: refundLateDeposits,
  paidOnDestination: refundLateDeposits,
  held: refundLateDeposits,
  dust: refundLateDeposits,
  aborted: refundLateDeposits,
  lapsed: refundLateDeposits,
}
