import { concat, decodeErrorResult, hexToBigInt, maxUint256, pad, parseAbi, size, toHex } from 'viem'
import type { Chain, StateOverride } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import { keccak256 } from '../../evm/keccak.ts'
import { explainRevert, isTargetFailure, knownErrors, nameRevert } from '../../intents/explainRevert.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { type RouteCall, routerOutputs, routerSteps } from '../../intents/routerSteps.ts'
import { encodeRun, runOpenly, type WalletConfig, walletAddress } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { ProviderRefusal, type SwapLeg, type SwapTrial } from '../../providers/provider.ts'
import { measureCall } from '../measureCall.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import { type BalancePlace, type QuoteCaches, remember } from './quoteCaches.ts'

/** `gasMin`: the least its bytes cost, after any refund. `isTarget`: the requested call failed, not one of ours. */
export type Simulation = { ok: true; gas: bigint; gasMin: bigint } | { ok: false; reason: string; isTarget?: boolean }

/**
 * Runs a batch strictly, as it would run on chain now, its wallet holding what will arrive. A failure that a tolerant
 * run would survive by a fallback comes out as a reason. The simulated wallet is open to anyone, so its address differs
 * from the real one. No call can tell: a batch never contains its own wallet's address.
 */
export async function simulateBatch(options: {
  chain: Chain
  contracts: Contracts
  config: WalletConfig
  /** The strict run. */
  calldata: Hex
  holds: { token: Address; amount: bigint }
  balanceSlots: QuoteCaches['balanceSlots']
}): Promise<Simulation> {
  const { chain, contracts, holds } = options
  const wallet = walletAddress({ ...options.config, openAt: 0n }, contracts)
  const calldata = runOpenly(options.calldata)
  const holding = await holdingOf(chain, holds, wallet, options.balanceSlots)
  if ('reason' in holding) return { ok: false, reason: holding.reason }
  const measured = await measureCall(chain, { to: contracts.guest, data: calldata }, [holding])
  if ('message' in measured) return { ok: false, reason: measured.message }
  if (measured.ok) {
    const { few, many } = dataGas(calldata)
    return { ok: true, gas: measured.gas + few, gasMin: many }
  }
  const [reason, isTarget] = [explainRevert(measured.data), isTargetFailure(measured.data)]
  // A target without a revert reason leaves only our wrapper, a name that its author does not know.
  const isSilent = isTarget && reason.startsWith('TargetFailed(')
  return { ok: false, reason: isSilent ? 'it reverts without a reason' : reason, isTarget }
}

/**
 * Intrinsic gas: 21,000, plus 4 per zero byte and 16 per other byte (EIP-2028, `few`). EIP-7623 charges at least 10 and
 * 40, after refunds (`many`).
 */
function dataGas(data: Hex): { few: bigint; many: bigint } {
  const bytes = Buffer.from(data.slice(2), 'hex')
  let zeros = 0
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) zeros++
  const gas = (zero: number, other: number) => BigInt(21_000 + zeros * zero + (bytes.length - zeros) * other)
  return { few: gas(4, 16), many: gas(10, 40) }
}

/** The override that gives the holder the amount, or the reason why there is none: another route may still work. */
export async function holdingOf(
  chain: Chain,
  { token, amount }: { token: Address; amount: bigint },
  holder: Address,
  balanceSlots: QuoteCaches['balanceSlots'],
): Promise<StateOverride[number] | { reason: string }> {
  if (token === nativeToken) return { address: holder, balance: amount }
  try {
    return await balanceOverride(chain, token, { holder, amount }, balanceSlots)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.error !== 'Unavailable') throw error
    return { reason: error.detail ?? error.message }
  }
}

/** Slots checked against what `balanceOf` reads to find its mapping; OpenZeppelin's upgradeable tokens use 51. */
const slotsKnown = 512
/** Slots tried one by one if no node reports what `balanceOf` reads. */
const slotsTried = 64
const balanceAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])
const probeHolder: Address = '0x00000000000000000000000000000000ba1a4ce5'
const probeAmount = 0x1234567890abcdefn
/** Parallel tries on a node, which serves other requests too. */
const triedAtOnce = 16
/** How long to wait before searching a token again; it may be upgraded meanwhile. */
const nowhereForMs = 10 * 60_000
/** Most places tried of those one call reads: a proxy reads its implementation, flags and an index as well. */
const placesMax = 24

/**
 * A state override that gives a holder `amount` of a token in a simulation. The place of balances is found once per
 * token: in the storage that `balanceOf` reads (of a proxy or of another contract), or, if no node reports that, where
 * compilers put a mapping. A place is right if `balanceOf` follows a value put there. If it answers a multiple of it
 * (balances that grow with an index), puts enough there that it answers at least the amount.
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
    // A failed search costs a hundred calls; repeat it only once in a while.
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
    // Unknown layout: search each holder's storage slot.
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
  // Prefer an exact place to one that scales: an index or a total supply moves every balance too.
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

type TrialOptions = {
  chain: QuoteInput['origin']['chain']
  router: Address
  slippage: number
  balanceSlots: QuoteCaches['balanceSlots']
  isListed: boolean
}

/**
 * Simulates a provider's calls for a leg as our router would make them now. The router gets the input and a minimum
 * output that cannot exist. Its error names what it measured, so one eth_call tells the real output, whatever the
 * author claims. The error is at the top level: a called contract's revert is wrapped and cannot pass for it.
 */
export function createSwapTrial(
  { tokenIn, tokenOut, amount }: Pick<SwapLeg, 'tokenIn' | 'tokenOut' | 'amount'>,
  { chain, router, slippage, balanceSlots, isListed }: TrialOptions,
): SwapTrial {
  const run = async (calls: readonly RouteCall[], touches: readonly Address[]) => {
    const others = touches.filter((token) => !sameAddress(token, tokenOut))
    const outputs = [...routerOutputs(others, []), { token: tokenOut, minAmount: maxUint256 }]
    const data = encodeRun({ token: nativeToken, amount: 0n, steps: routerSteps(calls), outputs })
    const [holding, held] = await Promise.all([
      holdingOf(chain, { token: tokenIn, amount }, router, balanceSlots),
      // What the router held before is not output of these calls.
      chain.balance(tokenOut, router),
    ])
    if ('reason' in holding) throw new ProviderRefusal('failed', holding.reason)
    const overrides: StateOverride = [holding]
    const measured = await measureCall(chain, { to: router, data }, overrides)
    if ('message' in measured) throw new ProviderRefusal('failed', measured.message)
    const found = measuredOut(measured.data, tokenOut)
    if (found === undefined)
      throw new ProviderRefusal('failed', `its call would fail now: ${nameRevert(measured.data)}`)
    return { amountOut: found > held ? found - held : 0n, gas: measured.gas }
  }
  return { router, slippage, isListed, run }
}

/** The amount in the router's `AmountTooLow` error; undefined for any other outcome. */
function measuredOut(data: Hex, tokenOut: Address): bigint | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ abi: knownErrors, data })
    if (errorName !== 'AmountTooLow') return undefined
    const [token, minAmount, amount] = args
    return sameAddress(token, tokenOut) && minAmount === maxUint256 ? amount : undefined
  } catch {
    return undefined
  }
}
