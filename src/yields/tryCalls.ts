import { concat, pad, size, toHex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { explainRevert } from '../intents/explainRevert.ts'
import type { Address, Hex } from '../interface/fields.ts'

/**
 * Runtime code that a state override puts at the wallet's address during one eth_call. It makes the calls in its call
 * data in order (receiver in a word, length in a word, data) and reverts with the reason of the first failure. So an
 * approval and the deposit that needs it are simulated together, both with the wallet as `msg.sender`.
 */
const callerCode: Hex =
  '0x60005b803611156039578060200135808260400160003760006000826000600086355af16031573d600060003e3d6000fd5b016040016002565b00'

/** The reason why the calls would fail if the wallet sent them now; undefined if they would succeed. */
export async function tryCalls(
  chain: Chain,
  wallet: Address,
  calls: readonly { to: Address; data: Hex }[],
): Promise<string | undefined> {
  const data = concat(calls.map(({ to, data }) => concat([pad(to), pad(toHex(size(data))), data])))
  const outcome = await chain.simulate({ to: wallet, data }, [{ address: wallet, code: callerCode }])
  if (outcome.ok) return undefined
  return outcome.revert === '0x' ? outcome.message : explainRevert(outcome.revert)
}
