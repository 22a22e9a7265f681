import { erc20Abi } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import type { Address } from '../interface/fields.ts'
import type { YieldCall } from './yieldProtocol.ts'

/** Approves exactly the deposited amount, so that the market can never take more later. */
export const createApproval = (token: Address, spender: Address, amount: bigint): YieldCall => ({
  type: 'approve',
  to: token,
  data: encodeCall({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
