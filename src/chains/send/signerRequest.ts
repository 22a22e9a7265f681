import { z } from 'zod'
import { type Clock, systemClock } from '../../host/clock.ts'
import { SignerError } from './signerError.ts'

export type RemoteSigner = {
  url: string
  address: string
  /** Sent as a bearer token. */
  token?: string
}

const timeoutMs = 10_000
/** After no answer, calls fail at once for this long: lanes share turns, and each turn would wait for the signer. */
const restMs = 15_000
/** Four times a signed transaction with the largest call data that a chain accepts. */
const replyBytesMax = 1024 * 1024
const reasonCharsMax = 200
const replyShape = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).partial().nullish(),
})

/** JSON-RPC to a signer. Errors name the signer by its account: its URL may hold a key. */
export function createSignerRequest(
  { url, address, token }: RemoteSigner,
  clock: Pick<Clock, 'monotonicMs'> = systemClock,
): (method: string, params: readonly unknown[]) => Promise<unknown> {
  const failed = (why: string) => new SignerError(`the external signer ${address} ${why}`)
  let awayUntilMs = 0
  return async (method, params) => {
    if (clock.monotonicMs() < awayUntilMs) throw failed('did not answer a moment ago')
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    let status = 0
    let text = ''
    try {
      const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
      status = reply.status
      text = await readBounded(reply)
    } catch (error) {
      if (error instanceof SignerError) throw failed(error.message)
      awayUntilMs = clock.monotonicMs() + restMs
      throw failed(signal.aborted ? `did not answer within ${timeoutMs / 1_000} s` : 'cannot be reached')
    }
    const parsed = replyShape.safeParse(jsonOf(text))
    const reason = parsed.data?.error?.message?.slice(0, reasonCharsMax)
    if (reason !== undefined) throw failed(`refused: ${reason}`)
    if (status < 200 || status > 299) throw failed(`answered with HTTP status ${status}`)
    if (!parsed.success || parsed.data.error) throw failed('did not answer with JSON-RPC')
    return parsed.data.result
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readBounded(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > replyBytesMax) throw new SignerError('answered with more than a transaction can be')
  }
  return text + decoder.decode()
}
