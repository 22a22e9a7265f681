import { concat, type Hex, hexToBigInt, pad, parseAbi, size, toHex } from 'viem'
import type { Chain, StateOverride } from '../../chains/chain.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import { keccak256 } from '../../evm/keccak.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { type BalancePlace, type QuoteCaches, remember } from './quoteCaches.ts'

/** Slots of the balances mapping among which the one that `balanceOf` reads is recognised; OpenZeppelin's upgradeable tokens have 51. */
const slotsKnown = 512
/** Those that are tried one by one where no node tells what is read. */
const slotsTried = 64
const balanceAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])
const probeHolder: Address = '0x00000000000000000000000000000000ba1a4ce5'
const probeAmount = 0x1234567890abcdefn
/** Tries that a node is asked for together; others have questions too. */
const triedAtOnce = 16
/** How long a token is not looked through again; it may be upgraded meanwhile. */
const nowhereForMs = 10 * 60_000
/** Places of one call that are tried: a proxy reads its implementation, flags and an index besides the balance. */
const placesMax = 24

/**
 * What puts `amount` of a token into a holder's account for the length of a simulation. Where the token keeps balances is found once for each
 * token: in the storage that `balanceOf` reads, be it of a proxy or of another contract; where no node tells that, in the places where compilers
 * put a mapping. A place is right if `balanceOf` follows what is put there. Where it answers a multiple of it, as a token does whose balances grow
 * with an index, so much is put there that it answers at least the amount.
 */
export async function balanceOverride(
  chain: Chain,
  token: Address,
  { holder, amount }: { holder: Address; amount: bigint },
  cache: QuoteCaches['balanceSlots'],
): Promise<StateOverride[number]> {
  const key = `${chain.id}:${token}`
  const placeOf = await remember(cache, key, async () => {
    const found = await findPlaces(chain, token)
    // A token that keeps its balances elsewhere is asked a hundred times; once in a while is enough.
    if (!found) cache.set(key, Promise.resolve(undefined), { ttl: nowhereForMs })
    return found
  })
  if (!placeOf) refuse(chain, token)
  const { address, slot, scale } = await placeOf(holder)
  const value = scale === undefined ? amount : (amount * scale.put) / scale.answered + 1n
  return { address, stateDiff: [{ slot, value: pad(toHex(value)) }] }
}

type PlaceOf = (holder: Address) => BalancePlace | Promise<BalancePlace>

/** Undefined where every place was tried and none is right. */
async function findPlaces(chain: Chain, token: Address): Promise<PlaceOf | undefined> {
  const read = await readPlace(chain, token, probeHolder)
  if (read) {
    const layout = layouts(slotsKnown).find((slotOf) => slotOf(probeHolder) === read.slot)
    if (layout) return (holder) => ({ ...read, slot: layout(holder) })
    // A layout that nobody knows: every holder's place has to be looked for.
    return async (holder) => (await readPlace(chain, token, holder)) ?? refuse(chain, token)
  }
  const toTry = layouts(slotsTried)
  for (let at = 0; at < toTry.length; at += triedAtOnce) {
    const tried = await Promise.all(
      toTry.slice(at, at + triedAtOnce).map(async (slotOf) => {
        const found = await tryPlace(chain, token, { address: token, slot: slotOf(probeHolder) }, probeHolder)
        return found && { slotOf, scale: found.scale }
      }),
    )
    const found = tried.find((one) => one !== undefined)
    if (found) return (holder) => ({ address: token, slot: found.slotOf(holder), scale: found.scale })
  }
  return undefined
}

function refuse(chain: Chain, token: Address): never {
  throw new ServiceError(
    'Unavailable',
    `token ${token} on chain ${chain.id} keeps balances in an unknown way, so its route cannot be tried out`,
  )
}

/** The one place among those that `balanceOf(holder)` reads which decides its answer. */
async function readPlace(chain: Chain, token: Address, holder: Address): Promise<BalancePlace | undefined> {
  const data = encodeCall({ abi: balanceAbi, args: [holder] })
  const read = await chain.accessList?.({ to: token, data }).catch(() => undefined)
  const places = (read ?? []).flatMap(({ address, storageKeys }) => storageKeys.map((slot) => ({ address, slot })))
  const tried = await Promise.all(places.slice(0, placesMax).map((place) => tryPlace(chain, token, place, holder)))
  const found = tried.filter((place) => place !== undefined)
  // An exact one before one that scales: an index or a total supply moves every balance too.
  return found.find(({ scale }) => scale === undefined) ?? found[0]
}

/** Whether what is put into the place comes back from `balanceOf`, as it is or by a factor. */
async function tryPlace(
  chain: Chain,
  token: Address,
  { address, slot }: { address: Address; slot: Hex },
  holder: Address,
): Promise<BalancePlace | undefined> {
  const data = encodeCall({ abi: balanceAbi, args: [holder] })
  const answerTo = async (value: bigint): Promise<bigint | undefined> => {
    const stateDiff = [{ slot, value: pad(toHex(value)) }]
    const outcome = await chain.simulate({ to: token, data }, [{ address, stateDiff }])
    return outcome.ok && size(outcome.data) === 32 ? hexToBigInt(outcome.data) : undefined
  }
  const once = await answerTo(probeAmount)
  if (once === probeAmount) return { address, slot }
  if (once === undefined || once < probeAmount / 1_000n || once > probeAmount * 1_000n) return undefined
  // Twice as much must answer twice as much, to the rounding of the index.
  const twice = (await answerTo(2n * probeAmount)) ?? 0n
  const off = twice - 2n * once
  if (off > 2n || off < -2n) return undefined
  return { address, slot, scale: { put: probeAmount, answered: once } }
}

function layouts(count: number): ((holder: Address) => Hex)[] {
  const word = (slot: bigint) => pad(toHex(slot))
  const solidity = (slot: bigint) => (holder: Address) => keccak256(concat([pad(holder), word(slot)]))
  const vyper = (slot: bigint) => (holder: Address) => keccak256(concat([word(slot), pad(holder)]))
  // ERC-7201 namespace of OpenZeppelin's upgradeable ERC-20.
  const namespaced = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n
  const slots = Array.from({ length: count }, (_, slot) => BigInt(slot))
  return [...slots.map(solidity), solidity(namespaced), ...slots.slice(0, 8).map(vyper)]
}
