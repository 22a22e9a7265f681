import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import type { IntentEvent } from '../../src/interface/eventShapes.ts'
import { serveHttp } from '../listen.ts'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; data: IntentEvent }
}

export type Receiver = {
  url: string
  received: Received[]
  /** What it answers from now on; a promise is waited for. */
  answer: (message: Received) => number | Promise<number>
  /** Resolves when so many messages have come. */
  until(count: number): Promise<void>
}

/** An endpoint as somebody else would write it. */
export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const { url, stop } = await serveHttp((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    request.on('end', async () => {
      const message = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) }
      receiver.received.push(message)
      const status = await receiver.answer(message)
      response.writeHead(status).end()
      for (const look of waiting) look()
    })
  })
  onTestFinished(stop)
  const receiver: Receiver = {
    url,
    received: [],
    answer: () => 200,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (receiver.received.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
  return receiver
}

const toleranceS = 5 * 60

/** Written from the text of Standard Webhooks, without a line of ours: throws unless the message is genuine. */
export function verifyStandardWebhook(secret: string, headers: IncomingHttpHeaders, text: string): void {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string') throw new Error('headers')
  if (Math.abs(Date.now() / 1_000 - Number(time)) > toleranceS) throw new Error('time')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(Buffer.from(`${id}.${time}.${text}`, 'utf8'))
    .digest()
  const genuine = signatures.split(' ').some((one) => {
    const [version, given = ''] = one.split(',')
    const bytes = Buffer.from(given, 'base64')
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
  if (!genuine) throw new Error('signature')
}
