import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdminOperationName, AdminRow } from '../../interface/adminOperations.ts'
import type { BrandCodec } from '../../interface/brand.ts'
import type { OperationName, OperationRow } from '../../interface/operations.ts'
import type { KeyRecord, ProjectRecord } from '../../stores/accessStore.ts'
import type { Charge } from '../access/quota.ts'
import type { Token } from '../access/tokens.ts'
import type { RawReply } from './handler.ts'

/** Where a request goes: one operation under the name of one brand. */
export type Route = { admin?: false; codec: BrandCodec; name: OperationName; row: OperationRow }

/** The same for an operation of the admin interface. */
export type AdminRoute = { admin: true; codec: BrandCodec; name: AdminOperationName; row: AdminRow }

/** One request on its way through the checks. Each check may add what it found out; none takes anything away. */
export type Exchange = {
  readonly id: string
  readonly startedMs: number
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  route: Route | AdminRoute | undefined
  project: ({ id: number } & Partial<ProjectRecord>) | undefined
  /** The key that was sent, once it is found. */
  key?: KeyRecord
  /** A key was sent and cannot be read now; the call is let in as one without. */
  keyless?: boolean
  token?: Token
  /** Where the call comes from, once somebody had to know. */
  address?: string
  /** Units that the call has cost. */
  charge?: Charge
  /** Whether the handler has begun: what fails from then on is no refusal of the door. */
  handling?: boolean
  /** The body, as bytes counted off the wire. */
  bytesIn: number
  bytes: Buffer
  /** The reply, where the same bytes have been checked and answered before; `body` is then not read. */
  known: RawReply['raw'] | undefined
  /** What the body says: first any JSON object, then a request that fits its schema. */
  body: unknown
  /** Sent with the reply, whatever it says. */
  readonly headers: Record<string, string>
}
