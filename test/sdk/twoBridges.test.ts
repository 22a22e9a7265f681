import { type Abi, decodeFunctionData, encodeFunctionData, erc20Abi, pad } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouterStep } from '../../src/intents/wallet.ts'
import { oftAbi, spokePoolAbi } from '../../src/providers/protocolAbis.ts'
import { verifyQuote } from '../../src/sdk/client.ts'
import type { ReadRun } from '../../src/sdk/readCalls.ts'
import { readStep } from '../../src/sdk/readStep.ts'
import { summit, tokens, useService } from '../e2e/setup.ts'
import { askForLargeOrder, smallBridges } from '../e2e/smallBridges.ts'
import { type Answer, rebuild } from './liar.ts'
import { editRun, friend, thief } from './lieTable.ts'

const service = useService()
let honest: Answer
let restore: (() => Promise<void>) | undefined
beforeAll(async () => {
  restore = await smallBridges(service.devnet)
  honest = await service.client.quoteIntent(request())
})
afterAll(() => restore?.())

const request = () => ({
  ...askForLargeOrder,
  ownerAddress: service.devnet.accounts[0]!.address,
  destinationToAddress: friend,
})

const verify = ({ intent }: Answer) => verifyQuote({ intent, request: request(), bounds: {}, nowMs: Date.now() })

/** What the client says to a quote of the lying server, whose addresses agree with its calls. */
function tell(change: (run: ReadRun) => Partial<ReadRun>): string {
  const answer = structuredClone(honest)
  editRun(answer, change)
  try {
    verify(answer)
    return 'believed'
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UntrustedQuote') throw error
    return error.message
  }
}

type Kind = 'across' | 'layerZero'
const abis: Record<Kind, Abi> = {
  across: spokePoolAbi,
  layerZero: oftAbi.filter((entry) => entry.type === 'function' && entry.name === 'send'),
}
const isOf = (by: Kind) => (step: RouterStep) => {
  const read = readStep(step)
  return read.kind === 'bridge' && read.by === by
}

/** The steps with that of one bridge changed. */
const change = (by: Kind, edit: (step: RouterStep) => RouterStep) => (run: ReadRun) => ({
  steps: run.steps.map((step) => (isOf(by)(step) ? edit(step) : step)),
})

const changeArgs = (by: Kind, edit: (args: readonly unknown[]) => readonly unknown[]) =>
  change(by, (step) => {
    const { functionName, args = [] } = decodeFunctionData({ abi: abis[by], data: step.data })
    return { ...step, data: encodeFunctionData({ abi: abis[by], functionName, args: edit(args) }) }
  })

const across = (at: number, value: unknown) => changeArgs('across', (args) => args.with(at, value))
const acrossAmount = (at: number, more: bigint) =>
  changeArgs('across', (args) => args.with(at, (args[at] as bigint) + more))
const send = (param: object) =>
  changeArgs('layerZero', ([before, ...rest]) => [{ ...(before as object), ...param }, ...rest])

test('an honest one is believed: both are counted, and the amount is bound', () => {
  const crossing = verify(honest).crossing
  expect(crossing).toMatchObject({ isBound: true, amount: honest.intent.quote.toAmountMin })
  const same = structuredClone(honest)
  rebuild(same.intent)
  expect(verify(same).crossing).toEqual(crossing)
})

describe('lies about the part that fillers bring', () => {
  test.each([
    ['a thief is paid', across(1, pad(thief)), 'recipient'],
    ['a thief is paid back', across(0, pad(thief)), 'depositor'],
    ['another token goes in', across(2, pad(tokens.dai)), 'inputToken'],
    ['another token comes out', across(3, pad(tokens.dai)), 'outputToken'],
    ['another chain', across(6, BigInt(summit)), 'chain'],
    ['a unit less comes out', acrossAmount(5, -1n), 'less than'],
    ['it promises more than it takes', acrossAmount(4, -5_000_000_000n), 'would give back'],
    [
      'one filler alone for a year',
      changeArgs('across', (args) => args.with(7, pad(thief)).with(10, 31_536_000)),
      'exclusivity',
    ],
    ['a message to run on arrival', across(11, '0x1234'), 'more than to pay'],
    ['another contract', change('across', (step) => ({ ...step, target: thief })), 'target'],
    ['a thief may take the token', change('across', (step) => ({ ...step, spender: thief })), 'spender'],
  ])('%s', (_, lie, gives) => {
    expect(tell(lie)).toContain(gives)
  })
})

describe('lies about the part that a message brings', () => {
  test.each([
    ['a thief is paid', send({ to: pad(thief) }), 'recipient'],
    ['another chain', send({ dstEid: 1 }), 'dstEid'],
    [
      'a unit less arrives',
      changeArgs('layerZero', ([before, ...rest]) => {
        const param = before as { minAmountLD: bigint }
        return [{ ...param, minAmountLD: param.minAmountLD - 1n }, ...rest]
      }),
      'less than',
    ],
    ['a message to run on arrival', send({ composeMsg: '0x1234' }), 'more than to pay'],
    ['a thief gets the change', changeArgs('layerZero', (args) => args.with(2, thief)), 'refundAddress'],
    ['another contract', change('layerZero', (step) => ({ ...step, target: thief })), 'target'],
    ['another token', change('layerZero', (step) => ({ ...step, token: tokens.dai })), 'token'],
  ])('%s', (_, lie, gives) => {
    expect(tell(lie)).toContain(gives)
  })
})

describe('lies about both', () => {
  const of = (run: ReadRun, by: Kind) => run.steps.find(isOf(by))!

  test('a part twice', () => {
    expect(tell((run) => ({ steps: [of(run, 'across'), ...run.steps] }))).toContain('bridge')
    expect(
      tell((run) => ({ steps: [of(run, 'layerZero'), ...run.steps.filter((step) => !isOf('across')(step))] })),
    ).toContain('twice')
  })

  test('one alone', () => {
    expect(tell((run) => ({ steps: run.steps.filter((step) => !isOf('across')(step)) }))).toContain('less than')
  })

  test('a payment between the two', () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, 1n] })
    const steal = (step: RouterStep): RouterStep => ({ ...step, target: tokens.usdt, amount: 0n, data })
    const stolen = tell(({ steps }) => ({
      steps: steps.flatMap((step) => (isOf('across')(step) ? [step, steal(step)] : [step])),
    }))
    expect(stolen).toContain(`.to: is ${thief}`)
  })
})
