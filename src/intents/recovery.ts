import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex, hashTypedData } from 'viem'
import { sameAddress } from '../evm/address.ts'
import type { RecoveryTypedData } from '../interface/recoveryShapes.ts'
import { type Batch, callFields, callSweep, ownerTypedData, readSweep } from './wallet.ts'

/**
 * A recovery is a batch that the owner signs for its own wallet (`executeAsOwner`): for each token one call that sends
 * the whole balance to a receiver. It needs no permission, so it works before and after the time of refunds.
 */
type Recovery = {
  chainId: number
  router: Address
  receiver: Address
  tokens: readonly Address[]
  /** Not 0, which is the space of the quoted batch. */
  space: bigint
}

/** Enough for the transfer of a token with hooks. */
const sweepGasLimit = 300_000n

export function recoveryBatch({ chainId, router, receiver, tokens, space }: Recovery): Batch {
  // One token that cannot move must not stop the others. If none moves, the wallet reverts and the nonce stays unused.
  const flags = tokens.length > 1 ? { behaviorOnError: 0, gasLimit: sweepGasLimit } : {}
  const calls = tokens.map((token) => callSweep({ router, token, receiver, minAmount: 1n }, flags))
  return { chainId, calls, space, nonce: 0n }
}

const batchParameters = [
  {
    type: 'tuple',
    components: [
      { name: 'chainId', type: 'uint256' },
      { name: 'space', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      {
        name: 'calls',
        type: 'tuple[]',
        components: callFields,
      },
    ],
  },
] as const

export const encodeBatch = (batch: Batch): Hex =>
  encodeAbiParameters(batchParameters, [{ ...batch, chainId: BigInt(batch.chainId) }])

/** Undefined unless `encodeBatch` would give the same bytes. */
export function decodeBatch(encoded: Hex): Batch | undefined {
  try {
    const [{ chainId, calls, space, nonce }] = decodeAbiParameters(batchParameters, encoded)
    const batch: Batch = { chainId: Number(chainId), calls, space, nonce }
    return encodeBatch(batch) === encoded.toLowerCase() ? batch : undefined
  } catch {
    return undefined
  }
}

/** Why a batch is not the recovery of a wallet's balances to this receiver; undefined if it is. */
export function notARecovery({ calls, space }: Batch, router: Address, receiver: Address): string | undefined {
  if (space === 0n) return 'uses the nonce of the quoted batch'
  if (calls.length === 0) return 'moves nothing'
  for (const [index, call] of calls.entries()) {
    const sweep = readSweep(call.data)
    if (!sweep || !call.delegateCall || call.value !== 0n || !sameAddress(call.to, router))
      return `does something else in call ${index} than to send a balance`
    if (!sameAddress(sweep.receiver, receiver))
      return `sends to ${sweep.receiver} and not to ${receiver}; name refundToAddress as it was when it was prepared`
  }
  return undefined
}

const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** JSON for `eth_signTypedData_v4`: includes the domain's type, and integers are strings. */
export function recoveryTypedData(batch: Batch, wallet: Address): RecoveryTypedData {
  const { domain, types, primaryType } = ownerTypedData(batch, wallet)
  return {
    domain,
    types: { EIP712Domain: domainFields, Batch: [...types.Batch], Call: [...types.Call] },
    primaryType,
    message: {
      chainId: batch.chainId.toString(),
      space: batch.space.toString(),
      nonce: batch.nonce.toString(),
      calls: batch.calls.map((call) => ({
        ...call,
        value: call.value.toString(),
        gasLimit: call.gasLimit.toString(),
      })),
    },
  }
}

/** The hash to sign. */
export const recoveryHash = (batch: Batch, wallet: Address): Hex => hashTypedData(ownerTypedData(batch, wallet))
