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

/** An operator under one brand. Each has its own entrypoint and guest; all share the other five contracts. */
export type Operator = {
  /** The EIP-712 domain name of deposits, which users sign, and of grants, which `signer` signs. */
  name: string
  /** The EIP-712 type of a signed deposit. Default: `Intent`. */
  primaryType?: string
  /** Signs relayer grants, each of which lets one account run batches: a key's address or an ERC-1271 contract. */
  signer: Address
  /** The CREATE2 salt. With another salt all seven contracts have other addresses: a second set beside the first. */
  salt?: Hex
}

/** The signer's key on the local chains: anvil's first key. Everyone knows it, so it is refused on any other chain. */
export const localOperatorKey: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** `args`: the encoded constructor arguments. `data`: the call data for the deployer. */
export type OperatorDeployment = ContractDeployment & { args: Hex; data: Hex }

/** The deployments of an operator's seven contracts, in the order in which they must be sent. */
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
 * The operator under each brand, by the brand's service name. Under the default brand it keeps its own name. Under any
 * other it has another entrypoint and guest, with the names that the brand's generated clients expect.
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
