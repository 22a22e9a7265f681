import type { Chain } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { ConfigError } from '../config/config.ts'
import type { TokenBook } from '../engine/world.ts'
import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'

type Configured = {
  chains: Iterable<Chain>
  tokens: TokenBook
  feeCollector: Address
  /** Where the signer of passes is a contract. */
  passContract?: Address
}

/**
 * Refuses to start with an address that cannot be meant: money that is sent to it is lost, and calls to an address without code succeed and do nothing.
 * A chain that does not answer now is not checked.
 */
export async function checkAddresses({ chains, tokens, feeCollector, passContract }: Configured): Promise<void> {
  await Promise.all(
    [...chains].map(async (chain) => {
      const { name } = chain.definition
      const token = tokens.listed(chain.id).find(({ address }) => sameAddress(address, feeCollector))
      if (token) throw new ConfigError(`engine.feeCollector: ${feeCollector} is the token ${token.symbol} on ${name}`)
      for (const [what, address] of contractsOf(chain.definition)) {
        if (sameAddress(address, feeCollector))
          throw new ConfigError(`engine.feeCollector: ${feeCollector} is ${what} of ${name}`)
        if (await hasNoCode(chain, address))
          throw new ConfigError(`${name}: there is no contract at ${address}, its ${what}; see the chain's definition`)
      }
      if (passContract && (await hasNoCode(chain, passContract)))
        throw new ConfigError(
          `operator.signer: there is no contract at ${passContract} on ${name}; leave it out if operator.passKey signs`,
        )
    }),
  )
}

const hasNoCode = async (chain: Chain, address: Address): Promise<boolean> =>
  // Rejected: no node answers now.
  (await chain.code(address).catch(() => undefined)) === '0x'

function contractsOf(definition: ChainDefinition): [what: string, address: Address][] {
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
