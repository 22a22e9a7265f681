import { formatMs } from '../interface/formatMs.ts'
import { limits } from '../interface/limits.ts'
import type { IntentRecord } from './intentRecord.ts'
import { printableLine } from './printableLine.ts'

const lapsedAfter = (ms: number): string => `no deposit came within ${formatMs(ms)} of the commit`

/** Codes that open a `statusReason`. They are stable: integrators switch on them. */
export const reasons = {
  SLIPPAGE: 'the swap would have paid less than the minimum; the deposit went back',
  EXECUTION: 'a call of the batch failed on chain; the deposit went back',
  LAPSED: `${lapsedAfter(limits.executeWithinMs)} (the operator may set another time)`,
  TOO_LITTLE: 'the deposit is smaller than what was quoted; it goes back',
  UNDERPAID: 'a part of the deposit is missing; the rest is waited for',
  LATE: 'the deposit came too late to be carried out; it goes back',
  WRONG_TOKEN: 'another token than the quoted one was deposited; it goes back',
  DEPOSIT_REVERTED: 'the deposit transaction reverted on chain',
  DEPOSIT_REFUSED: 'the signed deposit could not be carried out on chain',
  BRIDGE_EXPIRED: 'the bridge was not filled in time; it gives the value back to the owner on the origin chain',
  PART_EXPIRED:
    'one of two bridges was not filled in time and gave its part back to the owner on the origin chain; what the other brought goes back on the destination chain',
  DESTINATION_CALL: 'the destination call failed; the owner was paid on the destination chain',
  HELD: 'the balance could not be sent back; it rests at the intent address, where the owner can take it out',
  DUST: 'what came is worth less than sending it back; it rests at the intent address, where the owner can take it out, and goes back once more comes or gas is cheaper',
  OWNER_ACTED: 'the owner used the intent address otherwise, so the batch never can run; what is left goes back',
  ABORTED: 'the owner took the money out of the intent address',
  REORGED: 'the chain took the transaction back; what the bridge had paid out by then was delivered',
  REFUND_TIME: 'the batch could no longer run because the time of refunds had begun',
} as const

export type ReasonCode = keyof typeof reasons

const detailCharsMax = 500

/** A detail may be the revert text of any contract: control characters, lone surrogates and excess length would break log lines and Postgres. */
export const reason = (code: ReasonCode, detail?: string): string =>
  `${code}: ${detail === undefined ? reasons[code] : printableLine(detail, detailCharsMax)}`

/** States the time this intent had from its own timestamps: the setting may have changed since it was committed. */
export const lapsedReason = ({ committedAtMs = 0, executeByMs = 0 }: IntentRecord): string =>
  reason('LAPSED', lapsedAfter(executeByMs - committedAtMs))

/** What an error of our contracts means for the person whose money it was; amounts are base units. */
const words: readonly [RegExp, (...found: string[]) => string][] = [
  [
    /^AmountTooLow\((0x\w{40}), (\d+), (\d+)\)$/,
    (_, token, min, amount) => `the swap would have brought ${amount} of ${token}, less than the minimum of ${min}`,
  ],
  [
    /^ReceivedTooLittle\((0x\w{40}), (\d+), (\d+)\)$/,
    (_, token, sent, got) => `${got} of ${sent} of ${token} arrived: the token keeps a part of what is sent`,
  ],
  [
    /^BalanceTooLow\((0x\w{40}), (\d+), (\d+)\)$/,
    (_, token, min, balance) => `the intent address held ${balance} of ${token}, less than the ${min} that were needed`,
  ],
  [/^NotEnoughGas\(/, () => 'the transaction that carried the batch had too little gas left'],
  [/^RefundTimeReached\(/, () => 'the time of refunds had begun'],
]

/** Why a batch failed: what it means for whoever paid, then the error as the contract gave it. */
export function failureReason(code: ReasonCode, error: string | undefined): string {
  if (error === undefined) return reason(code)
  for (const [pattern, say] of words) {
    const found = pattern.exec(error)
    if (found) return reason(code, `${say(...found)} (${error})`)
  }
  return reason(code, `${reasons[code]} (${error})`)
}

/** Why the destination failed. Names the call that the request asked for where that is what failed, and not a swap before it. */
export function destinationFailure(
  { intent: { quoteRequest } }: IntentRecord,
  { failed, why }: { failed: ReadonlySet<string>; why?: string },
): string {
  const { destinationCallData: data = '0x', destinationToAddress: to } = quoteRequest
  if (data === '0x' || failed.has('main') || why === undefined) return failureReason('DESTINATION_CALL', why)
  return reason('DESTINATION_CALL', `${reasons.DESTINATION_CALL} (call ${data.slice(0, 10)} to ${to}: ${why})`)
}
