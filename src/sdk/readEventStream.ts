/** One message of a stream of server-sent events. */
export type StreamMessage = { event: string; data: string; id?: string }

export type StreamReader = {
  /** Messages that became complete with this piece of the stream. */
  push(text: string): StreamMessage[]
  /** The server's `retry`, if it sent one. */
  retryMs(): number | undefined
}

/** Reads the format of server-sent events, cut wherever the network cuts it. */
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
      // A carriage return at the end may be half of a line break: it stays until the next piece.
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines.flatMap(take)
    },
  }
}
