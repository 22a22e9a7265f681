/**
 * The TypeScript side of contracts/src: hashes, addresses and call data of intent wallets, without a network.
 *
 * `batchDigest` and `imageHash` are EIP-712 struct hashes. A wallet's address is the CREATE2 address of a minimal proxy
 * under its image hash. A test runs all of it against the contracts on random inputs.
 */
import {
  type Address,
  concatHex,
  decodeFunctionData,
  getAbiItem,
  type Hex,
  pad,
  parseAbi,
  stringToHex,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import { words } from '../evm/encodeKnown.ts'
import { keccak256 } from '../evm/keccak.ts'
import { checksumOf } from '../interface/fields.ts'

export type WalletConfig = {
  owner: Address
  refundReceiver: Address
  /** The operator's guest. Only it and the owner may run batches before `openAt`. */
  executor: Address
  /** Unix seconds from which anyone may run the batches strictly. Never, if not before `refundAt`. */
  openAt: bigint
  /** Unix seconds until which batches may run. From then on anyone may refund. */
  refundAt: bigint
  salt: bigint
  batches: readonly Hex[]
}

/** The two sides of an intent, each with its own wallet. */
export type Side = 'origin' | 'destination'

export type WalletCall = {
  to: Address
  value: bigint
  data: Hex
  /** The gas that the callee gets. Zero means all, and is allowed only if failure reverts the batch. */
  gasLimit: bigint
  delegateCall: boolean
  /** Runs only if the call just before ran, failed and was ignored. */
  onlyFallback: boolean
  /** 0 ignore and raise the error flag, 1 revert the batch, 2 stop the batch and keep what was done. */
  behaviorOnError: number
}

export type Batch = { chainId: number; calls: readonly WalletCall[]; space: bigint; nonce: bigint }

export type WalletContracts = { factory: Address; wallet: Address }

/** One call of a router run. `wholeBalance` as an amount or value means the router's balance when the step begins. */
export type RouterStep = {
  target: Address
  value: bigint
  /** The token approved to `spender`, whose balance is written at `offsets`. The zero address: the native token. */
  token: Address
  /** Gets an allowance of `amount` for the length of the step; the zero address: none. */
  spender: Address
  amount: bigint
  /** Where `amount` replaces `placeholder` in `data`, in bytes from its beginning (selector included). */
  offsets: readonly bigint[]
  data: Hex
}

/** The router returns its whole balance of this token after the steps; reverts if that is below `minAmount`. */
export type RouterOutput = { token: Address; minAmount: bigint }

export type RouterRun = {
  token: Address
  amount: bigint
  steps: readonly RouterStep[]
  outputs: readonly RouterOutput[]
}

/** How a call of a batch treats failure; the default reverts the batch. */
export type CallFlags = Partial<Pick<WalletCall, 'gasLimit' | 'onlyFallback' | 'behaviorOnError'>>

export type GuestExecution = { imageHash: Hex; gasLimit: bigint; deposit: Hex; execution: Hex }

/** As the amount or value of a step, or the amount of a run: the whole balance at that moment. */
export const wholeBalance = 2n ** 256n - 1n

/** Marks the place in call data where a measured amount will be written. */
export const placeholder: Hex = `0x${'deadbeef'.repeat(8)}`

/** The functions of wallet, guest, factory and utils, each with its own name. `routerAbi` has the router's. */
const abi = parseAbi([
  'struct Config { address owner; address refundReceiver; address executor; uint64 openAt; uint64 refundAt; uint256 salt; bytes32[] batches; }',
  'struct Call { address to; uint256 value; bytes data; uint256 gasLimit; bool delegateCall; bool onlyFallback; uint8 behaviorOnError; }',
  'struct Execution { bytes32 imageHash; uint256 gasLimit; bytes deposit; bytes execution; }',
  'function execute(Config config, Call[] calls, uint256 space, uint256 nonce)',
  'function executeStrictly(Config config, Call[] calls, uint256 space, uint256 nonce)',
  'function executeAsExecutor(Config config, Call[] calls, uint256 space, uint256 nonce)',
  'function executeAsOwner(Config config, Call[] calls, uint256 space, uint256 nonce, bytes signature)',
  'struct Batch { Call[] calls; uint256 space; uint256 nonce; }',
  'function refund(Config config, address[] tokens)',
  'function refundUnused(Config config, Batch[] batches, address[] tokens)',
  'function deployAndExecute(Config config, Call[] calls, uint256 space, uint256 nonce) returns (address)',
  'function deployAndExecuteStrictly(Config config, Call[] calls, uint256 space, uint256 nonce) returns (address)',
  'function deployAndExecuteAsExecutor(Config config, Call[] calls, uint256 space, uint256 nonce) returns (address)',
  'function deployAndRefund(Config config, address[] tokens) returns (address)',
  'function depositAndExecute(bytes32 imageHash, bytes deposit, bytes execution) returns (address)',
  'function executeMany(Execution[] executions)',
  'function deploy(address implementation, Config config) returns (address)',
  'function requireMinBalance(address token, uint256 minAmount) view',
])

const routerAbi = parseAbi([
  'struct Step { address target; uint256 value; address token; address spender; uint256 amount; uint256[] offsets; bytes data; }',
  'struct Output { address token; uint256 minAmount; }',
  'function run(address token, uint256 amount, Step[] steps, Output[] outputs) payable',
  'function sweep(address token, address receiver, uint256 minAmount)',
  'function pay(address token, address receiver, uint256 amount)',
  'function payFeeIfSucceeded(address token, uint256 amount, address collector)',
  'function injectAndCall(address token, address target, address spender, uint256 value, uint256 minAmount, uint256[] offsets, bytes data)',
])

const callType =
  'Call(address to,uint256 value,bytes data,uint256 gasLimit,bool delegateCall,bool onlyFallback,uint8 behaviorOnError)'
export const typeHash = (type: string): Hex => keccak256(stringToHex(type))
const configTypeHash = typeHash(
  'Config(address owner,address refundReceiver,address executor,uint64 openAt,uint64 refundAt,uint256 salt,bytes32[] batches)',
)
const callTypeHash = typeHash(callType)
const batchTypeHash = typeHash(`Batch(uint256 chainId,uint256 space,uint256 nonce,Call[] calls)${callType}`)

/** A wallet's address commits to this hash of chain, nonce and every call field. Throws if no wallet would run it. */
export function batchDigest({ chainId, calls, space, nonce }: Batch): Hex {
  const hashes = calls.map((call, index) => {
    if (call.gasLimit === 0n && call.behaviorOnError !== 1) {
      throw new Error(`call ${index} tolerates failure but states no gasLimit: its sender could starve it into failing`)
    }
    const { to, value, data, gasLimit, delegateCall, onlyFallback, behaviorOnError } = call
    return keccak256(
      words(callTypeHash, to, value, keccak256(data), gasLimit, delegateCall, onlyFallback, behaviorOnError),
    )
  })
  return keccak256(words(batchTypeHash, chainId, space, nonce, keccak256(concatHex(hashes))))
}

export function imageHash(config: WalletConfig): Hex {
  const { owner, refundReceiver, executor, openAt, refundAt, salt, batches } = config
  return keccak256(
    words(configTypeHash, owner, refundReceiver, executor, openAt, refundAt, salt, keccak256(concatHex(batches))),
  )
}

/** The address of this configuration's wallet, deployed or not. The same on every chain. */
export function walletAddress(config: WalletConfig, contracts: WalletContracts): Address {
  if (config.refundReceiver === zeroAddress) throw new Error('a wallet needs a refund receiver')
  const initCode = concatHex([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    contracts.wallet,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
  const hash = keccak256(concatHex(['0xff', contracts.factory, imageHash(config), keccak256(initCode)]))
  return checksumOf(`0x${hash.slice(-40)}`)!
}

/** `MetaTxn.id`: keccak256 of chain, wallet and payload digest. */
export function metaTxnId(chainId: number, wallet: Address, digest: Hex): Hex {
  return keccak256(concatHex([pad(toHex(chainId)), wallet, digest]))
}

/**
 * How a batch runs. `strictly`: a failure that would trigger a fallback reverts everything; the batch can run again.
 * `tolerantly`: the fallback refunds in the same transaction and the nonce is spent; executor only, never in a bundle.
 * `openly`: strictly, by anyone, from `openAt` on.
 */
export type RunMode = 'strictly' | 'tolerantly' | 'openly'

const guestFunctions = {
  strictly: 'deployAndExecuteStrictly',
  tolerantly: 'deployAndExecuteAsExecutor',
  openly: 'deployAndExecute',
} as const
const walletFunctions = {
  strictly: 'executeStrictly',
  tolerantly: 'executeAsExecutor',
  openly: 'execute',
} as const

/** To the guest: deploys the wallet if need be and runs the batch. `MetaTxn.input` is the strict run. */
export function encodeDeployAndExecute(config: WalletConfig, { calls, space, nonce }: Batch, mode: RunMode): Hex {
  return encodeCall({ abi, functionName: guestFunctions[mode], args: [config, calls, space, nonce] })
}

const selectorOpenly = toFunctionSelector(getAbiItem({ abi, name: guestFunctions.openly }))
/** Characters before the configuration: `0x`, the selector and four words. `openAt` is its fourth word. */
const configAt = 10 + 4 * 64

/** Turns a strict run into an open one with `openAt` 0, without encoding again. Its wallet has another address. */
export function runOpenly(strictly: Hex): Hex {
  const at = configAt + 3 * 64
  return `${selectorOpenly}${strictly.slice(10, at)}${'0'.repeat(64)}${strictly.slice(at + 64)}`
}

/** To the wallet itself, once it exists. */
export function encodeExecute(config: WalletConfig, { calls, space, nonce }: Batch, mode: RunMode): Hex {
  return encodeCall({ abi, functionName: walletFunctions[mode], args: [config, calls, space, nonce] })
}

/** To the wallet: any batch the owner signed (see `ownerTypedData`), or any at all if the owner sends it. */
export function encodeExecuteAsOwner(config: WalletConfig, { calls, space, nonce }: Batch, signature: Hex): Hex {
  const args = [config, calls, space, nonce, signature] as const
  return encodeCall({ abi, functionName: 'executeAsOwner', args })
}

/** To the guest: the same for a wallet that may not exist yet, in one transaction that anyone may send. */
export function encodeDeployAndExecuteAsOwner(config: WalletConfig, batch: Batch, signature: Hex): Hex {
  const args = [imageHash(config), '0x', encodeExecuteAsOwner(config, batch, signature)] as const
  return encodeCall({ abi, functionName: 'depositAndExecute', args })
}

/** To the factory. Until the batches open or refunds begin, only the owner and the executor may send it. */
export const encodeDeploy = (implementation: Address, config: WalletConfig): Hex =>
  encodeCall({ abi, functionName: 'deploy', args: [implementation, config] })

/** To the wallet: balances of these tokens (zero address: native) to the refund receiver. */
export function encodeRefund(config: WalletConfig, tokens: readonly Address[]): Hex {
  return encodeCall({ abi, functionName: 'refund', args: [config, tokens] })
}

/** To the guest: the same for a wallet that may not exist yet. */
export function encodeDeployAndRefund(config: WalletConfig, tokens: readonly Address[]): Hex {
  return encodeCall({ abi, functionName: 'deployAndRefund', args: [config, tokens] })
}

/** To the guest, from its relayers only: refunds tokens that the batch does not name, even before refunds begin. */
export function encodeRefundUnused(config: WalletConfig, batch: Batch, tokens: readonly Address[]): Hex {
  const execution = encodeCall({ abi, functionName: 'refundUnused', args: [config, [batch], tokens] })
  return encodeCall({ abi, functionName: 'depositAndExecute', args: [imageHash(config), '0x', execution] })
}

/** Whether a batch neither calls a token nor has its address in call data. False for native: zeros are everywhere. */
export const isUnused = ({ calls }: Pick<Batch, 'calls'>, token: Address): boolean =>
  token !== zeroAddress &&
  calls.every(({ to, data }) => `${to}${data}`.toLowerCase().includes(token.slice(2).toLowerCase()) === false)

/** To the guest: a signed deposit (call data for the entrypoint) and the batch it pays for, all or nothing. */
export function encodeDepositAndExecute(config: WalletConfig, batch: Batch, deposit: Hex, mode: RunMode): Hex {
  const args = [imageHash(config), deposit, encodeExecute(config, batch, mode)] as const
  return encodeCall({ abi, functionName: 'depositAndExecute', args })
}

/** To the guest: a strict run outside bundles, after a failure that a neighbour in a bundle may have caused. */
export const encodeExecuteAlone = (config: WalletConfig, batch: Batch): Hex =>
  encodeDepositAndExecute(config, batch, '0x', 'strictly')

/** To the guest: many executions in one transaction, each with a gas limit. A revert does not undo the others. */
export function encodeExecuteMany(executions: readonly GuestExecution[]): Hex {
  return encodeCall({ abi, functionName: 'executeMany', args: [executions] })
}

/** The fields of a call as the contract orders them, for typed data and for the ABI alike. */
export const callFields = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'gasLimit', type: 'uint256' },
  { name: 'delegateCall', type: 'bool' },
  { name: 'onlyFallback', type: 'bool' },
  { name: 'behaviorOnError', type: 'uint8' },
] as const

/** What the owner signs so that its wallet runs a batch without the service. */
export function ownerTypedData(batch: Batch, wallet: Address) {
  return {
    domain: { name: 'IntentWallet', version: '1', chainId: batch.chainId, verifyingContract: wallet },
    types: {
      Batch: [
        { name: 'chainId', type: 'uint256' },
        { name: 'space', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'calls', type: 'Call[]' },
      ],
      Call: callFields,
    },
    primaryType: 'Batch',
    message: { ...batch, chainId: BigInt(batch.chainId) },
  } as const
}

/** Covers the transfer of any token suitable for fees, hooks included. */
const feeGasLimit = 120_000n

const plainCall = { value: 0n, gasLimit: 0n, delegateCall: false, onlyFallback: false, behaviorOnError: 1 } as const
const delegateCallTo = (to: Address, data: Hex, flags: CallFlags): WalletCall => ({
  ...plainCall,
  delegateCall: true,
  to,
  data,
  ...flags,
})

/** Via the shim: the router takes `amount`, runs the steps, returns the outputs. Its success lets `callPayFee` pay. */
export function callRunRouter(params: RouterRun & { shim: Address }, flags: CallFlags = {}): WalletCall {
  return delegateCallTo(params.shim, encodeRun(params), flags)
}

export const encodeRun = ({ token, amount, steps, outputs }: RouterRun): Hex =>
  encodeCall({ abi: routerAbi, functionName: 'run', args: [token, amount, steps, outputs] })

/** The wallet's whole balance of a token to `receiver`; fails if less than `minAmount` is there or arrives. */
export function callSweep(
  params: { router: Address; token: Address; receiver: Address; minAmount?: bigint },
  flags: CallFlags = {},
): WalletCall {
  const args = [params.token, params.receiver, params.minAmount ?? 0n] as const
  const data = encodeCall({ abi: routerAbi, functionName: 'sweep', args })
  return delegateCallTo(params.router, data, flags)
}

/** The arguments of a sweep; undefined for other call data. */
export function readSweep(data: Hex): { token: Address; receiver: Address; minAmount: bigint } | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
    return functionName === 'sweep' ? { token: args[0], receiver: args[1], minAmount: args[2] } : undefined
  } catch {
    return undefined
  }
}

