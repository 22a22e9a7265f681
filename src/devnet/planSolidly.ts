import { maxUint256 } from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import { devnetTokens, unitsForUsd } from '../chains/definitions/devnet/facts.ts'
import { erc20Abi } from './abis.ts'
import { solidlyPoolReferenceAbi, solidlyPoolReferenceBytecode } from './artifacts/SolidlyPoolReference.ts'
import { solidlyRouterReferenceAbi, solidlyRouterReferenceBytecode } from './artifacts/SolidlyRouterReference.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'

/** 0.05 %, as such pools usually have. */
const feeBps = 5n
/** A small pool, slightly out of balance, so that large trades keep their routes. */
const coins = [
  { name: 'usdc', usd: 1_000_000n },
  { name: 'dai', usd: 900_000n },
] as const

/** One pool of our reference contract with its router, because no package has Solidly bytecode. */
export function planSolidly(
  plan: DeploymentPlan,
  tokens: Pick<DevnetContracts, DevnetToken>,
): Pick<DevnetContracts, 'solidly'> {
  const sorted = coins.toSorted((a, b) => (tokens[a.name].toLowerCase() < tokens[b.name].toLowerCase() ? -1 : 1))
  const [a, b] = [sorted[0]!, sorted[1]!]
  const pool = plan.createOwn('SolidlyPoolReference', solidlyPoolReferenceAbi, solidlyPoolReferenceBytecode, [
    tokens[a.name],
    tokens[b.name],
    devnetTokens[a.name].decimals,
    devnetTokens[b.name].decimals,
    feeBps,
  ])
  const router = plan.createOwn('SolidlyRouterReference', solidlyRouterReferenceAbi, solidlyRouterReferenceBytecode, [
    pool,
  ])
  for (const { name } of coins) {
    plan.call(`approve ${name}`, { to: tokens[name], abi: erc20Abi, fn: 'approve', args: [pool, maxUint256] })
  }
  const args = sorted.map(({ name, usd }) => unitsForUsd(name, usd))
  plan.call('stable usdc/dai', { to: pool, abi: solidlyPoolReferenceAbi, fn: 'fund', args })
  return { solidly: { router, pool } }
}
