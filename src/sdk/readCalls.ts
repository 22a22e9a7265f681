import { decodeFunctionData, parseAbi } from 'viem'
import type { RouterOutput, RouterStep } from '../intents/wallet.ts'
import type { Address, Hex } from '../interface/fields.ts'

/** Decodes the calls of a batch; intents/wallet.ts encodes them. */
const abi = parseAbi([
  'struct Config { address owner; address refundReceiver; address executor; uint64 openAt; uint64 refundAt; uint256 salt; bytes32[] batches; }',
  'struct Call { address to; uint256 value; bytes data; uint256 gasLimit; bool delegateCall; bool onlyFallback; uint8 behaviorOnError; }',
  'struct Step { address target; uint256 value; address token; address spender; uint256 amount; uint256[] offsets; bytes data; }',
  'struct Output { address token; uint256 minAmount; }',
  'function deployAndExecuteStrictly(Config config, Call[] calls, uint256 space, uint256 nonce) returns (address)',
  'function run(address token, uint256 amount, Step[] steps, Output[] outputs) payable',
  'function payFeeIfSucceeded(address token, uint256 amount, address collector)',
  'function requireMinBalance(address token, uint256 minAmount) view',
  'function injectAndCall(address token, address target, address spender, uint256 value, uint256 minAmount, uint256[] offsets, bytes data)',
])

type Read = ReturnType<typeof decodeFunctionData<typeof abi>>

type Args<N extends Read['functionName']> = Extract<Read, { functionName: N }>['args']

/** The arguments if the data calls this function, else undefined. */
function read<N extends Read['functionName']>(data: Hex | undefined, name: N): Args<N> | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: data ?? '0x' })
    return (functionName === name ? args : undefined) as Args<N> | undefined
  } catch {
    return undefined
  }
}

export type ReadRun = { token: Address; amount: bigint; steps: readonly RouterStep[]; outputs: readonly RouterOutput[] }

export function decodeRun(data: Hex | undefined): ReadRun | undefined {
  const found = read(data, 'run')
  return found && { token: found[0], amount: found[1], steps: found[2], outputs: found[3] }
}

export const readFeeCollector = (data: Hex | undefined): Address | undefined => read(data, 'payFeeIfSucceeded')?.[2]

export function readMinBalance(data: Hex | undefined): { token: Address; minAmount: bigint } | undefined {
  const found = read(data, 'requireMinBalance')
  return found && { token: found[0], minAmount: found[1] }
}

export const readInjectedToken = (data: Hex | undefined): Address | undefined => read(data, 'injectAndCall')?.[0]

/** From `MetaTxn.input`: the only part of a wallet's configuration that no other field of the intent holds. */
export function readTimes(input: Hex): { openAt: bigint; refundAt: bigint } | undefined {
  const config = read(input, 'deployAndExecuteStrictly')?.[0]
  return config && { openAt: config.openAt, refundAt: config.refundAt }
}