/** Pays exactly `amount`. The surplus stays for another call: leftovers must not undo a payment. */
export function callPay(
  params: { router: Address; token: Address; receiver: Address; amount: bigint },
  flags: CallFlags = {},
): WalletCall {
  const args = [params.token, params.receiver, params.amount] as const
  const data = encodeCall({ abi: routerAbi, functionName: 'pay', args })
  return delegateCallTo(params.router, data, flags)
}

/** Pays the fee if the run before it succeeded. Else fails and is ignored, so that a fallback may follow. */
export function callPayFee(
  params: { router: Address; token: Address; amount: bigint; collector: Address },
  flags: CallFlags = { behaviorOnError: 0, gasLimit: feeGasLimit },
): WalletCall {
  const args = [params.token, params.amount, params.collector] as const
  const data = encodeCall({ abi: routerAbi, functionName: 'payFeeIfSucceeded', args })
  return delegateCallTo(params.router, data, flags)
}

/** Calls `target`, with the wallet's balance of `token` for each placeholder. Its success lets `callPayFee` pay. */
export function callInjectAndCall(
  params: {
    router: Address
    token: Address
    target: Address
    /** Gets an allowance of exactly the balance during the call. The zero address: none. */
    spender: Address
    /** Native token sent along; `wholeBalance`: the wallet's whole native balance. */
    value: bigint
    minAmount: bigint
    data: Hex
  },
  flags: CallFlags = {},
): WalletCall {
  const { token, target, spender, value, minAmount } = params
  const args = [token, target, spender, value, minAmount, placeholderOffsets(params.data), params.data] as const
  const data = encodeCall({ abi: routerAbi, functionName: 'injectAndCall', args })
  return delegateCallTo(params.router, data, flags)
}

export function callMinBalance(params: { utils: Address; token: Address; minAmount: bigint }): WalletCall {
  const args = [params.token, params.minAmount] as const
  return { ...plainCall, to: params.utils, data: encodeCall({ abi, functionName: 'requireMinBalance', args }) }
}

/**
 * Offsets of the placeholder in call data, in bytes, selector included. The placeholder is periodic, so a search could
 * match early at a stray `deadbeef` before it: of two overlapping matches, the one aligned to ABI words wins.
 */
export function placeholderOffsets(data: Hex): bigint[] {
  const digits = placeholder.slice(2)
  const text = data.slice(2).toLowerCase()
  const offsets: bigint[] = []
  for (let at = text.indexOf(digits, 8); at >= 0; at = text.indexOf(digits, at)) {
    const aligned = at + ((64 - ((at - 8) % 64)) % 64)
    if (text.startsWith(digits, aligned)) at = aligned
    if (at % 2 === 0) offsets.push(BigInt(at / 2))
    at += at % 2 === 0 ? 64 : 1
  }
  return offsets
}
