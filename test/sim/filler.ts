import { decodeEventLog, erc20Abi, getAddress, slice } from 'viem'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Address } from '../../src/interface/fields.ts'
import { giveBackAbi, spokePoolEvents } from '../engine/scripted/markets.ts'
import { codeOf } from '../engine/scripted/state.ts'
import { addresses, finalDepth } from './economy.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

export type FillerMood = { dawdleMsMax: number; never: number }

const lookMs = 5_000
/** A fill that comes later than this is one that dawdled. */
const lateMs = 12_000
/** A fill that could be mined after its deadline is not sent: the real pool would revert it. */
const marginS = 30
/** A root bundle that gives unfilled deposits back comes about this long after the deadline. */
const giveBackMs = 40_000

/** Fills what the spoke pools took in, once that is final; what nobody fills in time is given back. */
export function startFiller(
  chains: readonly SimChain[],
  scheduler: Scheduler,
  mood: FillerMood,
  onFault: () => void,
): void {
  const seen = new Set<string>()
  const look = (): void => {
    for (const origin of chains) for (const deposit of depositsOf(origin)) take(origin, deposit)
    scheduler.after(lookMs, 'filler', look)
  }
  scheduler.after(lookMs, 'filler', look)

  function take(origin: SimChain, deposit: Deposit): void {
    const key = `${origin.definition.id} ${deposit.depositId}`
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
    const isWrapped = outputToken === getAddress(destination.definition.wrappedNative)
    if (isWrapped && codeOf(destination.state(), recipient) === '0x')
      return void destination.send({ from: addresses.filler, to: recipient, value: outputAmount })
    const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [recipient, outputAmount] })
    destination.send({ from: addresses.filler, to: outputToken, data })
  }

  function giveBack(origin: SimChain, { inputToken, depositor, inputAmount }: Deposit, key: string): void {
    scheduler.note('spoke pool', `gives ${key} back`)
    const args = [inputToken, [depositor], [inputAmount]] as const
    const data = encodeCall({ abi: giveBackAbi, functionName: 'giveBack', args })
    origin.send({ from: addresses.filler, to: addresses.spokePool, data })
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

/** Deposits in blocks that no reorganisation of a run can take back. */
function depositsOf(chain: SimChain): Deposit[] {
  const last = chain.ledger.head().number - 2 * finalDepth
  return chain.logs(addresses.spokePool, Math.max(0, last - 12)).flatMap(({ topics, data, blockNumber }) => {
    const [first, ...rest] = topics
    if (!first || blockNumber > last) return []
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
  })
}
