import { toHex } from 'viem'
import { keccak256 } from '../../evm/keccak.ts'
import { delegation } from '../../intents/readOwnerFacts.ts'
import { placeholder } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

const grantType = 'RelayerGrant(address relayer,uint64 validUntil,uint64 serial)'
/** A word of the router's code and one of the guest's, whatever their version and operator. */
const wordsOfOurs = [placeholder, keccak256(toHex(grantType))].map((word) => word.slice(2))

/**
 * What fails on the destination chain pays the owner's address there. A contract wallet that exists on the origin only could never move
 * it, so such an owner has to name an address of its own on the destination chain. A router or guest, of an earlier version or another operator too,
 * calls what any stranger asks for: it would hand out whatever it owned.
 */
export async function requireReachableOwner(input: QuoteInput): Promise<void> {
  const { owner, origin, destination } = input
  const here: Hex = await origin.chain.code(owner)
  if (wordsOfOurs.some((word) => here.includes(word)))
    throw new ServiceError('InvalidArgument', `ownerAddress: ${owner} does what any caller asks: money there is lost`)
  if (input.isSameChain || input.refundTo) return
  if (here === '0x' || here.startsWith(delegation)) return
  if ((await destination.chain.code(owner)) !== '0x') return
  throw new ServiceError(
    'InvalidArgument',
    `ownerAddress: ${owner} is a contract on chain ${origin.chain.id} and has no code on chain ${destination.chain.id}, where it could not move what a failure pays it; name an address of yours there in refundToAddress`,
  )
}
