import { type Intent, intent as intentShape } from '../interface/intentShapes.ts'
import { parseJson, printJson } from '../interface/json.ts'

/**
 * An intent as text, every digit kept: `JSON.stringify` refuses its amounts and `JSON.parse` rounds them. Save it before the deposit is made; with it
 * alone `recoverDeposit` takes the deposit back, and `resumeIntent` goes on with its id.
 */
export const intentToJson = (intent: Intent): string => printJson(intent)

/** The intent that `intentToJson` wrote, or that a service answered with. Throws where the text is anything else. */
export const intentFromJson = (text: string): Intent => intentShape.parse(parseJson(text))
