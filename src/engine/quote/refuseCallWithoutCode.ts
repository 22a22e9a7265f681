import { ServiceError } from '../../interface/errors.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import { type QuoteCaches, remember } from './quoteCaches.ts'

/** A call to an address without code succeeds and does nothing: the value that it carries, or was approved for, would be lost or left behind. */
export async function refuseCallWithoutCode({ target, destination }: QuoteInput, caches: QuoteCaches): Promise<void> {
  if (!target) return
  const { chain } = destination
  const hasCode = await remember(caches.targets, `${chain.id}:${target.to}`, async () => {
    return (await chain.code(target.to, { quorum: true })) !== '0x'
  })
  if (hasCode) return
  throw new ServiceError(
    'InvalidArgument',
    `destinationToAddress: ${target.to} has no code on chain ${chain.id} (${chain.definition.name}), so destinationCallData would do nothing there`,
  )
}
