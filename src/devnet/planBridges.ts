import { encodeFunctionData, maxUint256, zeroAddress } from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import type { DevnetChainFacts } from '../chains/definitions/devnet/facts.ts'
import { tokenNames, unitsForUsd } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKeys } from '../chains/definitions/devnet/keys.ts'
import { erc20Abi, spokePoolOwnerAbi, vaultAbi } from './abis.ts'
import { cctpMessageTransmitterAbi, cctpMessageTransmitterBytecode } from './artifacts/CctpMessageTransmitter.ts'
import { cctpTokenMessengerAbi, cctpTokenMessengerBytecode } from './artifacts/CctpTokenMessenger.ts'
import { devnetVaultAbi, devnetVaultBytecode } from './artifacts/DevnetVault.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'

/** Most that the spoke pool allows for the age of a deposit's quote time, and until its fill deadline. */
const quoteTimeBufferS = 3_600
const fillDeadlineBufferS = 21_600

type TokenAddresses = Pick<DevnetContracts, DevnetToken>
type Bridges = Pick<DevnetContracts, 'spokePool' | 'cctp' | 'vault'>

export function planBridges(
  plan: DeploymentPlan,
  contracts: TokenAddresses,
  keys: DevnetKeys,
  chain: DevnetChainFacts,
): Bridges {
  const spokeArgs = [contracts.weth, quoteTimeBufferS, fillDeadlineBufferS, zeroAddress]
  const implementation = plan.createPublished('Ethereum_SpokePool', spokeArgs)
  const args = [0, keys.deployer.address] as const
  const initialize = encodeFunctionData({ abi: spokePoolOwnerAbi, functionName: 'initialize', args })
  const spokePool = plan.createPublished('ERC1967Proxy', [implementation, initialize])
  const messageTransmitter = plan.createOwn(
    'MessageTransmitter',
    cctpMessageTransmitterAbi,
    cctpMessageTransmitterBytecode,
    [chain.domain, keys.attester.address],
  )
  const messengerArgs = [messageTransmitter, contracts.usdc] as const
  const tokenMessenger = plan.createOwn(
    'TokenMessenger',
    cctpTokenMessengerAbi,
    cctpTokenMessengerBytecode,
    messengerArgs,
  )
  const vault = plan.createOwn('vault', devnetVaultAbi, devnetVaultBytecode, [contracts.usdc])
  return { spokePool, cctp: { tokenMessenger, messageTransmitter }, vault }
}

export function planInventory(plan: DeploymentPlan, contracts: TokenAddresses & Bridges, keys: DevnetKeys): void {
  for (const minter of [contracts.cctp.tokenMessenger, contracts.vault]) {
    plan.call('minter', { to: contracts.usdc, abi: erc20Abi, fn: 'setMinter', args: [minter, true] })
  }
  for (const name of tokenNames) {
    const approve = { to: contracts[name], abi: erc20Abi, fn: 'approve', args: [contracts.spokePool, maxUint256] }
    plan.call(`filler approves ${name}`, { ...approve, from: keys.filler.address })
  }
  const assets = unitsForUsd('usdc', 5_000_000n)
  plan.call('vault approve', { to: contracts.usdc, abi: erc20Abi, fn: 'approve', args: [contracts.vault, assets] })
  plan.call('vault seed', { to: contracts.vault, abi: vaultAbi, fn: 'deposit', args: [assets, keys.deployer.address] })
}
