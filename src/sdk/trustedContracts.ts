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
  router: '0x976f78e31b5B5764f08D28B96F185f2618Ab6f83',
  shim: '0x9bC400f82246f8289ea78afE3bf1b741f85A84af',
  utils: '0x1545D7D8400657B0032B17b3360a6Bb74552E2E2',
  entrypoint: '0x3d4DD09dA6244A724fCCd3B9bC3f6ce161A3c513',
  factory: '0x741c9B22Daf0AFBCB74cF097c8D53E671DDC27cE',
  wallet: '0x9e2a48D5beD4812F12AFa01d22A9C809A2C6a7b9',
  guest: '0x9753B1DDE9b85dcbD68fFbcc481b0de1Bf785A79',
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
