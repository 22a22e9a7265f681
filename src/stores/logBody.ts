import type { LegChange, LogEvent } from '../intents/foldEvents.ts'
import { statusOf } from '../intents/lifecycle.ts'
import type { IntentStatus } from '../interface/enums.ts'
import type { Attempt, Fence, Transition } from './store.ts'

/** The JSON body of a log row, in two forms: written by a transition, and written by `recordAttempt`. */
type TransitionBody = { from: string; to: string; status: IntentStatus; legs?: LegChange[]; arrived?: boolean }
type AttemptBody = LegChange & { state: Attempt['state'] }

export function transitionBody(fence: Fence, transition: Transition): TransitionBody {
  const to = transition.step ?? fence.step
  return {
    from: fence.step,
    to,
    status: statusOf(to),
    legs: transition.legs?.map(({ leg, chainId, status, txnHash, statusReason }) => ({
      leg,
      chainId,
      status,
      txnHash,
      statusReason,
    })),
    ...(transition.arrived !== undefined && { arrived: transition.arrived }),
  }
}

export function readBody(body: unknown): Pick<LogEvent, 'status' | 'legs' | 'arrived'> {
  const { state, ...leg } = body as AttemptBody
  if (state !== undefined) return { legs: leg.status === undefined ? [] : [leg] }
  const { status, legs = [], arrived } = body as TransitionBody
  return { status, legs, ...(arrived !== undefined && { arrived }) }
}
