import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Random } from '../../host/random.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Observe } from '../../observe/observe.ts'
import { exposedHeaders } from './cors.ts'
import type { RouteTable } from './matchRoute.ts'

/** Node's error for bytes that are not a request. */
export type FramingError = { code?: string; rawPacket?: unknown }

const requestLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32} (\S{1,2048}) HTTP\/1\.[01]\r?\n/

/** The error for bytes that Node's parser refused. With an unknown method, the path decides between two errors. */
export function framingError(error: FramingError, routeOf: RouteTable, headerBytesMax: number): ServiceError {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('Timeout', 'the request did not arrive in time')
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('WebrpcBadRequest', `the head of the request is larger than ${headerBytesMax} bytes`)
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ServiceError('WebrpcBadRequest', 'the chunk extensions are too large')
    case 'HPE_INVALID_METHOD': {
      const target = requestLine.exec(Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '')?.[1]
      if (target === undefined) return new ServiceError('WebrpcBadRequest', 'this is not HTTP')
      return routeOf(target)
        ? new ServiceError('WebrpcBadMethod', 'operations are called with POST')
        : new ServiceError('WebrpcBadRoute', 'operations are at /rpc/<service>/<operation>')
    }
    default:
      return new ServiceError('WebrpcBadRequest', 'the HTTP framing of the request is wrong')
  }
}

/** Answers on the bare socket, where there is no request object to answer, and closes it. */
export function answerBroken(
  socket: Socket,
  error: ServiceError,
  { random, observe }: { random: Random; observe: Observe },
) {
  if (socket.destroyed || !socket.writable) return
  // Part of another reply is already on the wire: a second head would corrupt it.
  if ((socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(error.toEnvelope())
  const requestId = random.hex(12)
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Access-Control-Allow-Origin: *',
    `Access-Control-Expose-Headers: ${exposedHeaders}`,
    ...(error.error === 'WebrpcBadMethod' ? ['Allow: POST'] : []),
    'Connection: close',
  ]
  observe.requestBroken({ requestId, status: error.status, error: error.error, cause: error.detail })
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  destroyAfter(socket)
}

const lingerMs = 1_000

/** Reads on for `lingerMs`, so that the other side sees the answer and not a reset. */
function destroyAfter(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
}
