import { nativeToken } from '../../interface/limits.ts'
import type { Lane, SenderContext } from './lane.ts'

/** Reads a signer's gas balance at intervals, for the metrics and for `canPay`. */
export async function checkGas(lane: Lane, context: SenderContext): Promise<void> {
  const { clock, settings } = context
  const nowMs = clock.nowMs()
  if (lane.gasCheckedAtMs !== undefined && nowMs - lane.gasCheckedAtMs < settings.gasCheckMs) return
  lane.gasCheckedAtMs = nowMs
  await readGas(lane, context)
}

/**
 * A signer is low on gas below the cost of fifty transactions of a million gas at present fees: 0.1 ETH on Ethereum at
 * 2 gwei, 0.0005 ETH on a rollup at 0.01 gwei.
 */
const gasLow = 50n * 1_000_000n

async function readGas(lane: Lane, { chain, events }: SenderContext): Promise<bigint> {
  const signer = lane.signer.address
  const [balance, fees] = await Promise.all([chain.balance(nativeToken, signer), chain.fees()])
  lane.gasBalance = balance
  events.gasBalance({ chainId: chain.id, signer, balance, low: balance < gasLow * fees.maxFeePerGas })
  return balance
}

/**
 * Whether the signer can pay `costMax`. Prevents signing what every node would refuse: each try would leave a row,
 * every few seconds until the signer is funded. Reads the balance again before refusing.
 */
export async function canPay(lane: Lane, costMax: bigint, context: SenderContext): Promise<boolean> {
  if (lane.gasBalance === undefined || lane.gasBalance >= costMax) return true
  if ((await readGas(lane, context)) >= costMax) return true
  lane.restUntilMs = context.clock.nowMs() + context.settings.refusedRestMs
  return false
}
