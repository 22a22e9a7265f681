import type { IncomingHttpHeaders } from 'node:http'

export type DeclaredClient = { name?: string; version: readonly [number, number, number] }

/** The client that a request declares: third part of `Webrpc` (`…;…;name@version`), or `X-Client-Version`. */
export function declaredClient(headers: IncomingHttpHeaders): DeclaredClient | undefined {
  const webrpc = headers.webrpc
  const third = typeof webrpc === 'string' ? webrpc.split(';')[2]?.trim() : undefined
  const at = third?.lastIndexOf('@') ?? -1
  if (third && at > 0) {
    const version = parseVersion(third.slice(at + 1))
    if (version) return { name: third.slice(0, at), version }
  }
  const plain = headers['x-client-version']
  const version = typeof plain === 'string' ? parseVersion(plain) : undefined
  return version && { version }
}

/** `1.2.3`, `v1.2`, `1.2.3-beta.1`; ignores anything after the three numbers. */
export function parseVersion(text: string): DeclaredClient['version'] | undefined {
  const found = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(text.trim())
  return found ? [Number(found[1]), Number(found[2] ?? 0), Number(found[3] ?? 0)] : undefined
}

export function isOlder(version: DeclaredClient['version'], minimum: DeclaredClient['version']): boolean {
  for (const [index, part] of version.entries()) {
    const least = minimum[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}
