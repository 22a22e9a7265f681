import { erc20Abi } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import type { Address } from '../interface/fields.ts'
import type { YieldCall } from './yieldProtocol.ts'

/** Lets a market take exactly what is deposited, and no more. */
export const approval = (token: Address, spender: Address, amount: bigint): YieldCall => ({
  type: 'approve',
  to: token,
  data: encodeCall({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
