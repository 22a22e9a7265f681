import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type DecodeFunctionDataReturnType,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeErrorResult,
  getAddress,
  pad,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
  toHex,
} from 'viem'
import type { Address, Hex } from '../../../src/interface/fields.ts'
import type { Frame as Traced } from '../../e2e/chainTape.ts'
import { codeOf, createOverlay, nativeBalance, type State, setNativeBalance } from './state.ts'

/** Where and when code runs. */
export type Environment = { chainId: number; number: number; timestampS: number }

export type Emitted = { address: Address; topics: Hex[]; data: Hex }
export type Result = { ok: boolean; data: Hex }
export type Message = { from: Address; to: Address; data: Hex; value: bigint }

/** One call as the code that answers it sees it. Under a delegate call `self` is the caller's address. */
export type Frame = {
  readonly environment: Environment
  readonly state: State
  /** Who sent the transaction. */
  readonly origin: Address
  readonly self: Address
  readonly sender: Address
  readonly value: bigint
  readonly data: Hex
  call(to: Address, data: Hex, value?: bigint): Result
  delegateCall(to: Address, data: Hex): Result
  emit(topics: Hex[], data: Hex): void
}

/** What a contract does with a call: the returned bytes, or a `Reverted`. */
export type Behaviour = (frame: Frame) => Hex

/** Behaviours by the code that stands at an address. Code that is not listed cannot be run and says so. */
export type Behaviours = ReadonlyMap<Hex, Behaviour>

export class Reverted extends Error {
  override readonly name = 'Reverted'
  readonly data: Hex

  constructor(data: Hex) {
    super(`execution reverted: ${data}`)
    this.data = data
  }
}

const errorAbi = parseAbi(['error Error(string)'])

export function revertWith(abi: Abi, errorName: string, args: readonly unknown[]): Reverted {
  return new Reverted(encodeErrorResult({ abi, errorName, args }))
}

/** As `require(false, "…")` reverts. */
export const revertText = (text: string): Reverted => revertWith(errorAbi, 'Error', [text])

const functions = new WeakMap<Abi, Map<string, AbiFunction>>()

/** By selector, found once for each ABI: viem hashes every signature at every call. */
function functionsOf(abi: Abi): Map<string, AbiFunction> {
  const known = functions.get(abi)
  if (known) return known
  const made = new Map<string, AbiFunction>()
  for (const item of abi) if (item.type === 'function') made.set(toFunctionSelector(item), item)
  functions.set(abi, made)
  return made
}

/** A selector that a contract does not have reverts without a reason, as the compiler's dispatcher does. */
export function decodeCall<const T extends Abi>(abi: T, data: Hex): DecodeFunctionDataReturnType<T> {
  let known = decoded.get(abi)
  if (!known || known.size > decodedMax) {
    known = new Map()
    decoded.set(abi, known)
  }
  const found = known.get(data)
  if (found) return found as DecodeFunctionDataReturnType<T>
  const item = functionsOf(abi).get(data.slice(0, 10))
  if (!item) throw new Reverted('0x')
  try {
    const args = data.length > 10 ? decodeAbiParameters(item.inputs, `0x${data.slice(10)}`) : []
    const call = { functionName: item.name, args }
    known.set(data, call)
    return call as unknown as DecodeFunctionDataReturnType<T>
  } catch {
    throw new Reverted('0x')
  }
}

/** The same bytes come again from every node of a quorum and at every block. Readers must not change what they get. */
const decoded = new WeakMap<Abi, Map<Hex, unknown>>()
const decodedMax = 2_000

export const toWord = (value: bigint | boolean): Hex => pad(toHex(BigInt(value)))

/** A function that returns nothing. */
export const nothing: Hex = '0x'

type EventShape = { topic: Hex; plain: AbiParameter[]; indexed: AbiParameter[] }
const events = new WeakMap<Abi, Map<string, EventShape>>()

