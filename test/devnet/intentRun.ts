import type { Address, Hex } from 'viem'
import { encodeFunctionData, erc20Abi, pad, parseAbi, toEventSelector, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { localContracts } from '../../src/chains/contracts/operator.ts'
import { devnetTokens } from '../../src/chains/definitions/devnet/facts.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet, DevnetChain } from '../../src/devnet/devnet.ts'
import type { NodeLog } from '../../src/devnet/rpc.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { depositWays, type SignedFields } from '../../src/intents/depositWays.ts'
import type { SignedDeposit } from '../../src/intents/signedDeposit.ts'
import type { Batch, RouterStep, RunMode, WalletCall, WalletConfig } from '../../src/intents/wallet.ts'
import {
  batchDigest,
  callInjectAndCall,
  callMinBalance,
  callPayFee,
  callRunRouter,
  callSweep,
  encodeDeployAndExecute,
  placeholder,
  walletAddress,
} from '../../src/intents/wallet.ts'
import { awaitLog, chainOf, read, type Write } from './setup.ts'

/** The pieces of an intent, made by hand with the contracts' terms, without service code. */
export type Intent = { config: WalletConfig; batch: Batch; wallet: Address }

const { router, shim, utils, entrypoint, guest } = causewayContracts
const runGas = 900_000n
const targetGas = 600_000n
const sweepGas = 150_000n

export const units = (whole: bigint, decimals: number): bigint => whole * 10n ** BigInt(decimals)

export const collector = '0x00000000000000000000000000000000000c011e'
/** 1,000 DAI in, 2 of them the fee; 990 USDC over the bridge, 989 out of it. */
export const amounts = {
  deposit: units(1_000n, 18),
  fee: units(2n, 18),
  swapMin: units(990n, 6),
  bridged: units(990n, 6),
  delivered: units(989n, 6),
}

export async function chainNow(chain: DevnetChain): Promise<number> {
  const { timestamp } = await rpc<{ timestamp: Hex }>(chain.rpcUrl, 'eth_getBlockByNumber', ['latest', false])
  return Number(timestamp)
}

export function intentOf(
  chain: DevnetChain,
  owner: Address,
  salt: bigint,
  refundAt: bigint,
  calls: WalletCall[],
): Intent {
  const batch: Batch = { chainId: chain.id, calls, space: 0n, nonce: 0n }
  const config: WalletConfig = {
    owner,
    refundReceiver: owner,
    executor: guest,
    openAt: refundAt,
    refundAt,
    salt,
    batches: [batchDigest(batch)],
  }
  return { config, batch, wallet: walletAddress(config, causewayContracts) }
}

export const aaveAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
])

/** At least `amountMin` arrived · supply all of it to Aave for the user · whatever is left goes to the user. */
export function destinationCalls(devnet: Devnet, token: Address, user: Address, amountMin: bigint): WalletCall[] {
  const { pool } = devnet.contracts.aave
  const data = encodeFunctionData({ abi: aaveAbi, functionName: 'supply', args: [token, BigInt(placeholder), user, 0] })
  return [
    callMinBalance({ utils, token, minAmount: amountMin }),
    callInjectAndCall(
      { router, token, target: pool, spender: pool, value: 0n, minAmount: amountMin, data },
      { behaviorOnError: 0, gasLimit: targetGas },
    ),
    callSweep({ router, token, receiver: user }, { onlyFallback: true, behaviorOnError: 1 }),
    callSweep({ router, token, receiver: user }, { behaviorOnError: 0, gasLimit: sweepGas }),
  ]
}

export type Origin = {
  owner: Address
  deposit: bigint
  fee: bigint
  collector: Address
  /** Minimum output of the swap; above the pool's, the run fails. */
  swapMin: bigint
  bridged: bigint
  delivered: bigint
  recipient: Address
  now: number
}

/** DAI in, swapped to USDC, sent over Across; the fee only on success, else everything back to the owner. */
export function originCalls(devnet: Devnet, destination: DevnetChain, ask: Origin): WalletCall[] {
  const { dai, usdc } = devnet.contracts
  const steps = [swapStep(devnet, ask), acrossStep(devnet, destination, ask)]
  const run = { shim, token: dai, amount: ask.deposit - ask.fee, steps, outputs: [{ token: usdc, minAmount: 0n }] }
  return [
    callMinBalance({ utils, token: dai, minAmount: ask.deposit }),
    callRunRouter(run, { behaviorOnError: 0, gasLimit: runGas }),
    callPayFee({ router, token: dai, amount: ask.fee, collector: ask.collector }),
    callSweep({ router, token: dai, receiver: ask.owner }, { onlyFallback: true, behaviorOnError: 1 }),
    callSweep({ router, token: usdc, receiver: ask.owner }, { behaviorOnError: 0, gasLimit: sweepGas }),
  ]
}

const swapAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256)',
])

