import { type Abi, decodeFunctionData, pad, parseAbi, slice, zeroHash } from 'viem'
import type { TrustedChain } from '../intents/trustedChains.ts'
import type { RouterStep } from '../intents/wallet.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { readUniversalRouter } from './readUniversalRouter.ts'

/** Functions that move value out of the router or wrap it there. */
const abi = parseAbi([
  'struct ExactInputParams { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams params) payable returns (uint256)',
  'struct ExactInputParams02 { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams02 params) payable returns (uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
  'struct Route { address from; address to; bool stable; address factory; }',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline) returns (uint256[])',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy, address receiver) returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
  'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
  'struct SendParam { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }',
  'struct MessagingFee { uint256 nativeFee; uint256 lzTokenFee; }',
  'function send(SendParam sendParam, MessagingFee fee, address refundAddress) payable',
])

/** The terms of a bridge besides amount and recipient. */
export type BridgeTerms =
  | { by: 'across'; exclusiveRelayer: Hex; quoteTimestamp: bigint; fillDeadline: bigint; exclusivity: bigint }
  | { by: 'cctp'; finality: number; maxFee: bigint }
  | { by: 'layerZero' }

export type ReadStep =
  | { kind: 'swap'; receiver: Address }
  | { kind: 'wrap' }
  /** Tokens for the contract that the next step calls. */
  | { kind: 'payment'; receiver: Address }
  | {
      kind: 'bridge'
      by: 'across' | 'cctp' | 'layerZero'
      receiver: Address
      tokenIn: Address
      /** Only Across names it: CCTP mints USDC, and `arrivalOf` looks up LayerZero's token. */
      tokenOut?: Address
      amountIn: bigint
      /** With LayerZero, in base units of the origin token. */
      amountOut: bigint
      /** Receives an unfilled deposit's refund (Across) or the unused message fee (LayerZero). */
      refundTo?: Address
      destinationChainId?: number
      /** The bridge's own id of the destination chain. */
      destinationDomain?: number
      /** Whether the call asks for more than a payment: a message, a fixed caller, other options. */
      extra: boolean
      terms: BridgeTerms
    }
  | { kind: 'unknown' }

/** What a router step does with the money. `swaps`: the caller's own swap calls, tried before the known functions. */
export function readStep(step: RouterStep, swaps: TrustedChain['swaps'] = []): ReadStep {
  const own = swaps.filter(({ contract }) => isSame(contract, step.target))
  return own.map((swap) => readOwnSwap(step, swap)).find((read) => read !== undefined) ?? readKnown(step)
}

/** Undefined if the step calls another function of that contract. */
function readOwnSwap({ data }: RouterStep, swap: NonNullable<TrustedChain['swaps']>[number]): ReadStep | undefined {
  try {
    const signatures: readonly string[] = [`function ${swap.function}`]
    const abi: Abi = parseAbi(signatures)
    const [inputs] = abi.flatMap((item) => (item.type === 'function' ? [item.inputs] : []))
    const at = inputs?.findIndex(({ name, type }) => name === swap.receiver && type === 'address') ?? -1
    const { args = [] } = decodeFunctionData({ abi, data })
    return at < 0 ? undefined : { kind: 'swap', receiver: args[at] as Address }
  } catch {
    return undefined
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function readKnown({ data, token }: RouterStep): ReadStep {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    if (functionName === 'exactInput') return { kind: 'swap', receiver: (args[0] as { recipient: Address }).recipient }
    if (functionName === 'swapExactTokensForTokens') return { kind: 'swap', receiver: args[3] as Address }
    if (functionName === 'exchange') return { kind: 'swap', receiver: args[4] as Address }
    if (functionName === 'transfer') return { kind: 'payment', receiver: args[0] as Address }
    if (functionName === 'execute') {
      return { kind: 'swap', receiver: readUniversalRouter(args[0] as Hex, args[1] as readonly Hex[]) }
    }
    if (functionName === 'send') return readSend(token, args as readonly unknown[])
    if (functionName === 'depositForBurn') return readBurn(args as readonly unknown[])
    return functionName === 'deposit' && args.length > 0 ? readAcross(args as readonly unknown[]) : { kind: 'wrap' }
  } catch {
    return { kind: 'unknown' } // refused by `verifyRoute`
  }
}

function readAcross(args: readonly unknown[]): ReadStep {
  const [depositor, recipient, tokenIn, tokenOut, amountIn, amountOut, chainId] = args
  return {
    kind: 'bridge',
    by: 'across',
    tokenIn: addressIn(tokenIn),
    tokenOut: addressIn(tokenOut),
    receiver: addressIn(recipient),
    refundTo: addressIn(depositor),
    amountIn: amountIn as bigint,
    amountOut: amountOut as bigint,
    destinationChainId: Number(chainId),
    extra: args[11] !== '0x',
    terms: {
      by: 'across',
      exclusiveRelayer: args[7] as Hex,
      quoteTimestamp: BigInt(args[8] as number),
      fillDeadline: BigInt(args[9] as number),
      exclusivity: BigInt(args[10] as number),
    },
  }
}

function readBurn(args: readonly unknown[]): ReadStep {
  const [amount, destinationDomain, mintRecipient, burnToken, destinationCaller, maxFee, finality] = args
  return {
    kind: 'bridge',
    by: 'cctp',
    tokenIn: burnToken as Address,
    destinationDomain: destinationDomain as number,
    receiver: addressIn(mintRecipient),
    amountIn: amount as bigint,
    amountOut: (amount as bigint) - (maxFee as bigint),
    extra: destinationCaller !== zeroHash,
    terms: { by: 'cctp', finality: finality as number, maxFee: maxFee as bigint },
  }
}

/** The call names no token: the contract carries one, and `verifyBridge` knows which. */
function readSend(token: Address, args: readonly unknown[]): ReadStep {
  const [param, fee, refundAddress] = args as [SendParam, { lzTokenFee: bigint }, Address]
  const { dstEid, to, amountLD, minAmountLD, extraOptions, composeMsg, oftCmd } = param
  return {
    kind: 'bridge',
    by: 'layerZero',
    tokenIn: token,
    destinationDomain: dstEid,
    receiver: addressIn(to),
    refundTo: refundAddress,
    amountIn: amountLD,
    amountOut: minAmountLD,
    extra: fee.lzTokenFee !== 0n || [extraOptions, composeMsg, oftCmd].some((bytes) => bytes !== '0x'),
    terms: { by: 'layerZero' },
  }
}

type SendParam = {
  dstEid: number
  to: Hex
  amountLD: bigint
  minAmountLD: bigint
  extraOptions: Hex
  composeMsg: Hex
  oftCmd: Hex
}

/** The address in a 32-byte word. A word with more than an address is returned as is and equals no address. */
function addressIn(word: unknown): Address {
  const address = slice(word as Address, 12)
  return pad(address, { size: 32 }).toLowerCase() === (word as string).toLowerCase() ? address : (word as Address)
}
