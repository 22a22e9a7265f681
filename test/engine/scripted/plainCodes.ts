import { concat, encodeFunctionResult, type Hex, multicall3Abi, pad, slice, toHex } from 'viem'
import type { Address } from '../../../src/interface/fields.ts'
import { type Behaviour, decodeCall, Reverted, toWord } from './machine.ts'
import { readSlot } from './state.ts'

/** Bytecode that a real node runs as well: tests that try both put it at an address of their own. */
export const plainCodes = {
  /** Emits its call data as a log without topics. */
  echo: '0x365f5f37365fa000',
  /** Emits an empty log whose only topic is the first word of its call data. */
  topic: '0x5f355f5fa100',
  /** Reverts with the word 0xaa. */
  reverter: '0x60aa5f5260205ffd',
  /** Answers seven to everything. */
  seven: '0x60075f5260205ff3',
  /** Answers with its storage slot 0. */
  slotZero: '0x5f545f5260205ff3',
} as const satisfies Record<string, Hex>

/** Multicall3, as far as the service uses it. Its real code is long, so on scripted chains this stands for it. */
export const multicallCode: Hex = '0x6d756c746963616c6c33'

/** The code under which the engine tries a batch out: gas used, success and what was returned, in one answer. */
const probeCode: Hex =
  '0x602036038060206000375a6000600083600060006000355af15a82036000526020523d600060403e3d6040016000f3'

/** What a batch is said to have used: the chain does not count gas, and fees only need a plausible figure. */
export const gasOfProbe = 300_000n

const multicall: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(multicall3Abi, frame.data)
  if (functionName !== 'aggregate3') throw new Reverted('0x')
  const results = args[0].map(({ target, allowFailure, callData }) => {
    const { ok, data } = frame.call(target, callData)
    if (!ok && !allowFailure) throw new Reverted(data)
    return { success: ok, returnData: data }
  })
  return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })
}

/** Call data is read as if zeros followed it. */
const padEnd = (data: Hex): Hex => pad(data === '0x' ? '0x00' : data, { dir: 'right' })

const probe: Behaviour = (frame) => {
  const target = slice(frame.data, 12, 32)
  const { ok, data } = frame.call(target, slice(frame.data, 32))
  return concat([toWord(gasOfProbe), toWord(ok), data])
}

export const plainBehaviours: readonly (readonly [Hex, Behaviour])[] = [
  [
    plainCodes.echo,
    (frame) => {
      frame.emit([], frame.data)
      return '0x'
    },
  ],
  [
    plainCodes.topic,
    (frame) => {
      frame.emit([padEnd(frame.data)], '0x')
      return '0x'
    },
  ],
  [
    plainCodes.reverter,
    () => {
      throw new Reverted(toWord(0xaan))
    },
  ],
  [plainCodes.seven, () => toWord(7n)],
  [plainCodes.slotZero, ({ state, self }) => toWord(readSlot(state, self, pad(toHex(0))))],
  [multicallCode, multicall],
  [probeCode, probe],
]

/** Each piece of test code at an address of its own. */
export function placePlainCodes(
  place: (address: Address, code: Hex) => void,
): Record<keyof typeof plainCodes, Address> {
  const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
  const contracts = {
    echo: at('ec400'),
    topic: at('70b1c'),
    reverter: at('dead00'),
    seven: at('7777'),
    slotZero: at('51070'),
  }
  place(contracts.echo, plainCodes.echo)
  place(contracts.topic, plainCodes.topic)
  place(contracts.reverter, plainCodes.reverter)
  place(contracts.seven, plainCodes.seven)
  place(contracts.slotZero, plainCodes.slotZero)
  return contracts
}
