import { sameAddress } from '../../evm/address.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { World } from '../world.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

/** Fields of `options.svcAddressOverrides` and the contract that each stands for. */
const overridable = [
  ['svcWalletFactoryAddress', 'factory'],
  ['svcWalletMainModuleAddress', 'wallet'],
  ['svcWalletMainModuleUpgradableAddress', 'wallet'],
  ['svcWalletGuestModuleAddress', 'guest'],
  ['svcWalletUtilsAddress', 'utils'],
] as const satisfies [string, keyof Contracts][]

/**
 * Why a contract with the same code elsewhere does not do the same: its state, or what others have written down about its address. Accepted, such
 * an override would make an intent that nobody can run.
 */
const bound: Partial<Record<keyof Contracts, string>> = {
  factory: 'wallets prove themselves by the factory they name',
  wallet: 'the factory deploys proxies of its own implementation',
  guest: 'relayers have their grants at the guest of this service alone',
}

/** The configured contracts, with the caller's overrides where the code there is the same on every chain involved. */
export async function contractsFor(input: QuoteInput, { settings }: World): Promise<Contracts> {
  const overrides = input.request.options?.svcAddressOverrides ?? {}
  const contracts: Contracts = { ...settings.contracts }
  for (const [field, name] of overridable) {
    const address = overrides[field]
    if (!address || sameAddress(address, settings.contracts[name])) continue
    const why = bound[name]
    if (why)
      throw new ServiceError(
        'InvalidArgument',
        `options.svcAddressOverrides.${field}: must be ${settings.contracts[name]} or left out, because ${why}`,
      )
    for (const { chain } of [input.origin, input.destination]) {
      const [wanted, found] = await Promise.all([chain.code(settings.contracts[name]), chain.code(address)])
      if (found === wanted) continue
      const what = found === '0x' ? 'holds no code' : 'holds other code than the contract of this service'
      throw new ServiceError(
        'InvalidArgument',
        `options.svcAddressOverrides.${field}: ${address} ${what} on chain ${chain.id}`,
      )
    }
    contracts[name] = address
  }
  return contracts
}
