import type { Step } from '../intents/lifecycle.ts'
import type { StepFunction } from './outcome.ts'
import { aftercare } from './steps/aftercare.ts'
import { awaitBridge } from './steps/awaitBridge.ts'
import { awaitDeposit } from './steps/awaitDeposit.ts'
import { awaitDestination } from './steps/awaitDestination.ts'
import { awaitOrigin } from './steps/awaitOrigin.ts'
import { committed } from './steps/committed.ts'
import { awaitRefund, refund } from './steps/refund.ts'
import { sendDeposit } from './steps/sendDeposit.ts'
import { sendDestination } from './steps/sendDestination.ts'
import { sendOrigin } from './steps/sendOrigin.ts'

/** One function for each step of the lifecycle. A quote waits for its caller, so nothing is due for it. */
export const steps: Record<Exclude<Step, 'quoted'>, StepFunction> = {
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
  succeeded: aftercare,
  refunded: aftercare,
  bridgeRefunded: aftercare,
  paidOnDestination: aftercare,
  held: aftercare,
  lapsed: aftercare,
}
