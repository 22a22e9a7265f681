import { delegation } from '../../intents/readOwnerFacts.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

/**
 * What fails on the destination chain pays the owner's address there. A contract wallet that exists on the origin only could never move
 * it, so such an owner has to name an address of its own on the destination chain.
 */
export async function requireReachableOwner(input: QuoteInput): Promise<void> {
  const { owner, origin, destination } = input
  if (input.isSameChain || input.refundTo) return
  const here = await origin.chain.code(owner)
  if (here === '0x' || here.startsWith(delegation)) return
  if ((await destination.chain.code(owner)) !== '0x') return
  throw new ServiceError(
    'InvalidArgument',
    `ownerAddress: ${owner} is a contract on chain ${origin.chain.id} and has no code on chain ${destination.chain.id}, where it could not move what a failure pays it; name an address of yours there in refundToAddress`,
  )
}
