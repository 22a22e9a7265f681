import type { Chain } from '../../chains/chain.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { BatchRun } from './batchReceipt.ts'
import { plainTransfersInto } from './nativeTransfersInto.ts'

/**
 * What a wallet held of the native token when its batch ran. Native transfers leave no events, so it is the balance of the block before
 * and what was sent to the wallet earlier in the same block. At least `needed`, without which it had not run; at least `counted` where one
 * node alone tells, which may be wrong; and `counted` where none has the old state.
 */
export async function nativeBefore(
  chain: Chain,
  wallet: Address,
  { receipt }: BatchRun,
  { needed, counted }: { needed: bigint; counted: bigint },
): Promise<bigint> {
  const at = { block: receipt.blockNumber - 1 }
  try {
    const agreed = await chain.balance(nativeToken, wallet, { ...at, quorum: true }).catch(() => undefined)
    const [least, balance] =
      agreed === undefined ? [counted, await chain.balance(nativeToken, wallet, at)] : [needed, agreed]
    const { transactions } = await chain.block(receipt.blockNumber)
    const earlier = transactions.slice(
      0,
      transactions.findIndex(({ hash }) => hash === receipt.hash),
    )
    const arrived = await plainTransfersInto(chain, wallet, earlier)
    const held = arrived.reduce((sum, { value }) => sum + value, balance)
    return held > least ? held : least
  } catch {
    return counted
  }
}
