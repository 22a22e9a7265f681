import type { Chain } from '../chains/chain.ts'
import { ServiceError } from '../interface/errors.ts'
import type { BalanceSource } from './priceSource.ts'

/** Balances read from the chain itself; reads of one moment travel in one multicall. */
export function createMulticallBalances(chains: ReadonlyMap<number, Chain>): BalanceSource {
  return {
    balances: async (chainId, owner, tokens) => {
      const chain = chains.get(chainId)
      // Nothing known is not the same as nothing there.
      if (!chain) throw new ServiceError('UnsupportedNetwork', `chain ${chainId} is not configured`)
      return Promise.all(tokens.map((token) => chain.balance(token, owner)))
    },
  }
}
