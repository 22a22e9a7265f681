import type { Address } from '../interface/fields.ts'
import { formatMs } from '../interface/formatMs.ts'
import { limits } from '../interface/limits.ts'
import { formatTokenAmount, type TokenUnit } from './formatTokenAmount.ts'
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
  PERMIT_USED: 'a third party used the permits of the signed deposit first; nothing was taken, sign again',
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

/** A detail may be any contract's revert text. Unprintable or long text would break log lines and Postgres. */
export const reason = (code: ReasonCode, detail?: string): string =>
  `${code}: ${detail === undefined ? reasons[code] : printableLine(detail, detailCharsMax)}`

/** Takes the time limit from the intent's own timestamps: the setting may have changed since the commit. */
export const lapsedReason = ({ committedAtMs = 0, executeByMs = 0 }: IntentRecord): string =>
  reason('LAPSED', lapsedAfter(executeByMs - committedAtMs))

/** Symbol and decimals of a token on the chain where a batch ran; undefined if no list has it. */
export type UnitOf = (token: Address) => TokenUnit | undefined

/** Our contracts' errors `Name(token, first, second)`, as sentences for the owner of the money. */
const moneyWords: Readonly<Record<string, (first: string, second: string) => string>> = {
  AmountTooLow: (min, got) => `the swap would have brought ${got}, less than the minimum of ${min}`,
  ReceivedTooLittle: (sent, got) => `${got} of ${sent} arrived: the token keeps a part of what is sent`,
  BalanceTooLow: (min, held) => `the intent address held ${held}, less than the ${min} that were needed`,
}
const words: Readonly<Record<string, string>> = {
  NotEnoughGas: 'the transaction that carried the batch had too little gas left',
  RefundTimeReached: 'the time of refunds had begun',
}

function explainError(error: string, unitOf: UnitOf): string | undefined {
  const [, name, token, first, second] = /^(\w+)\((0x\w{40}), (\d+), (\d+)\)$/.exec(error) ?? []
  const say = moneyWords[name ?? '']
  if (!say) return words[error.split('(')[0]!]
  const unit = unitOf(token as Address)
  const [one, two] = [first, second].map((text) => {
    return unit ? formatTokenAmount(BigInt(text!), unit) : `${text} base units of ${token}`
  })
  return say(one!, two!)
}

/** Why a batch failed: a sentence for the payer, then the contract's error in base units. */
export const failureReason = (code: ReasonCode, error: string | undefined, unitOf: UnitOf): string =>
  reason(code, error === undefined ? undefined : `${explainError(error, unitOf) ?? reasons[code]} (${error})`)

/** Why the destination failed. Names the requested call if it failed, rather than the swap before it. */
export function destinationFailure(
  { intent: { quoteRequest } }: IntentRecord,
  { failed, why }: { failed: ReadonlySet<string>; why?: string },
  unitOf: UnitOf,
): string {
  const { destinationCallData: data = '0x', destinationToAddress: to } = quoteRequest
  if (data === '0x' || failed.has('main') || why === undefined) return failureReason('DESTINATION_CALL', why, unitOf)
  return reason('DESTINATION_CALL', `${reasons.DESTINATION_CALL} (call ${data.slice(0, 10)} to ${to}: ${why})`)
}
