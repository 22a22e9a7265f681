import type { Chain } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { ConfigError } from '../config/config.ts'
import type { TokenBook } from '../engine/world.ts'
import { sameAddress } from '../evm/address.ts'
import type { Address, Hex } from '../interface/fields.ts'

export type AddressSettings = {
  tokens: Pick<TokenBook, 'listed'>
  /** Absent if the settings name no fee collector. */
  feeCollector?: Address
  /** `operator.signer`, and the address of `operator.grantKey` if this process has it. */
  operatorSigner?: Address
  grantKeyAddress?: Address
}

/** A chain with its reads. `code` rejects if no node answers. */
type Asked = Pick<Chain, 'definition'> & { code(address: Address): Promise<Hex> }

/** A wrong address, the setting or chain that names it, and what to do. */
export type AddressFault = { about: string; what: string; remedy: string }

/**
 * Refuses to start with a wrong address: money sent there is lost, and calls to an address without code succeed without
 * effect. Skips chains that do not answer now.
 */
export async function checkAddresses({
  chains,
  ...settings
}: AddressSettings & { chains: Iterable<Asked> }): Promise<void> {
  await Promise.all(
    [...chains].map(async (chain) => {
      const [fault] = await addressFaults(chain, settings)
      if (fault) throw new ConfigError(`${fault.about}: ${fault.what}; ${fault.remedy}`)
    }),
  )
}

export async function addressFaults(
  chain: Asked,
  { tokens, feeCollector, operatorSigner, grantKeyAddress }: AddressSettings,
): Promise<AddressFault[]> {
  const { id, name } = chain.definition
  const contracts = definedContracts(chain.definition)
  const taken: [what: string, address: Address][] = [
    ...tokens.listed(id).map(({ symbol, address }): [string, Address] => [`the token ${symbol} on ${name}`, address]),
    ...contracts.map(([what, address]): [string, Address] => [`${what} of ${name}`, address]),
  ]
  const collects = feeCollector && taken.find(([, address]) => sameAddress(address, feeCollector))
  const faults: AddressFault[] = []
  if (collects)
    faults.push({
      about: 'engine.feeCollector',
      what: `${feeCollector} is ${collects[0]}`,
      remedy: 'set it to an account of yours',
    })
  for (const [what, address] of contracts)
    if (await hasNoCode(chain, address))
      faults.push({
        about: name,
        what: `there is no contract at ${address}, its ${what}`,
        remedy: "correct the chain's definition (chains[].file), or deploy it there",
      })
  // An account signs only for itself; a contract (ERC-1271) may accept another key. Without the key, skip the check.
  const isOtherKey = operatorSigner && grantKeyAddress && !sameAddress(operatorSigner, grantKeyAddress)
  if (isOtherKey && (await hasNoCode(chain, operatorSigner)))
    faults.push({
      about: 'operator.signer',
      what: `${operatorSigner} is not the address of operator.grantKey (${grantKeyAddress}), and there is no contract at it on ${name} that could accept that key`,
      remedy: `set it to ${grantKeyAddress}, or to the ERC-1271 contract that accepts the key`,
    })
  return faults
}

const hasNoCode = async (chain: Asked, address: Address): Promise<boolean> =>
  // Rejected: no node answers now.
  (await chain.code(address).catch(() => undefined)) === '0x'

/** The contracts that a chain's definition names. */
export function definedContracts(definition: ChainDefinition): [what: string, address: Address][] {
  const { multicall3, wrappedNative, uniswapV2, uniswapV3, uniswapV4, pancakeswapV3, across, cctp, layerZero } =
    definition
  const named: [string, Address | undefined][] = [
    ['multicall3', multicall3],
    ['wrappedNative', wrappedNative],
    ['uniswapV2.router', uniswapV2?.router],
    ['uniswapV3.router', uniswapV3?.router],
    ['uniswapV4.poolManager', uniswapV4?.poolManager],
    ['uniswapV4.stateView', uniswapV4?.stateView],
    ['uniswapV4.universalRouter', uniswapV4?.universalRouter],
    ['pancakeswapV3.router', pancakeswapV3?.router],
    ['across.spokePool', across?.spokePool],
    ['cctp.tokenMessenger', cctp?.tokenMessenger],
    ['cctp.messageTransmitter', cctp?.messageTransmitter],
    ['layerZero.endpoint', layerZero?.endpoint],
    ...(layerZero?.ofts ?? []).map(({ asset, oft }): [string, Address] => [`layerZero.ofts ${asset}`, oft]),
  ]
  for (const [provider, own] of Object.entries(definition.contracts ?? {}))
    for (const [what, address] of Object.entries(own)) named.push([`contracts.${provider}.${what}`, address])
  return named.flatMap(([what, address]) => (address ? [[what, address]] : []))
}
