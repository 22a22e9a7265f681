import type { Chain } from '../../chains/chain.ts'
import type { OwnerFacts } from '../../intents/depositWays.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { readOwnerFacts } from '../../intents/readOwnerFacts.ts'
import { hasPermit2, type ReadCall, readTokenSigning, type TokenSigning } from '../../intents/tokenSigning.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { type QuoteCaches, remember } from './quoteCaches.ts'

/** What the deposit's token and its owner say about signatures. Undefined for the native token, which takes none. */
export type SigningFacts = { token: TokenSigning; owner: OwnerFacts; permitNonce?: bigint }

type Payer = { chain: Chain; token: Address; owner: Address; nowMs: number }

/** The token is asked once in a while, the owner each time: allowances, nonces and the code of an account change. */
export async function readSigning(
  { chain, token, owner, nowMs }: Payer,
  { entrypoint }: Contracts,
  caches: QuoteCaches,
): Promise<SigningFacts | undefined> {
  if (token === nativeToken) return undefined
  const read: ReadCall = (call) => chain.read(call)
  const asked = remember(caches.signing, `${chain.id}:${token}`, () => readTokenSigning(read, chain.id, token))
  const [signing, { facts, permitNonce }] = await Promise.all([
    asked,
    readOwnerFacts({
      read,
      code: (address) => chain.code(address),
      hasPermit2: () => remember(caches.permit2, String(chain.id), () => hasPermit2(read, chain.id)),
      takesPermits: async () => (await asked).permit !== undefined,
      owner,
      token,
      entrypoint,
      nowS: Math.floor(nowMs / 1_000),
    }),
  ])
  return { token: signing, owner: facts, permitNonce }
}