/** Found and hashed once for each ABI. Indexed arguments are words here: an indexed string would be its hash. */
function eventOf(abi: Abi, eventName: string): EventShape {
  const known = events.get(abi) ?? new Map<string, EventShape>()
  events.set(abi, known)
  const found = known.get(eventName)
  if (found) return found
  const event = abi.find((item) => item.type === 'event' && item.name === eventName)
  if (event?.type !== 'event') throw new Error(`the ABI has no event ${eventName}`)
  const shape: EventShape = {
    topic: toEventSelector(event),
    plain: event.inputs.filter((input) => !input.indexed),
    indexed: event.inputs.filter((input) => input.indexed),
  }
  const long = shape.indexed.find(({ type }) => type === 'string' || type === 'bytes' || type.endsWith(']'))
  if (long) throw new Error(`${eventName} has an indexed ${long.type}`)
  known.set(eventName, shape)
  return shape
}

export function emitEvent(frame: Frame, abi: Abi, eventName: string, args: Record<string, unknown>): void {
  const { topic, plain, indexed } = eventOf(abi, eventName)
  const data = encodeAbiParameters(
    plain,
    plain.map(({ name }) => args[name ?? '']),
  )
  const words = indexed.map((input) => encodeAbiParameters([input], [args[input.name ?? '']]))
  frame.emit([topic, ...words], data)
}

/**
 * Runs a message against a state. Each call works on an overlay of its caller's, so a revert takes back the balances,
 * the storage and the events of exactly that call. Gas is not counted: the behaviours under test do not depend on it.
 */
export function runMessage(
  message: Message,
  state: State,
  logs: Emitted[],
  environment: Environment,
  behaviours: Behaviours,
  /** Told the outermost call, with all calls within, once it is over. */
  onTrace?: (trace: Traced) => void,
): Result {
  const roots: Traced[] = []
  const result = enter(message, message.to, true, state, logs, roots)
  onTrace?.(roots[0]!)
  return result

  function enter(
    { from, to: self, data, value }: Message,
    codeAt: Address,
    pays: boolean,
    below: State,
    logsBelow: Emitted[],
    siblings: Traced[],
  ): Result {
    const own = createOverlay(below)
    const ownLogs: Emitted[] = []
    const calls: Traced[] = []
    const trace: Traced | undefined = onTrace && {
      type: pays ? 'CALL' : 'DELEGATECALL',
      from: pays ? from : self,
      to: codeAt,
      value: toHex(value),
      input: data,
      calls,
      logs: [],
    }
    if (trace) siblings.push(trace)
    const failed = (reason: Hex): Result => {
      if (trace) trace.error = 'execution reverted'
      return { ok: false, data: reason }
    }
    if (pays && value > 0n && !pay(own, from, self, value)) return failed('0x')
    const code = codeOf(own, codeAt)
    // What a delegated account (EIP-7702) delegates to is not run here: it answers as one without code.
    const isPlain = code === '0x' || code.startsWith('0xef0100')
    const behaviour = isPlain ? () => '0x' as const : behaviours.get(code)
    if (!behaviour) throw new Error(`nobody wrote down what the code ${code.slice(0, 42)} at ${codeAt} does`)
    const frame: Frame = {
      environment,
      state: own,
      origin: message.from,
      self,
      sender: from,
      value,
      data,
      call: (to, input, sent = 0n) =>
        enter({ from: self, to, data: input, value: sent }, to, true, own, ownLogs, calls),
      delegateCall: (to, input) => enter({ from, to: self, data: input, value }, to, false, own, ownLogs, calls),
      emit: (topics, logged) => {
        const log = { address: getAddress(self), topics, data: logged }
        ownLogs.push(log)
        trace?.logs?.push(log)
      },
    }
    try {
      const returned = behaviour(frame)
      own.commit()
      logsBelow.push(...ownLogs)
      return { ok: true, data: returned }
    } catch (error) {
      if (error instanceof Reverted) return failed(error.data)
      throw error
    }
  }
}

function pay(state: State, from: Address, to: Address, amount: bigint): boolean {
  const balance = nativeBalance(state, from)
  if (balance < amount) return false
  setNativeBalance(state, from, balance - amount)
  setNativeBalance(state, to, nativeBalance(state, to) + amount)
  return true
}
