import type { IncomingMessage } from 'node:http'
import { onThread } from '../../host/callCost.ts'
import { inSlices } from '../../host/inSlices.ts'
import { fitResult } from '../../interface/check.ts'
import { printJson } from '../../interface/json.ts'
import type { AdminExchange, RpcExchange } from './exchange.ts'
import type { ServerContext } from './serverContext.ts'

type Printed = RpcExchange | AdminExchange

/** Rows of a list that are checked and printed at a stretch. */
const rowsAtOnce = 16

/**
 * The JSON text of a result that fits the schema of its operation, in the names of the caller's brand. What does not fit in lists is left out and told.
 * A long list is printed part by part, so that others have their turn in between.
 */
export function printResult(answer: object, exchange: Printed, context: ServerContext): string | Promise<string> {
  const long = Object.entries(answer).find(([, member]) => Array.isArray(member) && member.length > rowsAtOnce)
  if (long) return printParts(answer, long, exchange, context)
  return onThread(exchange.cost, () =>
    printJson(toWire(answer, exchange, context), { bigAsString: wantsStrings(exchange.incoming) }),
  )
}

async function printParts(
  answer: object,
  [name, rows]: [name: string, rows: unknown[]],
  exchange: Printed,
  context: ServerContext,
): Promise<string> {
  const printing = { bigAsString: wantsStrings(exchange.incoming) }
  const [wireName = name] = Object.keys(exchange.route.codec.toWire({ [name]: [] }))
  const printed: string[] = []
  let members: [string, unknown][] = []
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const text = await inSlices(() => {
      const part = toWire({ ...answer, [name]: rows.slice(at, at + rowsAtOnce) }, exchange, context)
      members = Object.entries(part)
      return printJson(Reflect.get(part, wireName), printing).slice(1, -1)
    }, exchange.cost)
    if (text !== '') printed.push(text)
  }
  const texts = members
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => {
      const value = key === wireName ? `[${printed.join(',')}]` : printJson(member, printing)
      return `${JSON.stringify(key)}:${value}`
    })
  return `{${texts.join(',')}}`
}

function toWire(answer: object, { id: requestId, route }: Printed, { ports: { observe } }: ServerContext): object {
  const { result, changes } = fitResult(route.row.response, answer)
  if (changes.length > 0) observe.answerChanged({ requestId, operation: route.name, changes })
  return Object(route.codec.toWire(result))
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
