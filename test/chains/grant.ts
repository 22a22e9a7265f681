import { privateKeyToAccount } from 'viem/accounts'
import { causewayContracts, localOperator } from '../../src/chains/contracts/abi/addresses.ts'
import { localOperatorKey } from '../../src/chains/contracts/operator.ts'
import { encodeSubmitGrant, grantTypedData, type RelayerGrant } from '../../src/intents/relayerGrant.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'

/** The transaction that lets a relayer act at the local operator's guest; anyone may send it. */
export async function submitGrant(
  chainId: number,
  relayer: Address,
  more: Partial<RelayerGrant> = {},
): Promise<{ to: Address; data: Hex }> {
  const { guest } = causewayContracts
  const grant: RelayerGrant = { relayer, validUntil: 2n ** 40n, serial: 1n, ...more }
  const { name } = localOperator
  const signature = await privateKeyToAccount(localOperatorKey).signTypedData(
    grantTypedData(grant, { chainId, guest, name }),
  )
  return { to: guest, data: encodeSubmitGrant(grant, signature) }
}
