import { type Intent, intent as intentShape } from '../interface/intentShapes.ts'
import { parseJson, printJson } from '../interface/json.ts'
import { type ChosenDeposit, chosenDeposit } from './chosenDeposit.ts'

/**
 * An intent as text with every digit: `JSON.stringify` throws on bigint amounts, `JSON.parse` rounds them. Save it
 * before the deposit: `recoverDeposit` needs only this text, and `resumeIntent` continues by its id.
 */
export const intentToJson = (intent: Intent): string => printJson(intent)

/** The intent written by `intentToJson` or sent by a service. Throws for any other text. */
export const intentFromJson = (text: string): Intent => intentShape.parse(parseJson(text))

/** How the deposit is made (`verified.chosen`) as text. Pass it to `resumeIntent` to resume a signed deposit. */
export const chosenToJson = (chosen: ChosenDeposit): string => printJson(chosen)

/** Reads what `chosenToJson` wrote. Throws for any other text. */
export const chosenFromJson = (text: string): ChosenDeposit => chosenDeposit.parse(parseJson(text))
