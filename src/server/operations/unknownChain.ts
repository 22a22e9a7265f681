import { ServiceError } from '../../interface/errors.ts'

/** Refuses a chain that is not served, and names those that are. */
export const unknownChain = (
  chainId: number | string,
  chains: ReadonlyMap<number, unknown>,
  where = '',
): ServiceError =>
  new ServiceError(
    'UnsupportedNetwork',
    `${where}chain ${chainId} is not configured; configured: ${[...chains.keys()].join(', ')}`,
  )
