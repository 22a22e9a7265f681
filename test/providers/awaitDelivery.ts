import type { Address } from 'viem'
import type { Chain } from '../../src/chains/chain.ts'

/** Looks again with every new block until the holder has at least so much. */
export function awaitDelivery(chain: Chain, token: Address, holder: Address, amount: bigint): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = async () => {
      if ((await chain.balance(token, holder)) < amount) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = chain.onHead(() => void look().catch(reject))
    look().catch(reject)
  })
}
