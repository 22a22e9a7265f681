import { type Hex, size } from 'viem'
import { intentRouterAbi } from '../../../src/chains/contracts/abi/IntentRouter.ts'
import { intentUtilsAbi } from '../../../src/chains/contracts/abi/IntentUtils.ts'
import { intentWalletAbi } from '../../../src/chains/contracts/abi/IntentWallet.ts'
import { recoveryHash } from '../../../src/intents/recovery.ts'
import {
  batchDigest,
  isUnused,
  placeholder,
  type WalletCall,
  type WalletConfig,
  walletAddress,
  wholeBalance,
} from '../../../src/intents/wallet.ts'
import type { Address } from '../../../src/interface/fields.ts'
import { nativeToken } from '../../../src/interface/limits.ts'
import { cloneCode, contractSets } from './contractSets.ts'
import {
  type Behaviour,
  decodeCall,
  emitEvent,
  type Frame,
  nothing,
  type Result,
  Reverted,
  revertWith,
  toWord,
} from './machine.ts'
import { recover } from './recover.ts'
import { codeOf, readSlot, writeSlot } from './state.ts'
import { callWithValue, tokens } from './tokens.ts'

const nonceSlot = (space: bigint, nonce: bigint): string => `used ${space} ${nonce}`
/** Transient in the contract; here every batch resets it before its first call. */
const successSlot = 'success'

/** `IntentWallet.sol`, without its locks and its gas: the same checks, the same order, the same events. */
export const intentWallet: Behaviour = (frame) => {
  const { state, self, sender, environment } = frame
  if (frame.data === '0x') return nothing
  const { functionName, args } = decodeCall(intentWalletAbi, frame.data)
  if (functionName === 'nonceUsed') return toWord(readSlot(state, self, nonceSlot(args[0], args[1])))
  if (
    functionName === 'execute' ||
    functionName === 'executeStrictly' ||
    functionName === 'executeAsExecutor' ||
    functionName === 'executeAsOwner'
  ) {
    const [config, calls, space, nonce] = args
    prove(frame, config)
    const digest = batchDigest({ chainId: environment.chainId, calls: calls.map(asCall), space, nonce })
    if (functionName === 'executeAsOwner') {
      const batch = { chainId: environment.chainId, calls: calls.map(asCall), space, nonce }
      if (!same(sender, config.owner) && !isSigned(recoveryHash(batch, self), args[4], config.owner))
        throw failed('NotOwner', [config.owner, digest])
    } else {
      const nowAt = BigInt(environment.timestampS)
      if (functionName === 'execute') {
        if (nowAt < config.openAt) throw failed('NotOpenYet', [config.openAt, nowAt])
      } else if (!same(sender, config.executor)) throw failed('NotExecutor', [config.executor, sender])
      if (nowAt >= config.refundAt) throw failed('RefundTimeReached', [config.refundAt, nowAt])
      if (!config.batches.includes(digest)) throw failed('UnknownBatch', [digest])
    }
    const isStrict =
      functionName === 'executeAsOwner' ? !same(sender, config.owner) : functionName !== 'executeAsExecutor'
    runBatch(frame, calls.map(asCall), { space, nonce, digest, isStrict })
    return nothing
  }
  if (functionName === 'refund') {
    prove(frame, args[0])
    refundAll(frame, args[0], args[1])
    return nothing
  }
  if (functionName === 'refundUnused') {
    const [config, batches, wanted] = args
    prove(frame, config)
    if (!same(sender, config.executor)) throw failed('NotExecutor', [config.executor, sender])
    for (const [index, { calls, space, nonce }] of batches.entries()) {
      const digest = batchDigest({ chainId: environment.chainId, calls: calls.map(asCall), space, nonce })
      if (config.batches[index] !== digest) throw failed('UnknownBatch', [digest])
      const used = wanted.find((token) => !isUnused({ calls: calls.map(asCall) }, token))
      if (used) throw failed('TokenInUse', [used])
    }
    refundAll(frame, config, wanted, true)
    return nothing
  }
  throw new Reverted('0x')
}

