type LockEntry = {
  version?: string
  license?: string
  integrity?: string
  os?: string[]
  cpu?: string[]
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type LockedPackages = Record<string, LockEntry>

type Manifest = { dependencies: Record<string, string>; optionalDependencies?: Record<string, string> }
type Lock = { lockfileVersion: number; packages: LockedPackages }

export function startPackages(from: {
  manifest: Record<string, unknown>
  devnet: Record<string, unknown>
  lock: Lock
  parts: ('service' | 'contracts')[]
}): { manifest: Manifest; lock: Lock }
export function neededBelow(packages: LockedPackages, start: string, names?: string[]): string[]
