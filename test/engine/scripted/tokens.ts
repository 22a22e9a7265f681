import { type Abi, erc20Abi, parseAbi, stringToHex } from 'viem'
import { encodeCall } from '../../../src/evm/encodeCall.ts'
import type { Address, Hex } from '../../../src/interface/fields.ts'
import { nativeToken } from '../../../src/interface/limits.ts'
import {
  type Behaviour,
  decodeCall,
  emitEvent,
  type Frame,
  nothing,
  type Result,
  Reverted,
  revertText,
  revertWith,
  toWord,
} from './machine.ts'
import { codeOf, mappingSlot, nativeBalance, readSlot, type State, writeSlot } from './state.ts'

export const tokenCode = stringToHex('ERC-20 token')
export const wrappedCode = stringToHex('wrapped native token')

const wrappedAbi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
])
export const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const tokenAbi = [...erc20Abi, ...mintAbi]
const tokensAbi = parseAbi([
  'error TokenCallFailed(address token, bytes reason)',
  'error NativeTransferFailed(address to, uint256 amount)',
  'event NativeSent(address indexed to, uint256 amount)',
])

/** Encoded once per holder: balances are read many times per block. */
export function balanceCall(holder: Address): Hex {
  const known = balanceCalls.get(holder)
  if (known) return known
  if (balanceCalls.size > balanceCallsMax) balanceCalls.clear()
  const data = encodeCall({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
  balanceCalls.set(holder, data)
  return data
}

const balanceCalls = new Map<Address, Hex>()
const balanceCallsMax = 2_000

export const tokenBalance = (state: State, token: Address, holder: Address): bigint =>
  token === nativeToken ? nativeBalance(state, holder) : readSlot(state, token, mappingSlot(holder))

export const setTokenBalance = (state: State, token: Address, holder: Address, amount: bigint): void =>
  writeSlot(state, token, mappingSlot(holder), amount)

const allowanceSlot = (owner: Address, spender: Address): string =>
  `allowance ${owner.toLowerCase()} ${spender.toLowerCase()}`

export const setAllowance = (state: State, token: Address, owner: Address, spender: Address, amount: bigint): void =>
  writeSlot(state, token, allowanceSlot(owner, spender), amount)

/** How a token misbehaves: keeps a share of every transfer, refuses receivers, or gives no answer. */
export type TokenFault = { feeBps?: number; refuses?: Address; silent?: boolean }

export function setTokenFault(state: State, token: Address, { feeBps, refuses, silent }: TokenFault): void {
  if (feeBps !== undefined) writeSlot(state, token, 'feeBps', BigInt(feeBps))
  if (refuses) writeSlot(state, token, `refuses ${refuses.toLowerCase()}`, 1n)
  if (silent !== undefined) writeSlot(state, token, 'silent', silent ? 1n : 0n)
}

export const isRefused = (state: State, token: Address, receiver: Address): boolean =>
  readSlot(state, token, `refuses ${receiver.toLowerCase()}`) === 1n

export const clearRefusal = (state: State, token: Address, receiver: Address): void =>
  writeSlot(state, token, `refuses ${receiver.toLowerCase()}`, 0n)

export const token: Behaviour = (frame) => {
  const { state, self, sender } = frame
  if (readSlot(state, self, 'silent') === 1n) throw new Reverted('0x')
  const { functionName, args } = decodeCall(tokenAbi, frame.data)
  if (functionName === 'balanceOf') return toWord(tokenBalance(state, self, args[0]))
  if (functionName === 'allowance') return toWord(readSlot(state, self, allowanceSlot(args[0], args[1])))
  if (functionName === 'approve') {
    setAllowance(state, self, sender, args[0], args[1])
    emitEvent(frame, erc20Abi, 'Approval', { owner: sender, spender: args[0], value: args[1] })
    return toWord(true)
  }
  // Anyone may mint: only the tests' bridges do.
  if (functionName === 'mint') {
    setTokenBalance(state, self, args[0], tokenBalance(state, self, args[0]) + args[1])
    emitEvent(frame, erc20Abi, 'Transfer', { from: nativeToken, to: args[0], value: args[1] })
    return nothing
  }
  if (functionName === 'transfer') return move(frame, sender, args[0], args[1])
  if (functionName === 'transferFrom') {
    const slot = allowanceSlot(args[0], sender)
    const allowed = readSlot(state, self, slot)
    if (allowed < args[2]) throw revertText('insufficient allowance')
    writeSlot(state, self, slot, allowed - args[2])
    return move(frame, args[0], args[1], args[2])
  }
  throw new Reverted('0x')
}

function move(frame: Frame, from: Address, to: Address, amount: bigint): Hex {
  const { state, self } = frame
  if (isRefused(state, self, to)) throw revertText('receiver is on the blocklist')
  const balance = tokenBalance(state, self, from)
  if (balance < amount) throw revertText('transfer amount exceeds balance')
  const kept = (amount * readSlot(state, self, 'feeBps')) / 10_000n
  setTokenBalance(state, self, from, balance - amount)
  setTokenBalance(state, self, to, tokenBalance(state, self, to) + amount - kept)
  emitEvent(frame, erc20Abi, 'Transfer', { from, to, value: amount - kept })
  return toWord(true)
}

/** WETH9: wrapping and unwrapping emit Deposit and Withdrawal, and no Transfer. */
export const wrappedToken: Behaviour = (frame) => {
  const { state, self, sender, value, data } = frame
  const wrap = () => {
    setTokenBalance(state, self, sender, tokenBalance(state, self, sender) + value)
    emitEvent(frame, wrappedAbi, 'Deposit', { dst: sender, wad: value })
    return nothing
  }
  if (data === '0x') return wrap()
  if (!isWrapping(data)) return token(frame)
  const { functionName, args } = decodeCall(wrappedAbi, data)
  if (functionName === 'deposit') return wrap()
  const balance = tokenBalance(state, self, sender)
  if (balance < args[0]) throw new Reverted('0x')
  setTokenBalance(state, self, sender, balance - args[0])
  if (!frame.call(sender, '0x', args[0]).ok) throw new Reverted('0x')
  emitEvent(frame, wrappedAbi, 'Withdrawal', { src: sender, wad: args[0] })
  return nothing
}

const wrapping = [
  encodeCall({ abi: wrappedAbi, functionName: 'deposit' }),
  encodeCall({ abi: wrappedAbi, functionName: 'withdraw', args: [0n] }).slice(0, 10),
]
const isWrapping = (data: Hex): boolean => wrapping.includes(data.slice(0, 10))

/** `Calls.sol`: native token sent by our contracts leaves a log, after the callee's. */
export function callWithValue(frame: Frame, to: Address, data: Hex, value: bigint): Result {
  const result = frame.call(to, data, value)
  if (result.ok && value > 0n) emitEvent(frame, tokensAbi, 'NativeSent', { to, amount: value })
  return result
}

/** `Tokens.sol`: what wallets, the router and the entrypoint do with any token. */
export const tokens = {
  balance: (frame: Frame, asset: Address, holder: Address): bigint =>
    asset === nativeToken
      ? nativeBalance(frame.state, holder)
      : BigInt(mustCall(frame, asset, balanceCall(holder)).data),

  transfer(frame: Frame, asset: Address, to: Address, amount: bigint): void {
    if (asset !== nativeToken) {
      mustSucceed(frame, asset, encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }))
      return
    }
    if (!callWithValue(frame, to, '0x', amount).ok) throw revertWith(tokensAbi, 'NativeTransferFailed', [to, amount])
  },

  transferFrom(frame: Frame, asset: Address, from: Address, to: Address, amount: bigint): void {
    mustSucceed(frame, asset, encodeCall({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, amount] }))
  },

  approve(frame: Frame, asset: Address, spender: Address, amount: bigint): void {
    mustSucceed(frame, asset, encodeCall({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }))
  },

  resetAllowance(frame: Frame, asset: Address, spender: Address): void {
    const data = encodeCall({ abi: erc20Abi, functionName: 'allowance', args: [frame.self, spender] })
    if (BigInt(mustCall(frame, asset, data).data) !== 0n) tokens.approve(frame, asset, spender, 0n)
  },
}

function mustCall(frame: Frame, to: Address, data: Hex): Result {
  const result = frame.call(to, data)
  if (!result.ok || result.data.length < 66) throw new Reverted(result.data)
  return result
}

function mustSucceed(frame: Frame, asset: Address, data: Hex): void {
  const { ok, data: said } = frame.call(asset, data)
  const yes = said === '0x' ? codeOf(frame.state, asset) !== '0x' : said.length >= 66 && BigInt(said) === 1n
  if (!ok || !yes) throw revertWith(tokensAbi as Abi, 'TokenCallFailed', [asset, said])
}
