import { decodeEventLog, getAddress, slice } from 'viem'
import type { ChainLog } from '../../src/chains/chain.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Address } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { fillAbi, giveBackAbi, spokePoolEvents } from '../engine/scripted/markets.ts'
import { codeOf } from '../engine/scripted/state.ts'
import { addresses, bridgeDepth } from './economy.ts'
import type { GivenBack } from './receiptOracle.ts'
import type { Refusals } from './refusals.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

/** `hasty`: the share of deposits filled as soon as they are mined. */
export type FillerMood = { dawdleMsMax: number; never: number; hasty: number }

const lookMs = 5_000
/** A later fill counts as dawdled. */
const lateMs = 12_000
/** Skips a fill that may be mined past its deadline: the real pool would revert it. */
const marginS = 30
/** A root bundle refunds unfilled deposits about this long after the deadline. */
const giveBackMs = 40_000

/**
 * Fills the spoke pools' deposits once final, or sooner if hasty; refunds what nobody fills in time. A hasty fill of a
 * deposit that a reorg removes is the filler's loss.
 */
export function startFiller({
  chains,
  scheduler,
  mood,
  onFault,
  onGift,
  onGivenBack,
  lift,
}: {
  chains: readonly SimChain[]
  scheduler: Scheduler
  mood: FillerMood
  onFault(): void
  onGift(wallet: Address, token: Address, amount: bigint): void
  /** Money under way to a wallet was refunded to its sender. */
  onGivenBack(wallet: Address, back: GivenBack): void
  lift: Refusals['lift']
}): void {
  const seen = new Set<string>()
  const judged = new Set<string>()
  const keyOf = (origin: SimChain, { depositId, recipient, outputAmount }: Deposit) =>
    `${origin.definition.id} ${depositId} ${recipient.slice(0, 8)} ${outputAmount}`
  const look = (): void => {
    for (const origin of chains) {
      if (mood.hasty > 0) for (const deposit of depositsOf(origin, 0)) rush(origin, deposit)
      for (const deposit of depositsOf(origin, bridgeDepth)) take(origin, deposit)
    }
    scheduler.after(lookMs, 'filler', look)
  }
  scheduler.after(lookMs, 'filler', look)

  function rush(origin: SimChain, deposit: Deposit): void {
    const key = keyOf(origin, deposit)
    if (judged.has(key)) return
    judged.add(key)
    if (!scheduler.chance(mood.hasty)) return
    onFault()
    seen.add(key)
    onGift(deposit.recipient, deposit.outputToken, deposit.outputAmount)
    const destination = chains.find(({ definition }) => BigInt(definition.id) === deposit.destinationChainId)!
    fill(destination, deposit, key)
  }

  function take(origin: SimChain, deposit: Deposit): void {
    const key = keyOf(origin, deposit)
    if (seen.has(key)) return
    seen.add(key)
    const destination = chains.find(({ definition }) => BigInt(definition.id) === deposit.destinationChainId)!
    const delayMs = scheduler.between(0, mood.dawdleMsMax)
    const isFilled =
      !scheduler.chance(mood.never) && scheduler.nowMs() + delayMs < (deposit.fillDeadline - marginS) * 1_000
    if (!isFilled || delayMs > lateMs) onFault()
    if (isFilled) return void scheduler.after(delayMs, 'filler', () => fill(destination, deposit, key))
    const backMs = deposit.fillDeadline * 1_000 + giveBackMs - scheduler.nowMs()
    scheduler.after(backMs, 'filler', () => giveBack(origin, deposit, key))
  }

  function fill(destination: SimChain, { recipient, outputToken, outputAmount }: Deposit, key: string): void {
    scheduler.note('filler', `fills ${key}`)
    const isUnwrapped =
      outputToken === getAddress(destination.definition.wrappedNative) &&
      codeOf(destination.state(), recipient) === '0x'
    const args = [isUnwrapped ? nativeToken : outputToken, recipient, outputAmount] as const
    const data = encodeCall({ abi: fillAbi, functionName: 'fill', args })
    destination.send({ from: addresses.filler, to: addresses.spokePool, data })
  }

  function giveBack(origin: SimChain, { inputToken, depositor, inputAmount, recipient }: Deposit, key: string): void {
    scheduler.note('spoke pool', `gives ${key} back`)
    lift(origin, inputToken, depositor)
    const args = [inputToken, [depositor], [inputAmount]] as const
    const data = encodeCall({ abi: giveBackAbi, functionName: 'giveBack', args })
    const hash = origin.send({ from: addresses.filler, to: addresses.spokePool, data })
    onGivenBack(recipient, { chainId: origin.definition.id, token: inputToken, amount: inputAmount, hash })
  }
}

type Deposit = {
  depositId: bigint
  destinationChainId: bigint
  recipient: Address
  depositor: Address
  inputToken: Address
  outputToken: Address
  inputAmount: bigint
  outputAmount: bigint
  fillDeadline: number
}

const asAddress = (word: `0x${string}`): Address => getAddress(slice(word, 12))

/** Deposits at least this deep. */
function depositsOf(chain: SimChain, depth: number): Deposit[] {
  const last = chain.ledger.head().number - depth
  const logs = chain.logs(addresses.spokePool, Math.max(0, last - 12)).filter(({ blockNumber }) => blockNumber <= last)
  return logs.flatMap((log) => {
    const deposits = read.get(log) ?? readDeposits(log)
    read.set(log, deposits)
    return deposits
  })
}

/** Logs are scanned every few seconds during a run. */
const read = new WeakMap<ChainLog, readonly Deposit[]>()

function readDeposits({ topics, data }: ChainLog): Deposit[] {
  const [first, ...rest] = topics
  if (!first) return []
  const { eventName, args } = decodeEventLog({ abi: spokePoolEvents, topics: [first, ...rest], data })
  if (eventName !== 'FundsDeposited') return []
  const { inputToken, outputToken, recipient, depositor } = args
  return [
    {
      ...args,
      inputToken: asAddress(inputToken),
      outputToken: asAddress(outputToken),
      recipient: asAddress(recipient),
      depositor: asAddress(depositor),
    },
  ]
}
