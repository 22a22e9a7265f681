import type { Config } from '../../config/config.ts'
import type { LoopWatchdog } from '../../host/watchLoop.ts'
import type { Access } from '../access/access.ts'
import type { Admin } from '../admin/admin.ts'
import type { BodyReader } from './bodyReader.ts'
import type { Handlers } from './handler.ts'
import type { InFlight } from './inFlight.ts'
import type { Places } from './places.ts'
import type { ReplyCache } from './replyCache.ts'
import type { RequestIds } from './requestIds.ts'
import type { ServerPorts } from './serverPorts.ts'
import type { WorkQueue } from './workQueue.ts'

/** Dependencies of all checks and handlers; lives as long as the server. */
export type ServerContext = {
  readonly config: Config
  readonly ports: ServerPorts
  readonly handlers: Handlers
  /** Permissions, rates and switches. */
  readonly access: Access
  /** Absent without a store: then there are no admin operations. */
  readonly admin?: Admin
  /** Aborts when the server starts to drain. */
  readonly drain: AbortSignal
  readonly inFlight: InFlight
  readonly readBody: BodyReader
  readonly replyCache: ReplyCache
  readonly requestIdOf: RequestIds
  /** Where costly calls, such as quotes, wait for their turn. */
  readonly workQueue: WorkQueue
  readonly longPolls: Places
  /** Records long pieces of work by operation. */
  readonly watchdog: LoopWatchdog
}
