import { expect, test } from 'vitest'
import type { Response } from '../../src/interface/operations.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { sampleResponses } from '../wire/samples.ts'
import { post, serve } from './serve.ts'

/** What was stored once and does not fit any more takes nothing else with it. */

const [intent] = sampleResponses.SearchIntents.intents
const [entry] = sampleResponses.GetIntentHistory.intents
const tooLong = `0x${'00'.repeat(600_000)}` as const

test('a row that cannot be printed is left out of a list, and told', async () => {
  const bad = { ...intent!, originMetaTxn: { ...intent!.originMetaTxn, input: tooLong } }
  const { receipt } = entry!
  const badReceipt = { ...receipt, originTransaction: { ...receipt.originTransaction, calldata: tooLong } }
  const { lines, url } = await serve(
    {},
    {
      handlers: {
        SearchIntents: () => ({ intents: [intent!, bad, intent!] }),
        GetIntentHistory: () => ({ intents: [{ ...entry!, receipt: badReceipt }, entry!] }),
      },
    },
  )
  const searched = await post(url, 'SearchIntents', { byOwnerAddress: intent!.ownerAddress })
  expect([searched.status, (searched.body.intents as object[]).length]).toEqual([200, 2])
  const paged = await post(url, 'GetIntentHistory', {})
  expect([paged.status, (paged.body.intents as object[]).length]).toEqual([200, 1])
  const faults = lines.filter(({ msg }) => msg === 'a stored value does not fit into an answer')
  expect(faults).toMatchObject([
    { operation: 'SearchIntents', changes: ['intents[1].originMetaTxn.input: must be at most 524288 bytes'] },
    { operation: 'GetIntentHistory' },
  ])
})

test('a text that is too long is cut, and what is asked for alone is not left out', async () => {
  const answer = (): Response<'GetIntentReceipt'> => {
    const { intentReceipt } = sampleResponses.GetIntentReceipt
    const statusReason = `EXECUTION: ${'x'.repeat(5_000)}`
    return {
      ...sampleResponses.GetIntentReceipt,
      intentReceipt: { ...intentReceipt, originTransaction: { ...intentReceipt.originTransaction, statusReason } },
    }
  }
  const handlers: Handlers = {
    GetIntentReceipt: answer,
    GetIntent: () => ({
      ...sampleResponses.GetIntent,
      intent: { ...intent!, originMetaTxn: { ...intent!.originMetaTxn, input: tooLong } },
    }),
  }
  const { url } = await serve({}, { handlers })
  const cut = await post(url, 'GetIntentReceipt', { intentId: intent!.intentId })
  expect(cut.status).toBe(200)
  expect(
    (cut.body.intentReceipt as { originTransaction: { statusReason: string } }).originTransaction.statusReason,
  ).toMatch(/^EXECUTION: x{1012}…$/)
  expect((await post(url, 'GetIntent', { intentId: intent!.intentId })).body.error).toBe('WebrpcBadResponse')
})
