import { privateKeyToAccount } from 'viem/accounts'
import { causewayContracts, localOperator } from '../../src/chains/contracts/abi/addresses.ts'
import { localOperatorKey } from '../../src/chains/contracts/operator.ts'
import { encodeShow, type Pass, passTypedData } from '../../src/intents/pass.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'

/** The transaction that seats a relayer at the local operator's guest; anyone may send it. */
export async function showPass(
  chainId: number,
  relayer: Address,
  more: Partial<Pass> = {},
): Promise<{ to: Address; data: Hex }> {
  const { guest } = causewayContracts
  const pass: Pass = { relayer, validUntil: 2n ** 40n, serial: 1n, ...more }
  const { name } = localOperator
  const signature = await privateKeyToAccount(localOperatorKey).signTypedData(
    passTypedData(pass, { chainId, guest, name }),
  )
  return { to: guest, data: encodeShow(pass, signature) }
}
