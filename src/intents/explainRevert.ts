import { decodeErrorResult, type Hex, parseAbi, slice, toFunctionSelector } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { printableLine } from './printableLine.ts'

/** Every error of contracts/src and of OpenZeppelin's tokens. A test compares the list with the compiled contracts. */
export const knownErrors = parseAbi([
  'error AmountTooLow(address token, uint256 minAmount, uint256 amount)',
  'error BalanceTooLow(address token, uint256 minAmount, uint256 balance)',
  'error CallOnly()',
  'error CallReverted(uint256 index, bytes reason)',
  'error DelegateCallForbidden(uint256 index, address to)',
  'error DelegateCallOnly()',
  'error DeployFailed(address implementation, bytes32 imageHash)',
  'error Expired(uint256 deadline, uint256 nowAt)',
  'error ForbiddenCall(uint256 step, address target, bytes4 selector)',
  'error GasLimitMissing(uint256 index)',
  'error InvalidGrant(address relayer, bytes32 digest)',
  'error InvalidSignature(address user, bytes32 digest)',
  'error GrantOutdated(address relayer, uint64 serial, uint64 shown)',
  'error NativeTransferFailed(address to, uint256 amount)',
  'error NoCode(address target)',
  'error NoRefundReceiver()',
  'error NoRouter(address router)',
  'error NonceUsed(address user, uint256 nonce)',
  'error NonceUsed(uint256 space, uint256 nonce)',
  'error NotEnoughGas(uint256 index, uint256 needed, uint256 left)',
  'error NotEnoughGas(uint256 needed, uint256 left)',
  'error NotExecutor(address executor, address caller)',
  'error NotOpenYet(uint256 openAt, uint256 nowAt)',
  'error NotOwner(address owner, bytes32 digest)',
  'error NotGranted(address caller, address firstSender, uint256 validUntil, uint256 nowAt)',
  'error NotSucceeded()',
  'error NothingRefunded(address token, bytes reason)',
  'error OnlySelf(address caller)',
  'error PlaceholderMissing(uint256 offset, uint256 found)',
  'error ReceivedTooLittle(address token, uint256 amount, uint256 received)',
  'error Reentered()',
  'error RefundTimeReached(uint256 refundAt, uint256 nowAt)',
  'error RefundTooEarly(uint256 refundAt, uint256 nowAt)',
  'error RevocationMissing(address user, address token)',
  'error StepFailed(uint256 step, bytes reason)',
  'error StrictRunFailed(uint256 index, bytes reason)',
  'error TargetFailed(address target, bytes reason)',
  'error TokenCallFailed(address token, bytes reason)',
  'error TokenInUse(address token)',
  'error TolerantInBundle()',
  'error TooEarly(uint256 opensAt, uint256 nowAt)',
  'error TooManyCalls(uint256 count, uint256 max)',
  'error Unexpected(address from, uint256 value)',
  'error UnknownBatch(bytes32 digest)',
  'error UnknownBehavior(uint256 index, uint8 behaviorOnError)',
  'error UnknownExecution(bytes4 selector)',
  'error UnlistedToken(uint256 step, address token)',
  'error WrongAmountReceived(address token, uint256 amount, uint256 received)',
  'error WrongConfig(bytes32 imageHash, address itsWallet)',
  'error WrongImageHash(bytes32 imageHash, address wallet)',
  'error WrongValue(uint256 expected, uint256 sent)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
])
const compilerErrors = parseAbi(['error Error(string)', 'error Panic(uint256)'])
/** Meaning of Solidity's commonest panic codes. */
const panics: Readonly<Record<string, string>> = {
  '1': ', an assertion',
  '17': ', an arithmetic overflow',
  '18': ', a division by zero',
  '50': ', an index out of bounds',
}
const nestedMax = 8
/** Limit for a contract's own revert text. */
const reasonCharsMax = 512
/** viem hashes every signature at each revert; this map hashes each once, at the first revert. */
let bySelector: Map<Hex, (typeof knownErrors)[number]> | undefined
const listedError = (selector: Hex) => {
  bySelector ??= new Map(knownErrors.map((error) => [toFunctionSelector(formatAbiItem(error)), error]))
  return bySelector.get(selector)
}

/** A revert as text. Our contracts wrap a call's error into their own, so this shows the innermost, with numbers. */
export function explainRevert(data: Hex): string {
  if (data === '0x') return 'reverted without a reason'
  const { names, rest } = unwrap(data)
  if (rest === '0x') return names.at(-1)!
  return explainCompilerError(rest) ?? `reverted with ${rest.slice(0, 10)}`
}

/** The innermost listed error, for places that must not repeat text from foreign contracts. */
export function nameRevert(data: Hex): string {
  return unwrap(data).names.at(-1) ?? 'reverted'
}

/** Whether the requested call reverted: the router wraps its reason into `TargetFailed`, which the wallet wraps. */
export function isTargetFailure(data: Hex): boolean {
  return unwrap(data).names.some((name) => name.startsWith('TargetFailed('))
}

/** The listed errors around a reason, outermost first, with numbers; `rest` is the bytes inside, `0x` if none. */
function unwrap(data: Hex): { names: string[]; rest: Hex } {
  const names: string[] = []
  let rest = data
  while (rest !== '0x' && names.length < nestedMax) {
    const error = decodeListed(rest)
    if (!error) break
    names.push(error.name)
    rest = error.reason
  }
  return { names, rest }
}

function decodeListed(data: Hex): { name: string; reason: Hex } | undefined {
  try {
    const listed = listedError(slice(data, 0, 4))
    if (!listed) return undefined
    const { abiItem, args, errorName } = decodeErrorResult({ abi: [listed], data })
    const values: readonly unknown[] = args ?? []
    const at = abiItem.inputs.findIndex(({ type }) => type === 'bytes')
    const name = `${errorName}(${values.filter((_, index) => index !== at).join(', ')})`
    return { name, reason: (values[at] ?? '0x') as Hex }
  } catch {
    return undefined // The selector is listed, but the arguments do not decode.
  }
}

/** `Error(string)` and `Panic(uint256)`, which every compiler emits. */
function explainCompilerError(data: Hex): string | undefined {
  try {
    const error = decodeErrorResult({ abi: compilerErrors, data })
    if (error.errorName === 'Error') return `Error(${printableLine(error.args[0], reasonCharsMax)})`
    return `Panic(${error.args[0]}${panics[String(error.args[0])] ?? ''})`
  } catch {
    return undefined // neither of the two
  }
}
