import { hexToBigInt, parseAbi, zeroAddress } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import type { Address, Hex } from '../interface/fields.ts'
import {
  type CallFlags,
  callInjectAndCall,
  callMinBalance,
  callPay,
  callPayFee,
  callRunRouter,
  callSweep,
  placeholder,
  type RouterOutput,
  type RouterStep,
  type WalletCall,
} from './wallet.ts'

/**
 * The purpose of each call of a batch. The engine reads a batch's outcome from the failed bits of `main` (swap or
 * bridge) and `deliver` (payment or call); if either fails, a fallback has paid the owner in the same transaction.
 */
export type Role = 'check' | 'unwrap' | 'main' | 'fee' | 'fallback' | 'deliver' | 'leftover'
export type PlannedCall = { role: Role; call: WalletCall }

export type Contracts = {
  factory: Address
  wallet: Address
  guest: Address
  utils: Address
  entrypoint: Address
  router: Address
  shim: Address
  /** The name in the EIP-712 domain of entrypoint and guest. */
  domainName: string
  /** The EIP-712 type of the deposits that the entrypoint accepts. Default: `Intent`. */
  primaryType?: string
}

/** A swap, a bridge deposit, or both in a row, as the router runs them. */
export type PlannedRun = {
  token: Address
  /** `wholeBalance`: the wallet's balance when the run begins. */
  amount: bigint
  steps: readonly RouterStep[]
  outputs: readonly RouterOutput[]
  gas: bigint
}

export type PlannedDelivery = {
  token: Address
  recipient: Address
  owner: Address
  amountMin: bigint
  /** Pays exactly this. A separate call sends the surplus to the owner. */
  exactAmount?: bigint
  target?: { to: Address; approve: Address; data: Hex; value: bigint }
}

type Fee = { token: Address; amount: bigint; collector: Address }

const wrappedAbi = parseAbi(['function withdraw(uint256 amount)'])
const tolerateFailure = (gasLimit: bigint): CallFlags => ({ behaviorOnError: 0, gasLimit })
const fallback: CallFlags = { onlyFallback: true, behaviorOnError: 1 }
/** Covers a token transfer with hooks. A token that needs more stays at the wallet and can be refunded. */
const sweepGas = 150_000n
const targetGas = 1_500_000n

/** The wallet's address fixes this limit, so leave room for costlier state: 1.6 times the estimate plus 100,000. */
const withGasMargin = (gas: bigint): bigint => (gas * 8n) / 5n + 100_000n

/**
 * The batch on the chain of the deposit. With a delivery it is the intent's only batch.
 * Its run takes the deposit less the fee. It exists even without steps: the fee is paid only after a successful run.
 */
export function planOrigin(input: {
  contracts: Contracts
  owner: Address
  depositToken: Address
  depositAmount: bigint
  run: PlannedRun
  fee: Fee
  delivery?: PlannedDelivery
}): PlannedCall[] {
  const { contracts, owner, depositToken, depositAmount, run, fee, delivery } = input
  const calls: PlannedCall[] = [minBalance(contracts, depositToken, depositAmount), main(contracts, run)]
  // After a failed run the fee call fails too, so the fallback runs with or without a fee call between them.
  if (fee.amount > 0n) calls.push({ role: 'fee', call: callPayFee({ router: contracts.router, ...fee }) })
  calls.push(giveBack(contracts, depositToken, owner))
  if (delivery) calls.push(...deliver(contracts, delivery))
  for (const token of leftovers(depositToken, run, delivery)) calls.push(leftover(contracts, token, owner))
  return calls
}

/** The batch on the chain where a bridge delivers. */
export function planDestination(input: {
  contracts: Contracts
  arrivingToken: Address
  arrivingAmount: bigint
  /** Set if the bridge may pay wrapped instead of native token: the batch then first unwraps the wallet's balance. */
  wrapped?: Address
  run?: PlannedRun
  delivery: PlannedDelivery
}): PlannedCall[] {
  const { contracts, arrivingToken, arrivingAmount, wrapped, run, delivery } = input
  const calls: PlannedCall[] = wrapped ? [unwrap(contracts, wrapped)] : []
  calls.push(minBalance(contracts, arrivingToken, arrivingAmount))
  if (run) {
    calls.push(main(contracts, run))
    calls.push(giveBack(contracts, arrivingToken, delivery.owner))
  }
  calls.push(...deliver(contracts, delivery))
  for (const token of leftovers(arrivingToken, run, delivery)) calls.push(leftover(contracts, token, delivery.owner))
  return calls
}

