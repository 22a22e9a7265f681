/** One message of a stream of server-sent events. */
export type StreamMessage = { event: string; data: string; id?: string }

export type StreamReader = {
  /** Messages that this chunk completes. */
  push(text: string): StreamMessage[]
  /** The server's `retry`, if it sent one. */
  retryMs(): number | undefined
}

/** Parses server-sent events from chunks cut at any place. */
export function readEventStream(): StreamReader {
  let rest = ''
  let retryMs: number | undefined
  let fields: { event?: string; data: string[]; id?: string } = { data: [] }

  const finish = (): StreamMessage[] => {
    const { event = 'message', data, id } = fields
    fields = { data: [] }
    return data.length === 0 ? [] : [{ event, data: data.join('\n'), id }]
  }
  const take = (transport: string): StreamMessage[] => {
    if (transport === '') return finish()
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(transport) ?? []
    if (name === 'data') fields.data.push(value)
    if (name === 'event') fields.event = value
    if (name === 'id') fields.id = value
    if (name === 'retry' && /^\d+$/.test(value)) retryMs = Number(value)
    return []
  }
  return {
    retryMs: () => retryMs,
    push: (text) => {
      // Keep a trailing carriage return: its line feed may come with the next chunk.
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines.flatMap(take)
    },
  }
}
