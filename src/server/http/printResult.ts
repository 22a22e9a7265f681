import type { IncomingMessage } from 'node:http'
import { fitResult } from '../../interface/check.ts'
import { printJson } from '../../interface/json.ts'
import type { AdminExchange, RpcExchange } from './exchange.ts'
import type { ServerContext } from './serverContext.ts'

/** The JSON text of a result that fits the schema of its operation, in the names of the caller's brand. What does not fit in lists is left out and told. */
export function printResult(
  answer: object,
  { id: requestId, route, incoming }: RpcExchange | AdminExchange,
  { ports: { observe } }: ServerContext,
): string {
  const { result, changes } = fitResult(route.row.response, answer)
  if (changes.length > 0) observe.answerChanged({ requestId, operation: route.name, changes })
  return printJson(route.codec.toWire(result), { bigAsString: wantsStrings(incoming) })
}

const acceptCharsMax = 1_024

/** Generated RPC clients send `Webrpc`; they hold numbers as doubles, so big ones reach them as strings. */
function wantsStrings({ headers }: IncomingMessage): boolean {
  if (headers.webrpc !== undefined) return true
  const { accept } = headers
  return (
    accept !== undefined &&
    accept.length < acceptCharsMax &&
    /application\/json\s*;[^,]*\bbigint\s*=\s*"?string\b/i.test(accept)
  )
}
