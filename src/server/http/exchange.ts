import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallCost } from '../../host/callCost.ts'
import type { AdminOperationName, AdminRow } from '../../interface/adminOperations.ts'
import type { BrandCodec } from '../../interface/brand.ts'
import type { Hex } from '../../interface/fields.ts'
import type { OperationRow } from '../../interface/operationRow.ts'
import type { OperationName } from '../../interface/operations.ts'
import type { KeyRecord, ProjectRecord } from '../../stores/accessStore.ts'
import type { UnitCharge } from '../access/quota.ts'
import type { Token } from '../access/tokens.ts'
import type { RawReply } from './handler.ts'

/** A request's target: one operation under the name of one brand. */
export type Route = { admin?: false; codec: BrandCodec; name: OperationName; row: OperationRow }

/** The same for an operation of the admin interface. */
export type AdminRoute = { admin: true; codec: BrandCodec; name: AdminOperationName; row: AdminRow }

/** One request and its reply. Each check adds its findings. */
export type Exchange = {
  readonly id: string
  readonly startedMs: number
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  route: Route | AdminRoute | undefined
  /** The name in logs and metrics; none for an unknown route or an event stream. */
  operation: OperationName | AdminOperationName | undefined
  project: ({ id: number } & Partial<ProjectRecord>) | undefined
  /** The access key that was sent, once the store has found it. */
  key?: KeyRecord
  /** A key was sent while the store cannot be read; the call counts as one without a key. */
  keyless?: boolean
  token?: Token
  /** The caller's address, once a check needed it. */
  address?: string
  /** The intent of a call whose request names none: the one quoted. */
  intentId?: Hex
  /** The call's cost account; absent until its handler begins. */
  cost?: CallCost
  /** Units of the quota that the call has cost. */
  charge?: UnitCharge
  /** The handler has begun: from then on a failing store is `Unexpected`, before it `WebrpcInternalError`. */
  handling?: boolean
  /** Bytes of the body received so far. */
  bytesIn: number
  bytes: Buffer
  /** The reply, if the reply cache has one for the bytes of this body; `body` is then not parsed. */
  known: RawReply['raw'] | undefined
  /** The parsed body: any JSON object at first, after the schema check a request that fits its schema. */
  body: unknown
  /** Headers of the reply, whether it is a result or an error. */
  readonly headers: Record<string, string>
}

/** The exchange of an operation of the RPC interface. */
export type RpcExchange = Exchange & { route: Route }

/** The exchange of an operation of the admin interface. */
export type AdminExchange = Exchange & { route: AdminRoute }
