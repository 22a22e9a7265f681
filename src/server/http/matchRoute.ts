import { adminOperationNames, adminOperations } from '../../interface/adminOperations.ts'
import { type Brand, brandCodec } from '../../interface/brand.ts'
import { type OperationName, operations } from '../../interface/operations.ts'
import type { AdminRoute, Route } from './exchange.ts'

/** Finds an operation by the target of a request line. */
export type RouteTable = (target: string) => Route | AdminRoute | undefined

const absoluteForm = /^https?:\/\/[^/?#]*/i

/** Paths are few and exact, so all are listed in advance. */
export function createRouteTable(brands: readonly Brand[]): RouteTable {
  const routes = new Map<string, Route | AdminRoute>()
  for (const brand of brands) {
    const codec = brandCodec(brand)
    for (const [name, row] of Object.entries(operations)) {
      routes.set(codec.path(name), { codec, name: name as OperationName, row })
    }
    for (const name of adminOperationNames) {
      routes.set(codec.adminPath(name), { admin: true, codec, name, row: adminOperations[name] })
    }
  }
  return (target) => routes.get(target) ?? routes.get(pathOf(target) ?? '')
}

/** `POST http://host/path` is the same request as `POST /path`. */
export function withoutOrigin(target: string): string {
  if (target.startsWith('/')) return target
  const found = absoluteForm.exec(target)
  return found ? target.slice(found[0].length) || '/' : target
}

/** The path of a request target: without scheme and host, query and escapes. */
export function pathOf(target: string): string | undefined {
  const path = withoutOrigin(target).split(/[?#]/, 1)[0] ?? ''
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined // escapes that are not UTF-8 match no route: WebrpcBadRoute
  }
}
