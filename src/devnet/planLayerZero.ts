import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import { type DevnetChainFacts, devnetChains, devnetTokens, unitsForUsd } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKeys } from '../chains/definitions/devnet/keys.ts'
import { erc20Abi } from './abis.ts'
import {
  layerZeroEndpointReferenceAbi,
  layerZeroEndpointReferenceBytecode,
} from './artifacts/LayerZeroEndpointReference.ts'
import { oftPoolReferenceAbi, oftPoolReferenceBytecode } from './artifacts/OftPoolReference.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'

/** About thirty cents, the cost of a message between rollups. */
const messagingFee = 10n ** 14n
/** 0.06 %: more than the local filler's fee, so that small amounts keep their routes. */
const feePpm = 600n
/** Each pool's credit for each of the other two chains. */
const creditUsd = 2_000_000n
const sharedDecimals = 6

/** Endpoint and pools of our reference contracts: licences or build tools rule out the published ones. */
export function planLayerZero(
  plan: DeploymentPlan,
  tokens: Pick<DevnetContracts, DevnetToken>,
  chain: DevnetChainFacts,
  keys: DevnetKeys,
): Pick<DevnetContracts, 'layerZero'> {
  const endpoint = plan.createOwn(
    'LayerZeroEndpointReference',
    layerZeroEndpointReferenceAbi,
    layerZeroEndpointReferenceBytecode,
    [chain.eid, keys.attester.address, messagingFee],
  )
  const pool = (name: DevnetToken) => {
    const { decimals } = devnetTokens[name]
    const credit = unitsForUsd(name, creditUsd)
    const others = devnetChains.filter(({ id }) => id !== chain.id).map(({ eid }) => eid)
    const creditShared = credit / 10n ** BigInt(decimals - sharedDecimals)
    const args = [endpoint, tokens[name], decimals, feePpm, others, creditShared] as const
    const address = plan.createOwn(`OftPoolReference ${name}`, oftPoolReferenceAbi, oftPoolReferenceBytecode, args)
    const kept = credit * BigInt(others.length)
    plan.call(`oft ${name}`, { to: tokens[name], abi: erc20Abi, fn: 'transfer', args: [address, kept] })
    return address
  }
  return { layerZero: { endpoint, ofts: { usdt: pool('usdt'), wbtc: pool('wbtc') } } }
}
