import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { pipeline, Readable } from 'node:stream'

/**
 * `fetch` for the commands, over Node's HTTP: loading the built-in one takes longer than all else in a command. Does
 * what the SDK's client needs: text bodies, plain headers, a signal, no redirects, replies whole or streamed.
 */
export const nodeFetch: typeof fetch = async (input, { method = 'GET', headers, body, signal } = {}) => {
  const url = new URL(input as string | URL)
  const named = headers as Record<string, string> | undefined
  // Streams are read uncompressed, as they arrive.
  const encoding = named?.Accept === 'text/event-stream' ? 'identity' : 'gzip'
  const options: RequestOptions = {
    method,
    headers: { 'accept-encoding': encoding, ...named },
    signal: signal ?? undefined,
  }
  const request = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve)
      .on('error', (error) => reject(reasonOf(error, signal)))
      .end(body as string | undefined)
  })
  const status = message.statusCode ?? 0
  if (status >= 300 && status < 400 && message.headers.location !== undefined) {
    message.destroy()
    throw failed(new Error('unexpected redirect'))
  }
  return replyOf(message, status, signal ?? undefined) as Response
}

const failed = (cause: Error): TypeError => new TypeError('fetch failed', { cause })

/** An abort keeps its own reason; every other error is a failed connection. */
const reasonOf = (error: Error, signal: AbortSignal | null | undefined): unknown =>
  signal?.aborted ? signal.reason : failed(error)

type Reply = Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'json' | 'body'> & {
  headers: Pick<Headers, 'get'>
}

function replyOf(message: IncomingMessage, status: number, signal: AbortSignal | undefined): Reply {
  const text = async (): Promise<string> => {
    const decoder = new TextDecoder()
    let read = ''
    try {
      for await (const bytes of await plainBytes(message)) read += decoder.decode(bytes as Uint8Array, { stream: true })
    } catch (error) {
      throw reasonOf(error as Error, signal)
    }
    return read + decoder.decode()
  }
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: message.statusMessage ?? '',
    headers: { get: (name) => [message.headers[name.toLowerCase()] ?? []].flat().join(', ') || null },
    text,
    json: async () => JSON.parse(await text()),
    get body() {
      return Readable.toWeb(message) as Response['body']
    },
  }
}

async function plainBytes(message: IncomingMessage): Promise<Readable> {
  if (message.headers['content-encoding'] !== 'gzip') return message
  const { createGunzip } = await import('node:zlib')
  // On an error, pipeline destroys the stream it returns, so its reader sees the error.
  return pipeline(message, createGunzip(), () => {})
}
