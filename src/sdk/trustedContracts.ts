import type { Contracts } from '../intents/planBatches.ts'
import type { Intent } from '../interface/intentShapes.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import { sameHex } from './untrustedQuote.ts'

/**
 * The contracts that a client pays into. They have the same addresses on every chain, because an address follows from
 * the creation code. Constants, because a server could name others; a test compares them with the compiled contracts.
 *
 * Entrypoint and guest hold their operator's name and signer in their code, so their addresses fix both. These are the
 * local chains' operator's; for another operator, pass what `causeway deploy --check` prints.
 */
export const trustedContracts: Contracts = {
  router: '0xC213e920e9bb36275D0A6Ea9977953aC3685Fc09',
  shim: '0x8e5b2F13285B8C13F677bEc73380B0332109831c',
  utils: '0x1545D7D8400657B0032B17b3360a6Bb74552E2E2',
  entrypoint: '0xc0C1Ed54C64bF8Ea502CA1aAB62168cf64E82f39',
  factory: '0x741c9B22Daf0AFBCB74cF097c8D53E671DDC27cE',
  wallet: '0x517aa9ddE10f4a06A11c4DaF0A6b741d939adf52',
  guest: '0xc04a59195821f97Fe2799d2Ea1d712d52c703Bc3',
  domainName: 'Causeway',
}

/** The newest set first, then earlier versions with open intents. */
export type TrustedContracts = Contracts | readonly Contracts[]

/** The trusted set with the intent's guest, else the newest set. */
export function contractsOfIntent(
  { originMetaTxn }: Pick<Intent, 'originMetaTxn'>,
  trusted: TrustedContracts = trustedContracts,
): Contracts {
  const sets = Array.isArray(trusted) ? (trusted as readonly Contracts[]) : [trusted as Contracts]
  return sets.find(({ guest }) => sameHex(guest, originMetaTxn.contract)) ?? sets[0] ?? trustedContracts
}

/** Applies the overrides of the caller's own request: the caller trusts those contracts. */
export function contractsOf(request: QuoteRequest, trusted: Contracts): Contracts {
  const named = request.options?.svcAddressOverrides ?? {}
  return {
    ...trusted,
    factory: named.svcWalletFactoryAddress ?? trusted.factory,
    wallet: named.svcWalletMainModuleAddress ?? named.svcWalletMainModuleUpgradableAddress ?? trusted.wallet,
    guest: named.svcWalletGuestModuleAddress ?? trusted.guest,
    utils: named.svcWalletUtilsAddress ?? trusted.utils,
  }
}
