import type { Contracts } from '../intents/planBatches.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'

/**
 * The contracts that a client lets its money into: the same addresses on every chain, because they follow from the code. Written here
 * and not asked of the server, which could name others; a test holds them against the compiled contracts.
 */
export const trustedContracts: Contracts = {
  router: '0xFfb5d639b7841B10f81f46E04f9A10ddff69927a',
  shim: '0x4FE1C3dcbBb420106Eda18ecfB58Ae869A6b6D90',
  utils: '0x2653AD30294f135298A87a9A9313356B312C080c',
  entrypoint: '0xF125D751Af46e4aac0a482A653BE4Db68a33E65e',
  factory: '0x018d8363ce2c964BBd50433724ff5619eb55b57A',
  wallet: '0xa48C8479d29B179cDB0F162BEB663818caAFa56b',
  guest: '0x3F2695f21363dC984B94aEd0BC3df3a1a040A570',
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
