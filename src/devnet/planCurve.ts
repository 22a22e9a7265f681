import { maxUint256 } from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import { devnetTokens, unitsForUsd } from '../chains/definitions/devnet/facts.ts'
import { erc20Abi } from './abis.ts'
import { stableSwapReferenceAbi, stableSwapReferenceBytecode } from './artifacts/StableSwapReference.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'

const amplification = 200n
/** 0.04 %, in parts of 10 ** 10. */
const fee = 4_000_000n
/** A small pool, slightly out of balance, so that large trades keep their routes. */
const coins = [
  { name: 'dai', usd: 800_000n },
  { name: 'usdt', usd: 1_000_000n },
] as const

/** One pool of our reference contract, because no package has Curve's bytecode. */
export function planCurve(
  plan: DeploymentPlan,
  tokens: Pick<DevnetContracts, DevnetToken>,
): Pick<DevnetContracts, 'curvePool'> {
  const [a, b] = coins
  const curvePool = plan.createOwn('StableSwapReference', stableSwapReferenceAbi, stableSwapReferenceBytecode, [
    tokens[a.name],
    tokens[b.name],
    devnetTokens[a.name].decimals,
    devnetTokens[b.name].decimals,
    amplification,
    fee,
  ])
  for (const { name } of coins) {
    plan.call(`approve ${name}`, { to: tokens[name], abi: erc20Abi, fn: 'approve', args: [curvePool, maxUint256] })
  }
  const amounts = coins.map(({ name, usd }) => unitsForUsd(name, usd))
  plan.call('stable dai/usdt', { to: curvePool, abi: stableSwapReferenceAbi, fn: 'add_liquidity', args: [amounts] })
  return { curvePool }
}
