import type { Chain } from '../../chains/chain.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { BatchRun } from './batchReceipt.ts'
import { plainTransfersInto } from './nativeTransfersInto.ts'

/**
 * What a wallet held of the native token when its batch ran. Native transfers leave no events, so it is the balance of the block before
 * and what was sent to the wallet earlier in the same block. At least `needed`, without which it had not run. One node alone may invent
 * money, so a quorum has to agree: until it does the step waits, and past the states that nodes keep `counted` is taken.
 */
export async function nativeBefore(
  chain: Chain,
  wallet: Address,
  { receipt }: BatchRun,
  { needed, counted }: { needed: bigint; counted: bigint },
): Promise<bigint> {
  const at = { block: receipt.blockNumber - 1 }
  try {
    const balance = await chain.balance(nativeToken, wallet, { ...at, quorum: true })
    const { transactions } = await chain.block(receipt.blockNumber)
    const earlier = transactions.slice(
      0,
      transactions.findIndex(({ hash }) => hash === receipt.hash),
    )
    const arrived = await plainTransfersInto(chain, wallet, earlier)
    const held = arrived.reduce((sum, { value }) => sum + value, balance)
    return held > needed ? held : needed
  } catch (error) {
    if ((await chain.head()).number - at.block < statesKept) throw error
    return counted
  }
}

/** Of blocks that are this old most nodes have no state any more: geth keeps 128. */
const statesKept = 100
