import type { Chain } from '../chains/chain.ts'
import type { BalanceSource } from './prices.ts'

/** Balances read from the chain itself; reads of one moment travel in one multicall. */
export function multicallBalances(chains: ReadonlyMap<number, Chain>): BalanceSource {
  return {
    balances: async (chainId, owner, tokens) => {
      const chain = chains.get(chainId)
      return chain ? Promise.all(tokens.map((token) => chain.balance(token, owner))) : tokens.map(() => 0n)
    },
  }
}
