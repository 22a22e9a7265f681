import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../interface/errors.ts'

export type BodyBounds = { bytesMax: number; timeoutMs: number }

const empty = Buffer.alloc(0)

/**
 * Reads a body of bounded size in bounded time. Whoever sends more, or slower, gets an answer while the rest of the
 * body is still on its way; `reply.ts` then closes the connection.
 */
export function readBody(incoming: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const declared = incoming.headers['content-length']
  if (declared !== undefined && Number(declared) > bounds.bytesMax) return Promise.reject(tooLarge(bounds))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const timer = setTimeout(() => {
      settle()
      reject(new ServiceError('Timeout', `the body did not arrive within ${bounds.timeoutMs} ms`))
    }, bounds.timeoutMs)
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= bounds.bytesMax) return
      settle()
      reject(tooLarge(bounds))
    }
    const onEnd = () => {
      settle()
      resolve(chunks.length === 1 ? chunks[0]! : chunks.length === 0 ? empty : Buffer.concat(chunks, bytes))
    }
    const onClose = () => {
      settle()
      reject(new ServiceError('WebrpcClientAborted', 'the connection closed before the body was complete'))
    }
    const settle = () => {
      clearTimeout(timer)
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      incoming.on('error', () => {})
    }
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

function tooLarge({ bytesMax }: BodyBounds): ServiceError {
  return new ServiceError('WebrpcBadRequest', `the body is larger than ${bytesMax} bytes`)
}
