import { nativeAddress, tokenKey } from '../data/directory.ts'
import { isLocal, serviceOrigin } from '../data/session.ts'
import { groupBy } from '../flow/buildFlow.ts'
import type { WalletProvider } from './wallets.ts'

/** An account's balances by `tokenKey`. A token without a reachable node is left out, never zero. */
export type Balances = ReadonlyMap<string, bigint>

type Asked = { chainId: number; address: string }

const balanceOfSelector = '0x70a08231'

/** Reads balances from local nodes, or from the wallet's own node for the chain that it is on. */
export async function readBalances(
  holder: string,
  asked: readonly Asked[],
  own?: { provider: WalletProvider; chainId: number },
): Promise<Balances> {
  const byChain = groupBy(asked, ({ chainId }) => String(chainId))
  const read = await Promise.all(
    [...byChain.values()].map(async (list) => {
      const { chainId } = list[0]!
      const ask = askOf(chainId, own)
      if (!ask) return []
      const answers = await Promise.allSettled(list.map(({ address }) => ask(requestOf(address, holder))))
      return answers.flatMap((answer, index) =>
        answer.status === 'fulfilled' && typeof answer.value === 'string' && answer.value !== '0x'
          ? [[tokenKey(chainId, list[index]!.address), BigInt(answer.value)] as const]
          : [],
      )
    }),
  )
  return new Map(read.flat())
}

type RpcRequest = { method: string; params: unknown[] }

function askOf(chainId: number, own?: { provider: WalletProvider; chainId: number }) {
  if (own?.chainId === chainId) return (ask: RpcRequest) => own.provider.request(ask)
  return isLocal(chainId) ? (ask: RpcRequest) => askLocal(chainId, ask) : undefined
}

function requestOf(token: string, holder: string): RpcRequest {
  if (token.toLowerCase() === nativeAddress) return { method: 'eth_getBalance', params: [holder, 'latest'] }
  const data = `${balanceOfSelector}${holder.slice(2).toLowerCase().padStart(64, '0')}`
  return { method: 'eth_call', params: [{ to: token, data }, 'latest'] }
}

async function askLocal(chainId: number, ask: RpcRequest): Promise<unknown> {
  const reply = await fetch(`${serviceOrigin}/console/nodes/${chainId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...ask }),
  })
  return ((await reply.json()) as { result?: unknown }).result
}
