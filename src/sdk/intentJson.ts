import { type Intent, intent as intentShape } from '../interface/intentShapes.ts'
import { parseJson, printJson } from '../interface/json.ts'
import { type ChosenDeposit, chosenDeposit } from './chosenDeposit.ts'

/**
 * An intent as text, every digit kept: `JSON.stringify` refuses its amounts and `JSON.parse` rounds them. Save it before the deposit is made; with it
 * alone `recoverDeposit` takes the deposit back, and `resumeIntent` goes on with its id.
 */
export const intentToJson = (intent: Intent): string => printJson(intent)

/** The intent that `intentToJson` wrote, or that a service answered with. Throws where the text is anything else. */
export const intentFromJson = (text: string): Intent => intentShape.parse(parseJson(text))

/** How the deposit is made, `verified.chosen`, as text: `resumeIntent` takes it beside the id, and a signed deposit goes on as one. */
export const chosenToJson = (chosen: ChosenDeposit): string => printJson(chosen)

/** What `chosenToJson` wrote. Throws where the text is anything else. */
export const chosenFromJson = (text: string): ChosenDeposit => chosenDeposit.parse(parseJson(text))