/** Owners with code answer here with the signature of one key, as accounts do. */
const isSigned = (hash: Hex, signature: Hex, owner: Address): boolean => {
  const signer = recover(hash, signature)
  return signer !== undefined && same(signer, owner)
}

const failed = (name: string, args: readonly unknown[]) => revertWith(intentWalletAbi, name, args)
const same = (a: Address, b: Address): boolean => a.toLowerCase() === b.toLowerCase()

function asCall(call: Omit<WalletCall, 'behaviorOnError'> & { behaviorOnError: number }): WalletCall {
  const { behaviorOnError } = call
  if (behaviorOnError !== 0 && behaviorOnError !== 1 && behaviorOnError !== 2) throw new Reverted('0x')
  return { ...call, behaviorOnError }
}

function prove({ self }: Frame, config: WalletConfig): void {
  if (!contractSets.some((one) => same(walletAddress(config, one), self))) throw new Reverted('0x')
}

type Run = { space: bigint; nonce: bigint; digest: Hex; isStrict: boolean }

function runBatch(frame: Frame, calls: readonly WalletCall[], { space, nonce, digest, isStrict }: Run): void {
  const { state, self } = frame
  if (readSlot(state, self, nonceSlot(space, nonce)) === 1n) throw failed('NonceUsed', [space, nonce])
  writeSlot(state, self, nonceSlot(space, nonce), 1n)
  writeSlot(state, self, successSlot, 0n)
  const nativeBefore = tokens.balance(frame, nativeToken, self)
  let bits = 0n
  let done = false
  // A fee that is not due fails after a failed main call: the cause is the first of a row.
  let isFailing = false
  let cause: [bigint, Hex] = [0n, '0x']
  for (const [index, call] of calls.entries()) {
    if (call.onlyFallback && !isFailing) continue
    if (call.onlyFallback && isStrict) throw failed('StrictRunFailed', cause)
    const { ok, data: reason } = runCall(frame, call)
    if (ok) {
      isFailing = false
      done = true
      continue
    }
    if (call.behaviorOnError === 1) throw failed('CallReverted', [BigInt(index), reason])
    if (call.behaviorOnError === 2 && isStrict) throw failed('StrictRunFailed', [BigInt(index), reason])
    bits |= 1n << BigInt(index)
    emitEvent(frame, intentWalletAbi, 'CallFailed', { digest, index: BigInt(index), reason })
    if (call.behaviorOnError === 2) break
    if (!isFailing) cause = [BigInt(index), reason]
    isFailing = true
  }
  if (isStrict && !done && bits !== 0n) throw failed('StrictRunFailed', cause)
  const nativeAfter = tokens.balance(frame, nativeToken, self)
  emitEvent(frame, intentWalletAbi, 'Executed', { digest, failed: bits, nativeBefore, nativeAfter })
}

const runCall = (frame: Frame, { to, data, value, delegateCall }: WalletCall): Result =>
  delegateCall ? frame.delegateCall(to, data) : callWithValue(frame, to, data, value)

function refundAll(frame: Frame, config: WalletConfig, assets: readonly Address[], isUnnamed = false): void {
  const nowAt = BigInt(frame.environment.timestampS)
  if (nowAt < config.refundAt && !isUnnamed && !same(frame.sender, config.owner)) {
    throw failed('RefundTooEarly', [config.refundAt, nowAt])
  }
  let moved = false
  let failure: { asset: Address; reason: Hex } | undefined
  for (const asset of assets) {
    const nativeBefore = tokens.balance(frame, nativeToken, frame.self)
    const result = refundOne(frame, asset, config.refundReceiver)
    if (!result.ok) {
      emitEvent(frame, intentWalletAbi, 'RefundFailed', { token: asset, reason: result.data })
      failure ??= { asset, reason: result.data }
    } else if (result.amount > 0n) {
      moved = true
      emitEvent(frame, intentWalletAbi, 'Refunded', {
        token: asset,
        receiver: config.refundReceiver,
        amount: result.amount,
        nativeBefore,
        nativeAfter: tokens.balance(frame, nativeToken, frame.self),
      })
    }
  }
  if (!moved && failure) throw failed('NothingRefunded', [failure.asset, failure.reason])
}

