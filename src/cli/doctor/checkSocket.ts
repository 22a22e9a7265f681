import { getWebSocketRpcClient } from 'viem/utils'
import { chainLimits } from '../../chains/chainLimits.ts'
import { withoutAddresses } from '../../chains/read/node.ts'
import { systemClock } from '../../host/clock.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

/** The latest check per URL, awaited by the next: viem shares one socket per URL, and one close closes it for all. */
const looks = new Map<string, Promise<Finding>>()

/** Checks that a socket answers for the right chain. Only warns: a service works without it, but slower. */
export async function checkSocket(url: string, about: string, chainId: number): Promise<Finding> {
  const before = looks.get(url)
  const look = (async () => {
    await before
    return lookAt(url, about, chainId)
  })()
  looks.set(url, look)
  return look
}

async function lookAt(url: string, about: string, chainId: number): Promise<Finding> {
  const late = new AbortController()
  try {
    const opening = getWebSocketRpcClient(url, { keepAlive: false, reconnect: false })
    const socket = await Promise.race([opening, systemClock.sleep(chainLimits.callTimeoutMs, late.signal)])
    if (!socket) {
      void opening.then(
        (client) => client.close(),
        () => {}, // it never opened: nothing to close
      )
      throw new Error('the socket did not open')
    }
    try {
      const body = { method: 'eth_chainId', params: [] }
      const { result } = await socket.requestAsync({ body, timeout: chainLimits.callTimeoutMs })
      const answered = Number(result)
      if (answered === chainId) return ok(about, `chain ${chainId}`)
      return bad(about, `is a socket of chain ${answered}, not ${chainId}`, 'give one of this chain in chains[].wsUrls')
    } finally {
      socket.close()
    }
  } catch (error) {
    const why = withoutAddresses((error as Error).message ?? 'failed').split('\n')[0]
    return warn(
      about,
      `does not answer: ${why}`,
      'check chains[].wsUrls; until then blocks are asked for, not announced',
    )
  } finally {
    late.abort()
  }
}
