import { concatHex, encodeAbiParameters, getContractAddress } from 'viem'
import type { Contracts } from '../../intents/planBatches.ts'
import { type Brand, defaultBrand } from '../../interface/brand.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import {
  arachnidDeployer,
  causewayContracts,
  type Deployment,
  deployments,
  deploySalt,
  localOperator,
} from './abi/addresses.ts'
import { intentEntrypointBytecode } from './abi/IntentEntrypoint.ts'
import { intentGuestBytecode } from './abi/IntentGuest.ts'

/** Who runs the service, under one of its brands: entrypoint and guest are made for it, the other contracts are everybody's. */
export type Operator = {
  /** Under this name users sign deposits and the signer signs grants. */
  name: string
  /** The EIP-712 type of a signed deposit; `Intent` unless said. */
  primaryType?: string
  /** Signs the grants of relaying accounts: a key's address, or an ERC-1271 contract. */
  signer: Address
}

/** Of the operator of the local chains: anvil's first key, known to everyone, so it is refused on any other chain. */
export const localOperatorKey: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** What an operator's contracts are created from, in the order in which they have to be deployed. */
export function operatorDeployments({ name, signer, primaryType = 'Intent' }: Operator): readonly Deployment[] {
  const shared = deployments.filter((one) => one.name !== 'entrypoint' && one.name !== 'guest')
  const entrypoint = created(
    'entrypoint',
    concatHex([
      intentEntrypointBytecode,
      encodeAbiParameters([{ type: 'string' }, { type: 'string' }], [name, primaryType]),
    ]),
  )
  const { factory, wallet } = causewayContracts
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'string' }],
    [factory, wallet, entrypoint.address, signer, name],
  )
  return [...shared, entrypoint, created('guest', concatHex([intentGuestBytecode, args]))]
}

function created(name: Deployment['name'], initCode: Hex): Deployment {
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: arachnidDeployer,
    salt: deploySalt,
    bytecode: initCode,
  })
  return { name, address, initCode }
}

/** The addresses of an operator's contracts, the same on every chain. */
export function operatorContracts(operator: Operator): Contracts {
  const [entrypoint, guest] = operatorDeployments(operator).slice(-2)
  return {
    ...causewayContracts,
    entrypoint: entrypoint!.address,
    guest: guest!.address,
    domainName: operator.name,
    ...(operator.primaryType && { primaryType: operator.primaryType }),
  }
}

/**
 * The operator's names under each brand, by service. The specification's own brand goes by the operator's name; every other one has an
 * entrypoint and a guest of its own, named as clients that are generated for it expect.
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
