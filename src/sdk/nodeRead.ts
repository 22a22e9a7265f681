import { BaseError, type Client, ExecutionRevertedError, isHex } from 'viem'
import { call, getCode } from 'viem/actions'
import { readOwnerFacts } from '../intents/readOwnerFacts.ts'
import { hasPermit2, type ReadCall, readTokenSigning } from '../intents/tokenSigning.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { OwnWallet } from './ownWallet.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

/** Reads by the caller's own node. A revert is an answer; a failure of the node throws. */
export const nodeRead =
  (node: Client): ReadCall =>
  async ({ to, data }) => {
    try {
      return { ok: true, data: (await call(node, { to, data })).data ?? '0x' }
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      const told = error.walk(hasData)
      if (hasData(told)) return { ok: false, revert: told.data }
      if (error.walk((cause) => cause instanceof ExecutionRevertedError)) return { ok: false, revert: '0x' }
      throw error
    }
  }

/** A viem error that holds the revert data. */
const hasData = (cause: unknown): cause is { data: Hex } =>
  typeof cause === 'object' && cause !== null && 'data' in cause && typeof cause.data === 'string' && isHex(cause.data)

/** Which signatures the deposit's token takes and how the owner signs, from the caller's own node alone. */
export async function readOwnSigning(wallet: OwnWallet, { deposit, contracts }: VerifiedIntent) {
  const read = nodeRead(wallet)
  const asked = readTokenSigning(read, deposit.chainId, deposit.token)
  const [token, { facts, permitNonce }] = await Promise.all([
    asked,
    readOwnerFacts({
      read,
      code: async (address: Address) => (await getCode(wallet, { address })) ?? '0x',
      hasPermit2: () => hasPermit2(read, deposit.chainId),
      takesPermits: async () => (await asked).permit !== undefined,
      owner: wallet.account.address,
      token: deposit.token,
      entrypoint: contracts.entrypoint,
      nowS: Math.floor(Date.now() / 1_000),
    }),
  ])
  return { token, owner: facts, permitNonce }
}

export type OwnSigning = Awaited<ReturnType<typeof readOwnSigning>>
