import type { Chain } from '../../chains/chain.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { BatchRun } from './batchReceipt.ts'
import { plainTransfersInto } from './nativeTransfersInto.ts'

/**
 * What a wallet held of the native token when its batch ran. Native transfers leave no events, so it is the balance of the block before
 * and what was sent to the wallet earlier in the same block. At least `counted`, and that alone where no node has the old state.
 */
export async function nativeBefore(
  chain: Chain,
  wallet: Address,
  { receipt }: BatchRun,
  counted: bigint,
): Promise<bigint> {
  const read = Promise.all([
    chain.balance(nativeToken, wallet, { block: receipt.blockNumber - 1 }),
    chain.block(receipt.blockNumber),
  ])
  try {
    const [balance, { transactions }] = await read
    const earlier = transactions.slice(
      0,
      transactions.findIndex(({ hash }) => hash === receipt.hash),
    )
    const arrived = await plainTransfersInto(chain, wallet, earlier)
    const held = arrived.reduce((sum, { value }) => sum + value, balance)
    return held > counted ? held : counted
  } catch {
    return counted
  }
}