function minBalance(contracts: Contracts, token: Address, minAmount: bigint): PlannedCall {
  return { role: 'check', call: callMinBalance({ utils: contracts.utils, token, minAmount }) }
}

/** Unwraps any balance: some bridges pay a recipient with code in wrapped token, and anyone may deploy the wallet. */
function unwrap(contracts: Contracts, wrapped: Address): PlannedCall {
  const data = encodeCall({ abi: wrappedAbi, functionName: 'withdraw', args: [hexToBigInt(placeholder)] })
  const call = callInjectAndCall(
    { router: contracts.router, token: wrapped, target: wrapped, spender: zeroAddress, value: 0n, minAmount: 1n, data },
    tolerateFailure(sweepGas),
  )
  return { role: 'unwrap', call }
}

function main(contracts: Contracts, run: PlannedRun): PlannedCall {
  const { token, amount, steps, outputs } = run
  return {
    role: 'main',
    call: callRunRouter(
      { shim: contracts.shim, token, amount, steps, outputs },
      tolerateFailure(withGasMargin(run.gas)),
    ),
  }
}

/** Runs only if the call before it failed: everything goes to the owner. */
function giveBack(contracts: Contracts, token: Address, owner: Address): PlannedCall {
  return { role: 'fallback', call: callSweep({ router: contracts.router, token, receiver: owner }, fallback) }
}

/** Pays the recipient or makes the call; if that fails, the owner gets the tokens instead. */
function deliver(contracts: Contracts, delivery: PlannedDelivery): PlannedCall[] {
  const { token, owner, target } = delivery
  const flags = tolerateFailure(target ? targetGas : sweepGas)
  const call = target
    ? callInjectAndCall(
        {
          router: contracts.router,
          token,
          target: target.to,
          spender: target.approve,
          value: target.value,
          minAmount: delivery.amountMin,
          data: target.data,
        },
        flags,
      )
    : pay(contracts, delivery, flags)
  return [{ role: 'deliver', call }, giveBack(contracts, token, owner)]
}

function pay(contracts: Contracts, delivery: PlannedDelivery, flags: CallFlags): WalletCall {
  const { token, recipient, amountMin, exactAmount } = delivery
  const { router } = contracts
  return exactAmount === undefined
    ? callSweep({ router, token, receiver: recipient, minAmount: amountMin }, flags)
    : callPay({ router, token, receiver: recipient, amount: exactAmount }, flags)
}

function leftover(contracts: Contracts, token: Address, owner: Address): PlannedCall {
  return {
    role: 'leftover',
    call: callSweep({ router: contracts.router, token, receiver: owner }, tolerateFailure(sweepGas)),
  }
}

/** Every token that may remain at the wallet: the arrived one, the outputs of the run and the delivered one. */
function leftovers(token: Address, run: PlannedRun | undefined, delivery: PlannedDelivery | undefined): Address[] {
  const tokens = [token, ...(run?.outputs ?? []).map((output) => output.token), ...(delivery ? [delivery.token] : [])]
  return [...new Map(tokens.map((one) => [one.toLowerCase(), one])).values()]
}

/**
 * Gas limit of the transaction that runs the batch: deploying and proving, 16 a byte of call data, and for each call
 * its own limit, the 1/63 that EIP-150 keeps back, and the wallet's work around it.
 */
export function batchGasLimit(calls: readonly PlannedCall[], dataBytes: number): bigint {
  const deployAndProve = 250_000n
  let sum = deployAndProve + BigInt(dataBytes) * 16n
  for (const { call } of calls) sum += call.gasLimit === 0n ? 120_000n : (call.gasLimit * 64n) / 63n + 45_000n
  return sum
}
