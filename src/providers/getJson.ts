import type { Clock } from '../host/clock.ts'
import { measureLoop } from '../host/measureLoop.ts'
import { openTimeout } from '../host/waker.ts'
import { formatMs } from '../interface/formatMs.ts'
import { type Deadline, ProviderRefusal } from './provider.ts'

const replyBytesMax = 1024 * 1024
/** Half of a quote's time limit: a silent service leaves time for the others. */
const timeoutMsDefault = 4_000
/** If the loop was busy for a larger share of the wait, an answer may be unread: not the service's failure. */
const busyShareMax = 0.5

type GetOptions = {
  clock: Clock
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** Longest that the service may take. */
  timeoutMs?: number
}

/**
 * JSON from an address that the operator configured; a POST has no body. Bounded in time and size; errors never name
 * the address. `failed`: the service's fault. `timedOut`: ours, the caller's time ran out or this process was too
 * busy to read. Pass no `deadline` for shared answers: one caller who hangs up would abort them for all.
 */
export async function getJson(
  url: string,
  deadline: Deadline | undefined,
  { clock, method = 'GET', headers, timeoutMs = timeoutMsDefault }: GetOptions,
): Promise<{ status: number; body: unknown }> {
  const own = openTimeout(clock, timeoutMs)
  const busyShare = measureLoop()
  try {
    const reply = await fetch(url, {
      method,
      signal: deadline ? AbortSignal.any([deadline.signal, own.signal]) : own.signal,
      redirect: 'error',
      headers: { accept: 'application/json', ...headers },
    })
    const text = await readBounded(reply)
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error
    if (own.signal.aborted && busyShare() <= busyShareMax)
      throw new ProviderRefusal('failed', `the service did not answer within ${formatMs(timeoutMs)}`)
    if (own.signal.aborted) throw new ProviderRefusal('timedOut', 'this service is too busy to ask another one')
    if (deadline?.signal.aborted) throw new ProviderRefusal('timedOut', 'there was no time left to ask the service')
    const why = error instanceof SyntaxError ? 'its answer is not JSON' : 'it cannot be reached'
    throw new ProviderRefusal('failed', `the service failed: ${why}`)
  } finally {
    own.close()
  }
}

async function readBounded(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > replyBytesMax) throw new ProviderRefusal('failed', 'the answer of the service is too long')
  }
  return text + decoder.decode()
}
