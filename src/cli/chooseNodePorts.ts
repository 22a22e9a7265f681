import { type ClaimedPorts, claimPorts } from '../host/claimPorts.ts'
import { isPortTaken } from '../host/ports.ts'
import { CliError } from './kit/cliError.ts'

const usualBase = 8545
const chainCount = 3
export const portBaseMax = 65_536 - chainCount

/**
 * Ports of the local nodes: 8545 to 8547, or the next three free ones, which `say` reports. Named ports are never
 * replaced. With a base of 0, `ports` is undefined and the system chooses.
 */
export async function chooseNodePorts(
  base: number | undefined,
  { flag, say }: { flag: string; say: (line: string) => void },
): Promise<{ ports: number[] | undefined; release(): void }> {
  if (base === undefined) return claimUsual(say)
  if (base === 0) return { ports: undefined, release: () => {} }
  const ports = Array.from({ length: chainCount }, (_, index) => base + index)
  const taken = await Promise.all(ports.map((port) => isPortTaken(port, '127.0.0.1')))
  const named = ports.filter((_, index) => taken[index]).join(', ')
  if (named) throw new CliError('failed', `port ${named} is taken; give another ${flag}`)
  return { ports, release: () => {} }
}

async function claimUsual(say: (line: string) => void): Promise<ClaimedPorts> {
  const claimed = await claimPorts(usualBase, chainCount)
  const usual = `${usualBase} to ${usualBase + chainCount - 1}`
  if (claimed.ports[0] !== usualBase)
    say(`ports ${usual} are not all free, so the local chains listen on ${claimed.ports.join(', ')}`)
  return claimed
}