function swapStep(devnet: Devnet, { deposit, fee, swapMin, now }: Origin): RouterStep {
  const { dai, usdc, uniswapV3 } = devnet.contracts
  const amountIn = deposit - fee
  const path = { tokenIn: dai, tokenOut: usdc, fee: 100, recipient: router, deadline: BigInt(now + 3_600) }
  const args = [{ ...path, amountIn, amountOutMinimum: swapMin, sqrtPriceLimitX96: 0n }] as const
  const data = encodeFunctionData({ abi: swapAbi, functionName: 'exactInputSingle', args })
  return {
    target: uniswapV3.router,
    value: 0n,
    token: dai,
    spender: uniswapV3.router,
    amount: amountIn,
    offsets: [],
    data,
  }
}

export const acrossAbi = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
  'event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, (bytes32 updatedRecipient, bytes32 updatedMessageHash, uint256 updatedOutputAmount, uint8 fillType) relayExecutionInfo)',
])
export const filledRelay = toEventSelector(acrossAbi[1])

function acrossStep(devnet: Devnet, destination: DevnetChain, ask: Origin): RouterStep {
  const { usdc, spokePool } = devnet.contracts
  const data = encodeFunctionData({
    abi: acrossAbi,
    functionName: 'depositV3',
    args: [
      ask.owner,
      ask.recipient,
      usdc,
      usdc,
      ask.bridged,
      ask.delivered,
      BigInt(destination.id),
      zeroAddress,
      ask.now,
      ask.now + 3_600,
      0,
      '0x',
    ],
  })
  return { target: spokePool, value: 0n, token: usdc, spender: spokePool, amount: ask.bridged, offsets: [], data }
}

/** How each local token is deposited by signature. */
const signedBy = {
  daiPermit: { token: 'dai', version: '1' },
  permit: { token: 'wbtc', version: '1' },
  receiveWithAuthorization: { token: 'usdc', version: '2' },
  permit2: { token: 'usdt', version: '1' },
} as const

/** A deposit that the user only signs. */
export async function signedDeposit(
  chain: DevnetChain,
  devnet: Devnet,
  user: DevnetKey,
  { wallet, nonce, amount }: { wallet: Address; nonce: bigint; amount: bigint },
  way: keyof typeof signedBy = 'daiPermit',
): Promise<Write> {
  const { token: name, version } = signedBy[way]
  const token = devnet.contracts[name]
  const account = privateKeyToAccount(user.privateKey)
  const deadline = (await chainNow(chain)) + 3_600
  const nonces = parseAbi(['function nonces(address) view returns (uint256)'])
  const permitNonce =
    way === 'permit2' ? 0n : await read<bigint>(chain, { to: token, abi: nonces, fn: 'nonces', args: [user.address] })
  const deposit: SignedDeposit = {
    user: user.address,
    token,
    amount,
    intentAddress: wallet,
    deadline: BigInt(deadline),
    nonce,
    feeAmount: 0n,
    feeCollector: zeroAddress,
  }
  const tokenDomain = { name: devnetTokens[name].name, version, chainId: chain.id, verifyingContract: token }
  const ask = { ...localContracts, deposit, chainId: chain.id, tokenDomain, permitNonce }
  const signatures = await Promise.all(
    depositWays[way].sign(ask).map(async ({ field, typed }) => [field, await account.signTypedData(typed)]),
  )
  const signed: SignedFields = { ...depositWays[way].extra(ask), ...Object.fromEntries(signatures) }
  return { to: entrypoint, data: depositWays[way].encode(deposit, signed) }
}

export function transferTo(token: Address, to: Address, amount: bigint): Write {
  return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) }
}

/** Harbor to Island, the destination first: the origin's calls carry its address. */
export async function crossingOf(
  devnet: Devnet,
  { address: owner }: DevnetKey,
  salt: bigint,
  change: Partial<Origin> = {},
): Promise<{ origin: Intent; destination: Intent }> {
  const [harbor, island] = [chainOf(devnet, 'harbor'), chainOf(devnet, 'island')]
  const now = await chainNow(harbor)
  const refundAt = BigInt(now + 7_200)
  const supply = destinationCalls(devnet, devnet.contracts.usdc, owner, amounts.delivered)
  const destination = intentOf(island, owner, salt, refundAt, supply)
  const ask: Origin = { owner, collector, recipient: destination.wallet, now, ...amounts, ...change }
  return { origin: intentOf(harbor, owner, salt, refundAt, originCalls(devnet, island, ask)), destination }
}

export const run = ({ config, batch }: Intent, mode: RunMode = 'strictly'): Write => ({
  to: guest,
  data: encodeDeployAndExecute(config, batch, mode),
})

/** Settles when the filler has paid `recipient` on Island. */
export function awaitFill(devnet: Devnet, recipient: Address): Promise<NodeLog> {
  const padded = pad(recipient).slice(2).toLowerCase()
  const matches = (log: NodeLog) => log.data.toLowerCase().includes(padded)
  return awaitLog(chainOf(devnet, 'island'), { address: devnet.contracts.spokePool, topic: filledRelay, matches })
}
