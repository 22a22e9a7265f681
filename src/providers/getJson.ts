import { type Deadline, ProviderRefusal } from './provider.ts'

const replyBytesMax = 1024 * 1024

/** JSON from an address that the operator configured; a POST has no body. Bounded in time and size; its errors never name the address. */
export async function getJson(
  url: string,
  deadline: Deadline,
  { method = 'GET', headers }: { method?: 'GET' | 'POST'; headers?: Readonly<Record<string, string>> } = {},
): Promise<{ status: number; body: unknown }> {
  try {
    const reply = await fetch(url, {
      method,
      signal: deadline.signal,
      redirect: 'error',
      headers: { accept: 'application/json', ...headers },
    })
    const text = await readBounded(reply)
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error
    if (deadline.signal.aborted) throw new ProviderRefusal('timedOut', 'the service did not answer in time')
    const why = error instanceof SyntaxError ? 'its answer is not JSON' : 'it cannot be reached'
    throw new ProviderRefusal('failed', `the service failed: ${why}`)
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