/** The transfer is the only effect, so nothing has to be taken back when it fails. */
function refundOne(frame: Frame, asset: Address, receiver: Address): Result & { amount: bigint } {
  try {
    const amount = tokens.balance(frame, asset, frame.self)
    if (amount > 0n) tokens.transfer(frame, asset, receiver, amount)
    return { ok: true, data: '0x', amount }
  } catch (error) {
    if (error instanceof Reverted) return { ok: false, data: error.data, amount: 0n }
    throw error
  }
}

/** `IntentRouterShim.sol`: approves exactly, calls the router, marks the batch's main action as done. */
export const intentShim: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(intentRouterAbi, frame.data)
  if (functionName !== 'run') throw new Reverted('0x')
  const [asset, stated] = args
  const amount = stated === wholeBalance ? tokens.balance(frame, asset, frame.self) : stated
  const native = asset === nativeToken
  // The shim runs in a wallet, whose code names the implementation.
  const { router } = contractSets.find(({ wallet }) => codeOf(frame.state, frame.self) === cloneCode(wallet))!
  if (!native) tokens.approve(frame, asset, router, amount)
  const data: Hex = `0x${frame.data.slice(2, 74)}${toWord(amount).slice(2)}${frame.data.slice(138)}`
  const { ok, data: reason } = callWithValue(frame, router, data, native ? amount : 0n)
  if (!ok) throw new Reverted(reason)
  if (!native) tokens.resetAllowance(frame, asset, router)
  writeSlot(frame.state, frame.self, successSlot, 1n)
  return nothing
}

const routed = (name: string, args: readonly unknown[]) => revertWith(intentRouterAbi, name, args)

/** `IntentRouter.sol`: `run` is called, the helpers move the balances of the wallet that delegate-calls them. */
export const intentRouter: Behaviour = (frame) => {
  // Unwrapped native token arrives here in the middle of a run.
  if (frame.data === '0x') return nothing
  const { functionName, args } = decodeCall(intentRouterAbi, frame.data)
  if (functionName === 'run') {
    runSteps(frame, ...args)
    return nothing
  }
  if (contractSets.some(({ router }) => same(frame.self, router))) throw routed('DelegateCallOnly', [])
  if (functionName === 'sweep') {
    send(frame, args[0], args[1], tokens.balance(frame, args[0], frame.self), args[2])
    return nothing
  }
  if (functionName === 'pay') {
    const [asset, receiver, amount] = args
    const balance = tokens.balance(frame, asset, frame.self)
    if (balance < amount) throw routed('AmountTooLow', [asset, amount, balance])
    send(frame, asset, receiver, amount, amount)
    return nothing
  }
  if (functionName === 'payFeeIfSucceeded') {
    if (readSlot(frame.state, frame.self, successSlot) !== 1n) throw routed('NotSucceeded', [])
    tokens.transfer(frame, args[0], args[2], args[1])
    return nothing
  }
  if (functionName === 'injectAndCall') {
    const [asset, target, spender, value, minAmount, offsets, data] = args
    const amount = tokens.balance(frame, asset, frame.self)
    if (amount < minAmount) throw routed('AmountTooLow', [asset, minAmount, amount])
    const approves = spender !== nativeToken && asset !== nativeToken
    if (approves) tokens.approve(frame, asset, spender, amount)
    const sent = value === wholeBalance ? tokens.balance(frame, nativeToken, frame.self) : value
    const { ok, data: reason } = callWithValue(frame, target, inject(data, offsets, amount), sent)
    if (!ok) throw routed('TargetFailed', [target, reason])
    if (approves) tokens.resetAllowance(frame, asset, spender)
    writeSlot(frame.state, frame.self, successSlot, 1n)
    return nothing
  }
  throw new Reverted('0x')
}

