import { concat, decodeErrorResult, type Hex, hexToBigInt, hexToNumber, pad, parseAbi, size, slice, toHex } from 'viem'
import type { Chain, StateOverride } from '../../chains/chain.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import { keccak256 } from '../../evm/keccak.ts'
import { type Contracts, type PlannedCall, strict } from '../../intents/planBatches.ts'
import { batchDigest, encodeDeployAndExecute, type WalletConfig, walletAddress } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'

export type Simulation = { ok: true; gas: bigint } | { ok: false; reason: string }

/**
 * Runtime code that lies at an unused address for the length of one eth_call: it calls the address in its first word with
 * the rest of its call data and answers gas used, success and the returned bytes. One round trip tells outcome and gas.
 */
const probeCode: Hex =
  '0x602036038060206000375a6000600083600060006000355af15a82036000526020523d600060403e3d6040016000f3'
const probeAddress: Address = '0x00000000000000000000000000000000ca05e3a1'

/**
 * Runs a batch as it would run on chain now, its wallet holding what will arrive, with no failure tolerated: whatever the real
 * batch would swallow and pay back for comes out as a reason. The wallet differs from the real one, because its calls do; no
 * call can tell, since a batch never contains its own wallet's address.
 */
export async function simulateBatch(input: {
  chain: Chain
  contracts: Contracts
  config: Omit<WalletConfig, 'batches'>
  calls: readonly PlannedCall[]
  holds: { token: Address; amount: bigint }
}): Promise<Simulation> {
  const { chain, contracts, holds } = input
  const batch = { chainId: chain.id, calls: strict(input.calls), space: 0n, nonce: 0n }
  const config: WalletConfig = { ...input.config, batches: [batchDigest(batch)] }
  const wallet = walletAddress(config, contracts)
  const calldata = encodeDeployAndExecute(config, batch)
  const overrides: StateOverride = [
    { address: probeAddress, code: probeCode },
    await balanceOverride(chain, holds.token, wallet, holds.amount),
  ]
  const outcome = await chain.simulate({ to: probeAddress, data: concat([pad(contracts.guest), calldata]) }, overrides)
  if (!outcome.ok) return { ok: false, reason: outcome.message }
  const gasUsed = hexToBigInt(slice(outcome.data, 0, 32))
  if (hexToNumber(slice(outcome.data, 32, 64)) === 1) return { ok: true, gas: gasUsed + intrinsicGas(calldata) }
  return { ok: false, reason: explain(size(outcome.data) > 64 ? slice(outcome.data, 64) : '0x') }
}

/** What a transaction costs before its first instruction. */
function intrinsicGas(data: Hex): bigint {
  let gas = 21_000n
  for (let i = 2; i < data.length; i += 2) gas += data[i] === '0' && data[i + 1] === '0' ? 4n : 16n
  return gas
}

const knownErrors = parseAbi([
  'error CallReverted(uint256 index, bytes reason)',
  'error StepFailed(uint256 step, bytes reason)',
  'error TargetFailed(address target, bytes reason)',
  'error AmountTooLow(address token, uint256 minAmount, uint256 amount)',
  'error ReceivedTooLittle(address token, uint256 amount, uint256 received)',
  'error BalanceTooLow(address token, uint256 minAmount, uint256 balance)',
  'error NotEnoughGas(uint256 index, uint256 needed, uint256 left)',
  'error RefundTimeReached(uint256 refundAt, uint256 nowAt)',
  'error NonceUsed(uint256 space, uint256 nonce)',
  'error NotSucceeded()',
  'error PlaceholderMissing(uint256 offset, uint256 found)',
])
const nestedMax = 8

/** A revert for people: the innermost reason, with its numbers. */
export function explain(data: Hex, depth = 0): string {
  if (data === '0x') return 'reverted without a reason'
  try {
    const { errorName, args } = decodeErrorResult({ abi: knownErrors, data })
    const inner = args?.at(-1)
    const nested = errorName === 'CallReverted' || errorName === 'StepFailed' || errorName === 'TargetFailed'
    if (nested && depth < nestedMax) return explain(inner as Hex, depth + 1)
    return `${errorName}(${(args ?? []).join(', ')})`
  } catch {
    return readable(data) ?? `reverted with ${data.slice(0, 10)}`
  }
}

/** `Error(string)` and `Panic(uint256)`, which every compiler emits. */
function readable(data: Hex): string | undefined {
  try {
    const { errorName, args } = decodeErrorResult({
      data,
      abi: parseAbi(['error Error(string)', 'error Panic(uint256)']),
    })
    return errorName === 'Error' ? String(args?.[0]) : `panic ${args?.[0]}`
  } catch {
    return undefined
  }
}

async function balanceOverride(chain: Chain, token: Address, holder: Address, amount: bigint) {
  if (token === nativeToken) return { address: holder, balance: amount }
  const slotOf = await balanceSlot(chain, token)
  return { address: token, stateDiff: [{ slot: slotOf(holder), value: pad(toHex(amount)) }] }
}

type SlotOf = (holder: Address) => Hex
const slotsFound = new Map<string, Promise<SlotOf>>()
const slotsTried = 32

/** Where a token keeps balances, found once by trying the places that compilers put a mapping in. */
function balanceSlot(chain: Chain, token: Address): Promise<SlotOf> {
  const key = `${chain.id}:${token}`
  const found = slotsFound.get(key) ?? findSlot(chain, token)
  slotsFound.set(key, found)
  found.catch(() => slotsFound.delete(key))
  return found
}

async function findSlot(chain: Chain, token: Address): Promise<SlotOf> {
  const holder: Address = '0x00000000000000000000000000000000ba1a4ce5'
  const expected = 0x1234567890abcdefn
  const data = encodeCall({
    abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
    args: [holder],
  })
  const works = async (slotOf: SlotOf): Promise<boolean> => {
    const outcome = await chain.simulate({ to: token, data }, [
      { address: token, stateDiff: [{ slot: slotOf(holder), value: pad(toHex(expected)) }] },
    ])
    return outcome.ok && size(outcome.data) === 32 && hexToBigInt(outcome.data) === expected
  }
  const tried = await Promise.all(candidates().map(async (slotOf) => ((await works(slotOf)) ? slotOf : undefined)))
  const found = tried.find((slotOf) => slotOf !== undefined)
  if (found) return found
  throw new ServiceError(
    'Unavailable',
    `token ${token} on chain ${chain.id} keeps balances in an unknown way, so its route cannot be tried out`,
  )
}

function candidates(): SlotOf[] {
  const word = (slot: bigint) => pad(toHex(slot))
  const solidity = (slot: bigint) => (holder: Address) => keccak256(concat([pad(holder), word(slot)]))
  const vyper = (slot: bigint) => (holder: Address) => keccak256(concat([word(slot), pad(holder)]))
  // ERC-7201 namespace of OpenZeppelin's upgradeable ERC-20.
  const namespaced = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n
  const slots = Array.from({ length: slotsTried }, (_, slot) => BigInt(slot))
  return [...slots.map(solidity), solidity(namespaced), ...slots.slice(0, 8).map(vyper)]
}
