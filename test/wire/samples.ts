import { readFileSync } from 'node:fs'
import { checkResult } from '../../src/interface/check.ts'
import { parseJson } from '../../src/interface/json.ts'
import { type OperationName, operationNames, operations, type Response } from '../../src/interface/operations.ts'

/**
 * The samples are the golden files: what a caller may write (any case, any notation of a number, nulls, unknown fields), what the handler gets
 * of it, one complete and realistic answer, and the same where amounts are asked for as strings. A new operation or field is written there.
 */
const lineOf = (name: OperationName, index: number): string =>
  readFileSync(new URL(`golden/${name}.jsonl`, import.meta.url), 'utf8').split('\n')[index]!

export const sampleRequests = Object.fromEntries(operationNames.map((name) => [name, lineOf(name, 0)])) as {
  [N in OperationName]: string
}

export const sampleResponses = Object.fromEntries(
  operationNames.map((name) => [name, checkResult(operations[name].response, parseJson(lineOf(name, 2)))]),
) as { [N in OperationName]: Response<N> }

export const sampleIntent = sampleResponses.GetIntent.intent
export const sampleReceipt = sampleResponses.GetIntentReceipt.intentReceipt
