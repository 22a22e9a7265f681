import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from './folderLock.ts'
import { freePort, isPortTaken } from './ports.ts'

export type ClaimedPorts = { ports: number[]; release(): void }

const triesMax = 100

/**
 * `count` consecutive ports of 127.0.0.1 from `first` on, or the next free range; after 100 ranges, any free ports,
 * unclaimed. The claim is a lock file in the temporary folder: a port looks free until its node listens seconds later.
 */
export async function claimPorts(first: number, count: number): Promise<ClaimedPorts> {
  for (let at = 0; at < triesMax; at++) {
    const ports = Array.from({ length: count }, (_, index) => first + at * count + index)
    const release = tryLock(ports[0]!)
    if (!release) continue
    const taken = await Promise.all(ports.map((port) => isPortTaken(port, '127.0.0.1')))
    if (!taken.includes(true)) return { ports, release }
    release()
  }
  return { ports: await Promise.all(Array.from({ length: count }, freePort)), release: () => {} }
}

/** Undefined if another process has it, or its file belongs to another user. */
function tryLock(port: number): (() => void) | undefined {
  try {
    return lockFolder(join(tmpdir(), `causeway-ports-${port}.lock`), () => 'claimed')
  } catch {
    return undefined
  }
}