type Step = {
  target: Address
  value: bigint
  token: Address
  spender: Address
  amount: bigint
  offsets: readonly bigint[]
  data: Hex
}
type Output = { token: Address; minAmount: bigint }

function runSteps(
  frame: Frame,
  asset: Address,
  amount: bigint,
  steps: readonly Step[],
  outputs: readonly Output[],
): void {
  const { self, sender, value } = frame
  if (asset === nativeToken) {
    if (value !== amount) throw routed('WrongValue', [amount, value])
  } else {
    const before = tokens.balance(frame, asset, self)
    tokens.transferFrom(frame, asset, sender, self, amount)
    const received = tokens.balance(frame, asset, self) - before
    if (received < amount) throw routed('ReceivedTooLittle', [asset, amount, received])
  }
  for (const [index, step] of steps.entries()) {
    const given = step.amount === wholeBalance ? tokens.balance(frame, step.token, self) : step.amount
    const sent = step.value === wholeBalance ? tokens.balance(frame, nativeToken, self) : step.value
    const approves = step.spender !== nativeToken && step.token !== nativeToken
    if (approves) tokens.approve(frame, step.token, step.spender, given)
    const { ok, data: reason } = callWithValue(frame, step.target, inject(step.data, step.offsets, given), sent)
    if (!ok) throw routed('StepFailed', [BigInt(index), reason])
    if (approves) tokens.resetAllowance(frame, step.token, step.spender)
  }
  if (!outputs.some((output) => same(output.token, asset))) giveBack(frame, asset, 0n)
  for (const output of outputs) giveBack(frame, output.token, output.minAmount)
}

function giveBack(frame: Frame, asset: Address, minAmount: bigint): void {
  const amount = tokens.balance(frame, asset, frame.self)
  if (amount < minAmount) throw routed('AmountTooLow', [asset, minAmount, amount])
  if (amount > 0n) tokens.transfer(frame, asset, frame.sender, amount)
}

function send(frame: Frame, asset: Address, receiver: Address, amount: bigint, minAmount: bigint): void {
  if (amount < minAmount) throw routed('AmountTooLow', [asset, minAmount, amount])
  if (amount === 0n) return
  const measured = asset !== nativeToken && minAmount > 0n
  const before = measured ? tokens.balance(frame, asset, receiver) : 0n
  tokens.transfer(frame, asset, receiver, amount)
  if (!measured) return
  const arrived = tokens.balance(frame, asset, receiver) - before
  if (arrived < minAmount) throw routed('AmountTooLow', [asset, minAmount, arrived])
}

function inject(data: Hex, offsets: readonly bigint[], amount: bigint): Hex {
  let filled = data
  for (const offset of offsets) {
    const at = 2 + 2 * Number(offset)
    if (Number(offset) + 32 > size(data) || filled.slice(at, at + 64) !== placeholder.slice(2)) {
      throw routed('PlaceholderMissing', [offset, 0n])
    }
    filled = `0x${filled.slice(2, at)}${toWord(amount).slice(2)}${filled.slice(at + 64)}`
  }
  return filled
}

/** `IntentUtils.sol`: checks about whoever asks. */
export const intentUtils: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(intentUtilsAbi, frame.data)
  if (functionName !== 'requireMinBalance') throw new Reverted('0x')
  const balance = tokens.balance(frame, args[0], frame.sender)
  if (balance < args[1]) throw revertWith(intentUtilsAbi, 'BalanceTooLow', [args[0], args[1], balance])
  return nothing
}
