import type { AdminOperationName, AdminRequest, AdminResponse } from '../../interface/adminOperations.ts'
import type { OperationName, Request, Response } from '../../interface/operations.ts'
import { parseShown } from '../view/format.ts'
import { hearDate } from '../view/now.ts'
import { heldKey, heldToken, pageSettings, serviceOrigin } from './session.ts'

/**
 * An answer as it arrives: amounts are strings (`bigint=string`), and nothing is validated. The validators weigh 45 kB
 * compressed. Pages that only show data trust their own service; the page that signs loads the validating client.
 */
export type Wire<T> = T extends bigint
  ? string
  : T extends readonly (infer E)[]
    ? Wire<E>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T

/** A request as pages write it: addresses, hashes and amounts may be plain strings. */
type Ask<T> = T extends bigint
  ? string | bigint
  : T extends `0x${string}`
    ? string
    : T extends readonly (infer E)[]
      ? Ask<E>[]
      : T extends object
        ? { [K in keyof T]: Ask<T[K]> }
        : T

/** A refusal by the service: its stable error name, the HTTP status, and a message that says the cause. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
  readonly error: string
  readonly status: number
  constructor(error: string, status: number, message: string) {
    super(message)
    this.error = error
    this.status = status
  }
}

const timeoutMs = 20_000

export function callService<N extends OperationName>(name: N, request: Ask<Request<N>>, signal?: AbortSignal) {
  const headers: Record<string, string> = heldKey.value ? { 'X-Access-Key': heldKey.value } : {}
  return post<Wire<Response<N>>>(operationPath(name), request, headers, signal)
}

export function callAdmin<N extends AdminOperationName>(
  name: N,
  request: Ask<AdminRequest<N>>,
  signal?: AbortSignal,
  bearer = heldToken.value,
) {
  const headers: Record<string, string> = bearer ? { Authorization: `Bearer ${bearer}` } : {}
  return post<Wire<AdminResponse<N>>>(`/rpc/${pageSettings.value.brand.service}Admin/${name}`, request, headers, signal)
}

export const operationPath = (name: string): string => `/rpc/${pageSettings.value.brand.service}/${name}`

async function post<T>(path: string, body: unknown, headers: Record<string, string>, signal?: AbortSignal): Promise<T> {
  const late = AbortSignal.timeout(timeoutMs)
  const sentAtMs = Date.now()
  const reply = await fetch(serviceOrigin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json;bigint=string', ...headers },
    body: JSON.stringify(body, (_name, value) => (typeof value === 'bigint' ? value.toString() : value)),
    signal: signal ? AbortSignal.any([signal, late]) : late,
  })
  hearDate(reply.headers.get('Date'), sentAtMs)
  const text = await reply.text()
  const answer = readAnswer(text) as { error?: string; cause?: string; msg?: string }
  if (reply.ok) return answer as T
  throw new ServiceRefusal(
    answer.error ?? 'Unexpected',
    reply.status,
    answer.cause ?? answer.msg ?? `status ${reply.status}`,
  )
}

/** An answer's JSON, or `{}`: a proxy between the pages and the service may answer with anything. */
function readAnswer(text: string): unknown {
  try {
    return parseShown(text)
  } catch {
    return {}
  }
}

/** What went wrong, for a person. */
export function describeFailure(error: unknown): string {
  if (error instanceof ServiceRefusal) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'The service did not answer in time.'
  if (error instanceof TypeError) return 'The service cannot be reached.'
  return error instanceof Error ? error.message : String(error)
}
