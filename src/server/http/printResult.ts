import type { IncomingMessage } from 'node:http'
import { checkResult } from '../../interface/check.ts'
import { printJson } from '../../interface/json.ts'
import type { AdminExchange, RpcExchange } from './exchange.ts'

/** The JSON text of a result that fits the schema of its operation, in the names of the caller's brand. */
export function printResult(result: object, { route, incoming }: RpcExchange | AdminExchange): string {
  const checked = checkResult(route.row.response, result)
  return printJson(route.codec.toWire(checked), { bigAsString: wantsStrings(incoming) })
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
