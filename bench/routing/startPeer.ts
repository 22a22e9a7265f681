import { Worker } from 'node:worker_threads'
import { curveV3 } from '../../src/routing/curve.ts'
import type { BenchQuery } from './queries.ts'
import type { RandomWorld } from './randomPools.ts'

/** `gas` is the hops' sum of our pools' gas. */
export type Answer = { ms: number; amount?: number; gas?: number; error?: string }
export type Peer = { ask(query: BenchQuery, exact: 'in' | 'out'): Promise<Answer>; stop(): Promise<unknown> }
/** `gas`: dollars per unit of gas, for peers that count it; absent means free. */
export type PeerOptions = { timeoutMs: number; gas?: { usd: number; gwei: number; nativeUsd: number } }

/** Runs a library in its own thread over the same pools; on a timeout, ends and restarts it. */
export async function startPeer(peer: string, world: RandomWorld, { timeoutMs, gas }: PeerOptions): Promise<Peer> {
  // Tines needs the balances of a v3 pool: the far ends of its curves.
  const pools = world.pools.map((pool) => {
    if (pool.kind !== 'v3') return pool
    const held = (zeroForOne: boolean) => BigInt(Math.floor(curveV3(pool, zeroForOne).outAt.at(-2)!))
    return { ...pool, held0: held(false), held1: held(true) }
  })
  const spawn = async () => {
    const worker = new Worker(new URL('./peers.mjs', import.meta.url), {
      workerData: { peer, pools, tokens: world.tokens, gas },
      execArgv: [],
    })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    return worker
  }
  let worker = await spawn()
  const ask: Peer['ask'] = async (query, exact) => {
    const answer = await new Promise<Answer>((resolve) => {
      const timer = setTimeout(() => resolve({ ms: timeoutMs, error: 'timeout' }), timeoutMs)
      worker.once('message', (message: Answer) => {
        clearTimeout(timer)
        resolve(message)
      })
      worker.postMessage({ query, exact })
    })
    if (answer.error === 'timeout') {
      await worker.terminate()
      worker = await spawn()
    }
    return answer
  }
  return { ask, stop: () => worker.terminate() }
}
