import { keccak256 } from 'viem'
import type { Address, Hex } from '../../interface/fields.ts'
import { arachnidDeployer, type ContractDeployment, deploySalt, localOperator } from './abi/addresses.ts'
import { codeHashes } from './codeHashes.ts'
import { findEvmFault, type RunCreation } from './findEvmFault.ts'
import { type Operator, operatorDeployments } from './operator.ts'

export type DeployTarget = {
  code(address: Address): Promise<Hex | undefined>
  /** Runs creation code without sending it; returns the code that would be at the new address. */
  create: RunCreation
  balance(address: Address): Promise<bigint>
  /** Sends and waits until it is mined; throws if it failed. */
  send(tx: { to: Address; data?: Hex; value?: bigint }): Promise<Hex>
  /** Broadcasts a transaction that another account signed and waits until it is mined. */
  broadcast(raw: Hex): Promise<Hex>
}

/** `missing`: no code yet. `foreign`: code that is not ours. */
export type ContractState = {
  name: ContractDeployment['name']
  address: Address
  state: 'ours' | 'missing' | 'foreign'
}

/**
 * CREATE2 derives each address from the creation code, so it holds our contract or none. The code hash is checked
 * anyway: a node or chain that lies about code must not hold money. The entrypoint and guest contain the operator's
 * name and signer, so their code is compared with what their creation code returns.
 */
export function contractStates(
  target: Pick<DeployTarget, 'code' | 'create'>,
  operator: Operator = localOperator,
): Promise<ContractState[]> {
  const { salt = deploySalt } = operator
  return Promise.all(
    operatorDeployments(operator).map(async ({ name, address, initCode }) => {
      const code = await target.code(address)
      if (code === undefined || code === '0x') return { name, address, state: 'missing' } as const
      // These embed their own address, which differs with the salt: no code to compare with. The address suffices.
      if (salt !== deploySalt && holdsItself.has(name)) return { name, address, state: 'ours' } as const
      // The code contains the operator's name or addresses derived from the operator's salt.
      const isOwn = salt !== deploySalt || name === 'entrypoint' || name === 'guest'
      const wanted = isOwn ? keccak256((await target.create(initCode)) ?? '0x') : codeHashes[name]
      return { name, address, state: keccak256(code) === wanted ? 'ours' : 'foreign' } as const
    }),
  )
}

const holdsItself: ReadonlySet<ContractDeployment['name']> = new Set(['router', 'shim', 'wallet'])

/** The contracts of several brands; a shared contract is listed once. */
export async function brandStates(
  target: Pick<DeployTarget, 'code' | 'create'>,
  operators: readonly Operator[],
): Promise<ContractState[]> {
  const all = await Promise.all(operators.map((operator) => contractStates(target, operator)))
  return [...new Map(all.flat().map((state) => [state.address, state])).values()]
}

/** Code hash of the common CREATE2 deployer, and the keyless transaction that creates it on every chain. */
const deployerHash: Hex = '0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989'
const deployerMaker: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362'
const deployerPrice = 10n ** 16n
const deployerTransaction: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'

export type Deployed = { name: string; address: Address; hash: Hex }

/**
 * Deploys what is missing, in order; a second run does nothing. Sends nothing to a chain on which the contracts
 * would not work.
 */
export async function deployContracts(
  target: DeployTarget,
  onDone: (one: Deployed) => void,
  operator: Operator = localOperator,
): Promise<Deployed[]> {
  const done: Deployed[] = []
  const add = (name: string, address: Address, hash: Hex) => {
    const one = { name, address, hash }
    done.push(one)
    onDone(one)
  }
  const fault = await findEvmFault(target.create)
  if (fault) throw new Error(`the contracts cannot work on this chain: ${fault}`)
  refuseForeign(await contractStates(target, operator))
  if (await needsDeployer(target)) {
    const lacking = deployerPrice - (await target.balance(deployerMaker))
    if (lacking > 0n) await target.send({ to: deployerMaker, value: lacking })
    add('deployer', arachnidDeployer, await target.broadcast(deployerTransaction))
    if (await needsDeployer(target)) throw new Error('the chain did not take the transaction that makes the deployer')
  }
  for (const { name, address, state } of await contractStates(target, operator)) {
    if (state === 'ours') continue
    const { data } = operatorDeployments(operator).find((one) => one.name === name)!
    add(name, address, await target.send({ to: arachnidDeployer, data }))
  }
  const after = await contractStates(target, operator)
  refuseForeign(after)
  const missing = after.filter(({ state }) => state === 'missing')
  if (missing.length > 0) throw new Error(`not there after being sent: ${missing.map(({ name }) => name).join(', ')}`)
  return done
}

async function needsDeployer({ code }: DeployTarget): Promise<boolean> {
  const found = await code(arachnidDeployer)
  if (found === undefined || found === '0x') return true
  if (keccak256(found) === deployerHash) return false
  throw new Error(`at ${arachnidDeployer} lies something other than the deployer: this chain cannot be used`)
}

function refuseForeign(states: readonly ContractState[]): void {
  const foreign = states.filter(({ state }) => state === 'foreign')
  if (foreign.length === 0) return
  throw new Error(
    `code of another kind lies at ${foreign.map(({ name, address }) => `${name} (${address})`).join(', ')}`,
  )
}
