import { decodeErrorResult, type Hex, parseAbi } from 'viem'

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
const compilerErrors = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const nestedMax = 8

/** A revert for people: our contracts wrap the reason of a call into their own error, so the innermost one is shown, with its numbers. */
export function explainRevert(data: Hex, depth = 0): string {
  if (data === '0x') return 'reverted without a reason'
  try {
    const error = decodeErrorResult({ abi: knownErrors, data })
    const isWrapper =
      error.errorName === 'CallReverted' || error.errorName === 'StepFailed' || error.errorName === 'TargetFailed'
    if (isWrapper && depth < nestedMax) return explainRevert(error.args[1], depth + 1)
    return `${error.errorName}(${(error.args ?? []).join(', ')})`
  } catch {
    return explainCompilerError(data) ?? `reverted with ${data.slice(0, 10)}`
  }
}

/** `Error(string)` and `Panic(uint256)`, which every compiler emits. */
function explainCompilerError(data: Hex): string | undefined {
  try {
    const error = decodeErrorResult({ abi: compilerErrors, data })
    return error.errorName === 'Error' ? error.args[0] : `panic ${error.args[0]}`
  } catch {
    return undefined
  }
}
