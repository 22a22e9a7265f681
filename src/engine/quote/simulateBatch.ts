import type { Hex } from 'viem'
import type { Chain, StateOverride } from '../../chains/chain.ts'
import { explainRevert, isTargetFailure } from '../../intents/explainRevert.ts'
import { type Contracts, type PlannedCall, revertOnAnyFailure } from '../../intents/planBatches.ts'
import { batchDigest, encodeDeployAndExecute, type WalletConfig, walletAddress } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { measureCall } from '../measureCall.ts'
import { balanceOverride } from './balanceOverride.ts'
import type { QuoteCaches } from './quoteCaches.ts'

/** `gasMin`: what its bytes cost at the least, whatever is given back. `isTarget`: what failed is the call that the request asked for, and no call of ours around it. */
export type Simulation = { ok: true; gas: bigint; gasMin: bigint } | { ok: false; reason: string; isTarget?: boolean }

/**
 * Runs a batch as it would run on chain now, its wallet holding what will arrive, with no failure tolerated: a failure that the real
 * batch would survive by a fallback comes out as a reason. The simulated wallet has another address than the real one, because it is open to
 * anyone and its calls differ in what they tolerate; no call can tell, since a batch never contains its own wallet's address.
 */
export async function simulateBatch(options: {
  chain: Chain
  contracts: Contracts
  config: Pick<WalletConfig, 'owner' | 'refundReceiver' | 'refundAt' | 'salt'>
  calls: readonly PlannedCall[]
  holds: { token: Address; amount: bigint }
  balanceSlots: QuoteCaches['balanceSlots']
}): Promise<Simulation> {
  const { chain, contracts, holds } = options
  const batch = { chainId: chain.id, calls: revertOnAnyFailure(options.calls), space: 0n, nonce: 0n }
  const { owner, refundReceiver, refundAt, salt } = options.config
  // A stand-in that is open to anyone: no relayer has a grant here.
  const config: WalletConfig = {
    owner,
    refundReceiver,
    executor: contracts.guest,
    openAt: 0n,
    refundAt,
    salt,
    batches: [batchDigest(batch)],
  }
  const wallet = walletAddress(config, contracts)
  const calldata = encodeDeployAndExecute(config, batch, 'openly')
  const holding = await holdingOf(chain, holds, wallet, options.balanceSlots)
  if ('reason' in holding) return { ok: false, reason: holding.reason }
  const measured = await measureCall(chain, { to: contracts.guest, data: calldata }, [holding])
  if ('message' in measured) return { ok: false, reason: measured.message }
  if (measured.ok) {
    const { few, many } = dataGas(calldata)
    return { ok: true, gas: measured.gas + few, gasMin: many }
  }
  const [reason, isTarget] = [explainRevert(measured.data), isTargetFailure(measured.data)]
  // Our wrapper is what is left of a target that says nothing; its author does not know that name.
  const isSilent = isTarget && reason.startsWith('TargetFailed(')
  return { ok: false, reason: isSilent ? 'it reverts without a reason' : reason, isTarget }
}

/**
 * What a transaction costs before its first instruction: 21,000, and for its bytes by EIP-2028 4 for a zero one and 16 for any other (`few`). By EIP-7623 it
 * costs 10 and 40 at the least, after refunds (`many`).
 */
function dataGas(data: Hex): { few: bigint; many: bigint } {
  const bytes = data.length / 2 - 1
  let zeros = 0
  for (let at = data.indexOf('00', 2); at >= 0; ) {
    if (at % 2 === 0) zeros++
    at = data.indexOf('00', at % 2 === 0 ? at + 2 : at + 1)
  }
  const gas = (zero: number, other: number) => BigInt(21_000 + zeros * zero + (bytes - zeros) * other)
  return { few: gas(4, 16), many: gas(10, 40) }
}

/** What lets the holder have the amount, or why that cannot be tried: then another route may be. */
export async function holdingOf(
  chain: Chain,
  { token, amount }: { token: Address; amount: bigint },
  holder: Address,
  balanceSlots: QuoteCaches['balanceSlots'],
): Promise<StateOverride[number] | { reason: string }> {
  if (token === nativeToken) return { address: holder, balance: amount }
  try {
    return await balanceOverride(chain, token, { holder, amount }, balanceSlots)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.error !== 'Unavailable') throw error
    return { reason: error.detail ?? error.message }
  }
}
