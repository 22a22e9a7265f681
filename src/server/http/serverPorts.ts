import type { Chain } from '../../chains/chain.ts'
import type { World } from '../../engine/world.ts'
import type { Identity } from '../../intents/deployment.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import type { Response } from '../../interface/operations.ts'
import type { RouteGraph } from '../../interface/routeGraph.ts'
import type { Tracing } from '../../observe/tracing.ts'
import type { Provider } from '../../providers/provider.ts'
import type { Store } from '../../stores/store.ts'
import type { TokenLists } from '../../tokens/tokenLists.ts'

export type RuntimeCheck = Response<'RuntimeStatus'>['status']['checks'][number]

/** One entry of RuntimeStatus and /ready. The detail never holds an address or a secret. */
export type HealthCheck = Pick<RuntimeCheck, 'kind' | 'name'> & {
  probe(): Promise<{ healthy: boolean; detail?: string }>
}

/** One call that was answered, for those who count by the hour. */
export type RequestCount = {
  projectId?: number
  operation: string
  /** `ok`, or the name of the error. */
  outcome: string
  units: number
  tookMs: number
  requestId: string
  status: number
  bytesIn: number
  bytesOut: number
  /** The cause of its error; empty where it was answered. */
  cause: string
}

/** What operations and checks use of what is outside the server. */
export type ServerPorts = Pick<World, 'clock' | 'random' | 'observe'> & {
  chains: ReadonlyMap<number, Pick<Chain, 'id' | 'definition'>>
  providers: readonly Pick<Provider, 'name' | 'kind' | 'supports'>[]
  tokens: TokenLists
  readToken?: World['readToken']
  /** Without it there are no keys, and limits hold in this process alone. */
  store?: Pick<Store, 'access' | 'listen'>
  /** Version of the software. */
  version: string
  startedAtMs: number
  /** The machine's own name. */
  hostname: string
  /** The branch that the software was started from, where it is a clone. */
  branch?: string
  health: readonly HealthCheck[]
  countRequest?: (call: RequestCount) => void
  traceRequest?: Tracing['request']
  /** What quotes are checked against in the pages; absent where no engine runs. */
  contracts?: Contracts
  /** Signs quotes; absent where the deployment has no identity. */
  identity?: Identity
  /** Pools and bridges as quotes see them now; absent where no engine runs. */
  routeGraph?: () => Promise<RouteGraph>
}
