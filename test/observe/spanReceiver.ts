import { serveHttp } from '../listen.ts'

/** A span as it was sent, with its attributes and those of its process as plain values. */
export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  startMs: number
  endMs: number
  attributes: Record<string, unknown>
  events: string[]
  links: { traceId: string; spanId: string }[]
  pid: unknown
}

export type SpanReceiver = {
  url: string
  spans: ReceivedSpan[]
  /** Resolves when the spans that have come are enough. */
  until(enough: (spans: readonly ReceivedSpan[]) => boolean): Promise<void>
  stop(): void
}

type Value = { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean }
type KeyValue = { key: string; value: Value }
type WireSpan = Pick<ReceivedSpan, 'name' | 'traceId' | 'spanId' | 'parentSpanId'> & {
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: KeyValue[]
  events?: { name: string }[]
  links?: { traceId: string; spanId: string }[]
}
type Export = {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: WireSpan[] }[] }[]
}

/** Takes spans by OTLP over HTTP, as a collector does. */
export async function startSpanReceiver(): Promise<SpanReceiver> {
  const spans: ReceivedSpan[] = []
  const waiting = new Set<() => void>()
  const server = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url === '/v1/traces') spans.push(...readSpans(JSON.parse(Buffer.concat(chunks).toString())))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    for (const look of waiting) look()
  })
  return {
    ...server,
    spans,
    until: (enough) =>
      new Promise((done) => {
        const look = () => {
          if (!enough(spans)) return
          waiting.delete(look)
          done()
        }
        waiting.add(look)
        look()
      }),
  }
}

const plain = (attributes: KeyValue[]) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue, boolValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue) : Number(intValue)),
    ]),
  )

const readSpans = ({ resourceSpans }: Export): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, events = [], links = [], ...span }) => ({
        ...span,
        startMs: Number(BigInt(startTimeUnixNano) / 1_000n) / 1_000,
        endMs: Number(BigInt(endTimeUnixNano) / 1_000n) / 1_000,
        attributes: plain(attributes),
        events: events.map(({ name }) => name),
        links,
        pid: plain(resource.attributes)['process.pid'],
      })),
    ),
  )
