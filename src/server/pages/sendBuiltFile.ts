import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BuiltFile, encodingOf } from './builtFiles.ts'

/** Answers with a file of the built pages, in the smallest encoding that the request accepts. */
export async function sendBuiltFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
  pageHeaders: Record<string, string>,
): Promise<FastifyReply> {
  const encoding = encodingOf(headers['accept-encoding'])
  const body = await file.body(encoding)
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply
    .headers({
      ...pageHeaders,
      Vary: 'Accept-Encoding',
      'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    .type(file.type)
    .send(body)
}
