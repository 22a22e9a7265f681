import type { Contracts } from '../intents/planBatches.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'

/**
 * The contracts that a client lets its money into: the same addresses on every chain, because they follow from the code that creates them.
 * Written here and not asked of the server, which could name others; a test holds them against the compiled contracts.
 *
 * Entrypoint and guest belong to an operator: their code holds its name and the address of its signer, so the two addresses pin both.
 * These are of the operator of the local chains; for another one, pass what it publishes (`causeway deploy --check` prints it).
 */
export const trustedContracts: Contracts = {
  router: '0xbc1458Bc20eFa27a765cDcb0051aE7E54E51A89c',
  shim: '0x73981a32a666d2481C146FE6a05aDdA75621B78F',
  utils: '0x67aF6a4b62eC5C11aEF1B8dc4111633cE44B3BA2',
  entrypoint: '0x0732B98ec77aBf43859334453d76C2bdA824bA37',
  factory: '0x018d8363ce2c964BBd50433724ff5619eb55b57A',
  wallet: '0x9aC0a1bA0f3DF3c77215A86f2551fFFF9ce69a93',
  guest: '0x145C92B8EC82a930Acdf4B39f369bbec8f382839',
  domainName: 'Causeway',
}

/** What the caller overrides in its own request it trusts as well. */
export function contractsOf(request: QuoteRequest, trusted: Contracts = trustedContracts): Contracts {
  const named = request.options?.svcAddressOverrides ?? {}
  return {
    ...trusted,
    factory: named.svcWalletFactoryAddress ?? trusted.factory,
    wallet: named.svcWalletMainModuleAddress ?? named.svcWalletMainModuleUpgradableAddress ?? trusted.wallet,
    guest: named.svcWalletGuestModuleAddress ?? trusted.guest,
    utils: named.svcWalletUtilsAddress ?? trusted.utils,
  }
}
