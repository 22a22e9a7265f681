import type { Abi, Address, ContractConstructorArgs, Hex } from 'viem'
import { encodeDeployData, encodeFunctionData, getContractAddress } from 'viem'
import type { PublishedName } from './packages.ts'
import { initCode, readPublishedArtifact } from './packages.ts'

/** One transaction that builds a local chain. Equal plans give equal chains; a plan's hash is the cache key. */
export type PlannedTx = { label: string; from: Address; to?: Address; data: Hex; value?: bigint }

export type DeploymentPlan = {
  txs: PlannedTx[]
  /** Creates a contract; its address follows from the deployer and the number of transactions before it. */
  create(label: string, code: Hex): Address
  createPublished(name: PublishedName, args?: readonly unknown[], libraries?: Record<string, Address>): Address
  createOwn<const abi extends Abi>(label: string, abi: abi, code: Hex, args: ContractConstructorArgs<abi>): Address
  call(label: string, call: ContractCall): void
}

type ContractCall = {
  to: Address
  abi: Abi
  fn: string
  args?: readonly unknown[]
  value?: bigint
  from?: Address
}

export function createDeploymentPlan(deployer: Address): DeploymentPlan {
  const txs: PlannedTx[] = []
  const create = (label: string, data: Hex): Address => {
    const nonce = BigInt(txs.filter((tx) => tx.from === deployer).length)
    txs.push({ label: `create ${label}`, from: deployer, data })
    return getContractAddress({ from: deployer, nonce })
  }
  return {
    txs,
    create,
    createPublished: (name, args = [], libraries) =>
      create(name, initCode(readPublishedArtifact(name), args, libraries)),
    createOwn: (label, abi, bytecode, args) =>
      create(label, encodeDeployData({ abi: abi as Abi, bytecode, args: args as never })),
    call: (label, { to, abi, fn, args = [], value, from = deployer }) => {
      txs.push({ label, from, to, data: encodeFunctionData({ abi, functionName: fn, args }), value })
    },
  }
}
