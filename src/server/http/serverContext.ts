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

/** What the checks and handlers of every request use; it lives as long as the server. */
export type ServerContext = {
  readonly config: Config
  readonly ports: ServerPorts
  readonly handlers: Handlers
  /** Who may call, how often, and what is switched off. */
  readonly access: Access
  /** Absent where there is no store: admin operations are then not offered. */
  readonly admin?: Admin
  /** Aborts when the server starts to drain. */
  readonly drain: AbortSignal
  readonly inFlight: InFlight
  readonly readBody: BodyReader
  readonly replyCache: ReplyCache
  readonly requestIdOf: RequestIds
  /** Quotes take turns in it. */
  readonly workQueue: WorkQueue
  readonly longPolls: Places
  /** Told of long pieces of work, by the operation that they were for. */
  readonly watchdog: LoopWatchdog
}
