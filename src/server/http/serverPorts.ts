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

/** One answered call, for the hourly counts. */
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
  /** The cause of the error; empty without an error. */
  cause: string
}

/** Dependencies of operations and checks outside the server. */
export type ServerPorts = Pick<World, 'clock' | 'random' | 'observe'> & {
  chains: ReadonlyMap<number, Pick<Chain, 'id' | 'definition'>>
  providers: readonly Pick<Provider, 'name' | 'kind' | 'supports'>[]
  tokens: TokenLists
  readToken?: World['readToken']
  /** Without a store there are no keys, and limits are per process. */
  store?: Pick<Store, 'access' | 'listen'>
  /** Version of the software. */
  version: string
  startedAtMs: number
  /** The machine's own name. */
  hostname: string
  /** The branch, if started from a clone. */
  branch?: string
  health: readonly HealthCheck[]
  countRequest?: (call: RequestCount) => void
  traceRequest?: Tracing['request']
  /** Pages check a quote's contracts against these; absent without an engine. */
  contracts?: Contracts
  /** Signs quotes; absent if the deployment has no identity. */
  identity?: Identity
  /** Pools and bridges as quotes see them now; absent without an engine. */
  routeGraph?: () => Promise<RouteGraph>
}
