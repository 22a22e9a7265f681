import type { IncomingMessage } from 'node:http'
import { onThread } from '../../host/callCost.ts'
import { inSlices } from '../../host/inSlices.ts'
import { fitResult } from '../../interface/check.ts'
import { printJson } from '../../interface/json.ts'
import { printerOf } from '../../interface/printer.ts'
import type { AdminExchange, RpcExchange } from './exchange.ts'
import type { ServerContext } from './serverContext.ts'

type Printed = RpcExchange | AdminExchange

/**
 * A longer list is printed row by row. In an answer of at most `membersOfList` members, so is any list of two rows or
 * more, because its rows can be intents (up to 15 ms each). A quote has more members, and its list of offers is short.
 */
const rowsAtOnce = 100
const membersOfList = 2
/** Time for rows before the event loop may turn. */
const stretchMs = 4

/**
 * Prints a result as JSON that fits its operation's schema, with the names of the caller's brand. Leaves out and reports
 * list rows that do not fit. Prints a long list part by part, so that other work runs in between.
 */
export function printResult(answer: object, exchange: Printed, context: ServerContext): string | Promise<string> {
  const members = Object.entries(answer)
  const rowsMax = members.length <= membersOfList ? 1 : rowsAtOnce
  const long = members.find(([, member]) => Array.isArray(member) && member.length > rowsMax)
  if (long) return printParts(answer, long, exchange, context)
  const bigAsString = wantsStrings(exchange.incoming)
  const { row, codec } = exchange.route
  return onThread(
    exchange.cost,
    () =>
      printerOf(row.response, codec)(answer, bigAsString ? '"' : '') ??
      printJson(toWire(answer, exchange, context), { bigAsString }),
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
  for (let at = 0; at < rows.length; ) {
    await inSlices(() => {
      const untilMs = performance.now() + stretchMs
      do {
        const part = toWire({ ...answer, [name]: [rows[at]] }, exchange, context, [`${name}[0]`, `${name}[${at}]`])
        at++
        members = Object.entries(part)
        const text = printJson(Reflect.get(part, wireName), printing).slice(1, -1)
        if (text !== '') printed.push(text)
      } while (at < rows.length && performance.now() < untilMs)
    }, exchange.cost)
    if (exchange.outgoing.destroyed) break
  }
  const texts = members
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => {
      const value = key === wireName ? `[${printed.join(',')}]` : printJson(member, printing)
      return `${JSON.stringify(key)}:${value}`
    })
  return `{${texts.join(',')}}`
}

/** `place`: a row's path in its part, and in the whole answer, for reports. */
function toWire(
  answer: object,
  { id: requestId, route }: Printed,
  { ports: { observe } }: ServerContext,
  place: [string, string] = ['', ''],
): object {
  const { result, changes } = fitResult(route.row.response, answer)
  if (changes.length > 0)
    observe.answerChanged({ requestId, operation: route.name, changes: changes.map((one) => one.replace(...place)) })
  return Object(route.codec.toWire(result))
}

const acceptCharsMax = 1_024

/** Generated RPC clients send `Webrpc` and hold numbers as doubles, so big integers go to them as strings. */
function wantsStrings({ headers }: IncomingMessage): boolean {
  if (headers.webrpc !== undefined) return true
  const { accept } = headers
  return (
    accept !== undefined &&
    accept.length < acceptCharsMax &&
    /application\/json\s*;[^,]*\bbigint\s*=\s*"?string\b/i.test(accept)
  )
}
