import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouterStep } from '../../src/intents/wallet.ts'
import { verifyQuote } from '../../src/sdk/client.ts'
import type { ReadRun } from '../../src/sdk/readCalls.ts'
import { readStep } from '../../src/sdk/readStep.ts'
import { tokens, useService } from '../e2e/setup.ts'
import { askForLargeOrder, smallBridges } from '../e2e/smallBridges.ts'
import { type Answer, rebuild } from './liar.ts'
import { acrossAbi, editBridge, editRun, fillLies, friend, messageLies, sendAbi, thief } from './lieTable.ts'

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
function tell(lie: (answer: Answer) => void): string {
  const answer = structuredClone(honest)
  lie(answer)
  try {
    verify(answer)
    return 'believed'
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UntrustedQuote') throw error
    return error.message
  }
}

const isOf = (by: 'across' | 'layerZero') => (step: RouterStep) => {
  const read = readStep(step)
  return read.kind === 'bridge' && read.by === by
}
const addTo = (at: number, more: bigint) => (answer: Answer) =>
  editBridge(answer, acrossAbi, (args) => args.with(at, (args[at] as bigint) + more))

test('an honest one is believed: both are counted, and the amount is bound', () => {
  const crossing = verify(honest).crossing
  expect(crossing).toMatchObject({ isBound: true, amount: honest.intent.quote.toAmountMin })
  const same = structuredClone(honest)
  rebuild(same.intent)
  expect(verify(same).crossing).toEqual(crossing)
})

test.each([...fillLies, ...messageLies])('$name: of either part it is found out', ({ lie }) => {
  expect(tell(lie)).not.toBe('believed')
})

describe('lies about amounts, and about both', () => {
  const route = (change: (run: ReadRun) => RouterStep[]) => (answer: Answer) =>
    editRun(answer, (run) => ({ steps: change(run) }))
  const of = (run: ReadRun, by: 'across' | 'layerZero') => run.steps.find(isOf(by))!
  const steal: Partial<RouterStep> = {
    target: tokens.usdt,
    amount: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, 1n] }),
  }

  test.each<[name: string, lie: (answer: Answer) => void, says: string]>([
    ['a unit less comes out', addTo(5, -1n), 'less than'],
    ['it promises more than it takes', addTo(4, -5_000_000_000n), 'would give back'],
    [
      'a unit less arrives',
      (answer) =>
        editBridge(answer, sendAbi, ([before, ...rest]) => {
          const param = before as { minAmountLD: bigint }
          return [{ ...param, minAmountLD: param.minAmountLD - 1n }, ...rest]
        }),
      'less than',
    ],
    ['a part twice', route((run) => [of(run, 'across'), ...run.steps]), 'bridge'],
    [
      'the other part twice',
      route((run) => [of(run, 'layerZero'), ...run.steps.filter((step) => !isOf('across')(step))]),
      'twice',
    ],
    ['one alone', route((run) => run.steps.filter((step) => !isOf('across')(step))), 'less than'],
    [
      'a payment between the two',
      route(({ steps }) => steps.flatMap((step) => (isOf('across')(step) ? [step, { ...step, ...steal }] : [step]))),
      `.to: is ${thief}`,
    ],
  ])('%s', (_name, lie, says) => {
    expect(tell(lie)).toContain(says)
  })
})
