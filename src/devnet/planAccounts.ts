import { type Address, concatHex, getCreate2Address, type Hex, keccak256 } from 'viem'
import { arachnidDeployer, deploySalt } from '../chains/contracts/abi/addresses.ts'
import type { DevnetContracts } from '../chains/definitions/devnet/devnetContracts.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'
import { initCode, readPublishedArtifact } from './packages.ts'

/** The salt of EntryPoint 0.8 on public chains; the accounts below contain its address in their code. */
const entryPointSalt: Hex = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'

/** ERC-4337 and EIP-7702 at their public addresses: EntryPoint 0.8, the account to delegate to, an account factory. */
export function planAccounts(plan: DeploymentPlan, deployer: Address): DevnetContracts['accounts'] {
  const create2 = (label: string, salt: Hex, code: Hex): Address => {
    plan.txs.push({ label: `create ${label}`, from: deployer, to: arachnidDeployer, data: concatHex([salt, code]) })
    return getCreate2Address({ from: arachnidDeployer, salt, bytecodeHash: keccak256(code) })
  }
  const entryPoint = create2('EntryPoint', entryPointSalt, readPublishedArtifact('EntryPoint').bytecode)
  const simple7702 = create2('Simple7702Account', deploySalt, readPublishedArtifact('Simple7702Account').bytecode)
  const factoryCode = initCode(readPublishedArtifact('SimpleAccountFactory'), [entryPoint])
  return { entryPoint, simple7702, factory: create2('SimpleAccountFactory', deploySalt, factoryCode) }
}
