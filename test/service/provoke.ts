import type { ErrorName } from '../../src/interface/errors.ts'
import { isError } from '../../src/sdk/causewayError.ts'
import { packQuote, unpackQuote } from '../../src/stores/postgres/packQuote.ts'
import { bearer } from '../server/adminSetup.ts'
import { metricsOf } from '../server/serve.ts'
import { type ErrorFixture, type Got, operatorSecret } from './errorSetup.ts'

export const keyed = (accessKey: string) => ({ 'x-access-key': accessKey })

export async function operator(admin: ErrorFixture['admin']): Promise<Record<string, string>> {
  return bearer((await admin.createOperatorToken({ secret: operatorSecret })).token)
}

export async function quoted(fixture: ErrorFixture, extra: object, url?: string): Promise<Got> {
  const headers = keyed((await fixture.project()).accessKey)
  return fixture.post('/rpc/Svc/QuoteIntent', fixture.quote(fixture.devnet, extra), headers, url)
}

export async function freshQuote(fixture: ErrorFixture, url?: string) {
  const { accessKey } = await fixture.project()
  const headers = keyed(accessKey)
  const { body } = await fixture.post('/rpc/Svc/QuoteIntent', fixture.quote(fixture.devnet), headers, url)
  const intent = body.intent as { intentId: `0x${string}` } | undefined
  if (!intent) throw new Error(`no quote: ${JSON.stringify(body)}`)
  return { accessKey, headers, intent, intentId: intent.intentId }
}

export async function damage(
  { sql }: ErrorFixture,
  intentId: string,
  change: (texts: string[]) => string[],
): Promise<void> {
  const id = Buffer.from(intentId.slice(2), 'hex')
  const { rows } = await sql('select packed from intents where intent_id = $1', [id])
  const packed = await packQuote(change(unpackQuote(rows[0]?.packed)))
  const { rowCount } = await sql('update intents set packed = $2 where intent_id = $1', [id, packed])
  if (rowCount !== 1) throw new Error('there was nothing to damage')
}

/** Switches act within a second; a node is known to be ill after a few questions. */
const untilMs = 300_000

export async function until(error: ErrorName, ask: () => Promise<Got>): Promise<Got> {
  const endMs = Date.now() + untilMs
  for (;;) {
    const got = await ask()
    if (got.body.error === error || Date.now() > endMs) return got
  }
}

/** Resolves when the server counts one. */
export async function gauge(url: string, name: string): Promise<void> {
  for (;;) {
    if (new RegExp(`^${name} 1$`, 'm').test(await metricsOf(url))) return
  }
}

export async function gotOf(answer: Response): Promise<Got> {
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    headers: Object.fromEntries(answer.headers),
  }
}

/** What the client library throws, in the form of an answer. */
export async function failureOf(call: Promise<unknown>): Promise<Got> {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!isError(thrown)) throw new Error('the call did not fail as an error of the interface')
  const { error, code, status, detail, message } = thrown
  const msg = detail === undefined ? message : message.slice(0, -detail.length - 2)
  return { status, headers: {}, body: { error, code, msg, ...(detail !== undefined && { cause: detail }), status } }
}
