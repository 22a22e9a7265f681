import { readFileSync } from 'node:fs'
import { checkResult } from '../../src/interface/check.ts'
import { parseJson } from '../../src/interface/json.ts'
import { type OperationName, operationNames, operations, type Response } from '../../src/interface/operations.ts'

/**
 * Samples from the golden files: a caller's request (any case, any number notation, nulls, unknown fields), the
 * handler's input, one complete realistic answer, and it with amounts as strings. Add new operations and fields there.
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
