import type { Chain } from '../chains/chain.ts'
import { ServiceError } from '../interface/errors.ts'
import type { BalanceSource } from './priceSource.ts'

/** Balances read from the chain; concurrent reads are sent as one multicall by `Chain`. */
export function createMulticallBalances(chains: ReadonlyMap<number, Chain>): BalanceSource {
  return {
    balances: async (chainId, owner, tokens) => {
      const chain = chains.get(chainId)
      // An error and not zero: the balance of a chain that cannot be read is unknown.
      if (!chain) throw new ServiceError('UnsupportedNetwork', `chain ${chainId} is not configured`)
      return Promise.all(tokens.map((token) => chain.balance(token, owner)))
    },
  }
}
