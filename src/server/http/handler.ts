import type { CallCost } from '../../host/callCost.ts'
import type { Brand } from '../../interface/brand.ts'
import type { OperationName, Request, Response } from '../../interface/operations.ts'
import type { ServerPorts } from './serverPorts.ts'

/** What a handler knows about the call besides its request. */
export type CallContext = {
  /** `isSponsor`: it pays for relaying its users' deposits, or this process does not know its limits. */
  readonly project: { id: number; isSponsor: boolean }
  /** The brand of the call's path. */
  readonly brand: Brand
  readonly requestId: string
  /** Aborts when the caller hangs up, its key ends, or the deadline or the budget is over. */
  readonly signal: AbortSignal
  /** Aborts when the server starts to drain: a long poll answers with what it has. */
  readonly drain: AbortSignal
  /** On `ports.clock`. */
  readonly deadlineMs: number
  readonly idempotencyKey?: string
  /** The call's cost so far. */
  readonly cost: CallCost
  /** Whether the operator's switches allow new intents from or to a chain. */
  takesIntents(chainId: number): boolean
  /** Names of providers that take no new intents. */
  readonly providersPaused: ReadonlySet<string>
  readonly ports: ServerPorts
}

/** A reply as JSON text; as bytes if it is long, for lists that many callers request. */
export type RawReply = {
  raw: Buffer | string
  /** The same for every caller until the process ends, so the reply cache may keep it. */
  lasting?: boolean
}

export type Handler<N extends OperationName> = (
  request: Request<N>,
  call: CallContext,
) => Promise<Response<N> | RawReply> | Response<N> | RawReply

/** An operation without a handler answers MethodNotFound. */
export type Handlers = { [N in OperationName]?: Handler<N> }
