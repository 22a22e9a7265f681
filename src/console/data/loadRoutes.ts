import type { RouteGraph } from '../../interface/routeGraph.ts'
import { serviceOrigin } from './session.ts'

/** Pools, bridges, heads and gas that quotes use now. */
export async function loadRoutes(signal: AbortSignal): Promise<RouteGraph> {
  const reply = await fetch(`${serviceOrigin}/console/routes.json`, { signal })
  if (!reply.ok) throw new Error(`The routes could not be read: status ${reply.status}.`)
  return (await reply.json()) as RouteGraph
}
