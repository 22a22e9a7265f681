import { concatHex, encodeAbiParameters, getContractAddress, pad } from 'viem'
import type { Contracts } from '../../intents/planBatches.ts'
import { type Brand, defaultBrand } from '../../interface/brand.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import {
  arachnidDeployer,
  type ContractDeployment,
  causewayContracts,
  deploySalt,
  localOperator,
} from './abi/addresses.ts'
import {
  intentEntrypointBytecode,
  intentGuestBytecode,
  intentRouterBytecode,
  intentRouterShimBytecode,
  intentUtilsBytecode,
  intentWalletBytecode,
  intentWalletFactoryBytecode,
} from './abi/bytecode.ts'

/** One brand of the operator. It has its own entrypoint and guest; all operators share the other contracts. */
export type Operator = {
  /** Under this name users sign deposits and the signer signs grants. */
  name: string
  /** The EIP-712 type of a signed deposit; `Intent` unless said. */
  primaryType?: string
  /** Signs the grants of relaying accounts: a key's address, or an ERC-1271 contract. */
  signer: Address
  /** Another one gives all seven contracts other addresses: a second set beside the first. */
  salt?: Hex
}

/** Of the operator of the local chains: anvil's first key, known to everyone, so it is refused on any other chain. */
export const localOperatorKey: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** `args`: of the constructor, encoded. `data`: what the deployer is sent. */
export type OperatorDeployment = ContractDeployment & { args: Hex; data: Hex }

/** What an operator's contracts are created from, in the order in which they have to be deployed. */
export function operatorDeployments({
  name,
  signer,
  primaryType = 'Intent',
  salt = deploySalt,
}: Operator): readonly OperatorDeployment[] {
  const created = (key: ContractDeployment['name'], bytecode: Hex, ...words: readonly Hex[]): OperatorDeployment => {
    const args = concatHex(words)
    const initCode = concatHex([bytecode, args])
    const address = getContractAddress({ opcode: 'CREATE2', from: arachnidDeployer, salt, bytecode: initCode })
    return { name: key, address, initCode, args, data: concatHex([salt, initCode]) }
  }
  const router = created('router', intentRouterBytecode)
  const shim = created('shim', intentRouterShimBytecode, pad(router.address))
  const utils = created('utils', intentUtilsBytecode)
  const factory = created('factory', intentWalletFactoryBytecode)
  const wallet = created('wallet', intentWalletBytecode, ...[factory, router, shim].map(({ address }) => pad(address)))
  const names = encodeAbiParameters([{ type: 'string' }, { type: 'string' }], [name, primaryType])
  const entrypoint = created('entrypoint', intentEntrypointBytecode, names)
  const [address, text] = [{ type: 'address' }, { type: 'string' }] as const
  const parts = [factory.address, wallet.address, entrypoint.address, signer, name] as const
  const guestArgs = encodeAbiParameters([address, address, address, address, text], parts)
  return [router, shim, utils, factory, wallet, entrypoint, created('guest', intentGuestBytecode, guestArgs)]
}

/** The addresses of an operator's contracts, the same on every chain. */
export function operatorContracts(operator: Operator): Contracts {
  const addresses = Object.fromEntries(operatorDeployments(operator).map(({ name, address }) => [name, address]))
  return {
    ...(addresses as Record<ContractDeployment['name'], Address>),
    domainName: operator.name,
    ...(operator.primaryType && { primaryType: operator.primaryType }),
  }
}

/**
 * The operator's names by brand service. The specification's own brand uses the operator's name; every other brand
 * has its own entrypoint and guest, named as its generated clients expect.
 */
export const brandOperators = (
  operator: Operator,
  brands: readonly Pick<Brand, 'service'>[],
): ReadonlyMap<string, Operator> =>
  new Map(
    brands.map(({ service }) => [
      service,
      service === defaultBrand.service
        ? operator
        : { ...operator, name: `${service}IntentEntrypoint`, primaryType: `${service}Intent` },
    ]),
  )

export const localContracts: Contracts = { ...causewayContracts, domainName: localOperator.name }
