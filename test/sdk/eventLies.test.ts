import { beforeAll, describe, expect, test } from 'vitest'
import type { IntentEvent } from '../../src/interface/eventShapes.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { printJson } from '../../src/interface/json.ts'
import { type Client, createClient, followProven, waitIntent } from '../../src/sdk/client.ts'
import { fromTo, harbor, island, order, settle, tokens, useService, walletOf } from '../e2e/setup.ts'

const service = useService()
let honest: IntentEvent[]
let ended: { intentId: Hex; other: Hex; open: Hex }

beforeAll(async () => {
  const ids = [await run(0), await run(1)]
  const intent = await order(service.client, { ...request, ownerAddress: owner(2) })
  ended = { intentId: ids[0]!, other: ids[1]!, open: intent.intentId }
  honest = await all(service.client.followIntent(ended.intentId))
})

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = []
  for await (const event of events) seen.push(event)
  return seen
}

const owner = (index: number) => service.devnet.accounts[index]!.address
const request = fromTo([harbor, tokens.usdc, 100_000_000n], [island, tokens.usdc])

async function run(index: number): Promise<Hex> {
  const { intent } = await service.client.quoteIntent({ ...request, ownerAddress: owner(index) })
  await settle(service, service.devnet.accounts[index]!, intent)
  return intent.intentId
}

const readers = () => ({
  [harbor]: walletOf(service.devnet, harbor, service.devnet.accounts[0]!),
  [island]: walletOf(service.devnet, island, service.devnet.accounts[0]!),
})

/** A server whose stream says what the test makes of the real one. */
function streaming(events: readonly unknown[]): Client {
  const lines = events.map((event) => `id: ${(event as { id: number }).id}\ndata: ${printJson(event)}\n\n`)
  const lying: typeof fetch = async (input, init) =>
    String(input).endsWith('/events')
      ? new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } })
      : fetch(input, init)
  return createClient({ url: service.app.url, fetch: lying })
}

const last = () => honest.at(-1)!
type Edit = Partial<Record<keyof IntentEvent, unknown>>
const lastIs = (edit: Edit) => [...honest.slice(0, -1), { ...last(), ...edit }]

describe('lies in the stream of events', () => {
  test('without a lie it is told to its end, and the chain agrees', async () => {
    const watch = { client: service.client, intentId: ended.intentId, readers: readers() }
    expect(await all(followProven(watch))).toEqual(honest)
    expect(last()).toMatchObject({ kind: 'intent.succeeded', status: 'SUCCEEDED' })
  })

  test.each<[name: string, events: () => readonly unknown[]]>([
    ['of another intent', () => lastIs({ intentId: ended.other })],
    ['all of another intent', () => honest.map((event) => ({ ...event, intentId: ended.other }))],
    ['succeeded under the name of a failure', () => lastIs({ kind: 'intent.failed' })],
    ['a failure under the name of success', () => lastIs({ status: 'FAILED' })],
    ['back from execution to a commitment', () => lastIs({ kind: 'intent.committed', status: 'COMMITTED' })],
    ['succeeded while a leg is pending', () => lastIs({ receiptStates: ['SUCCEEDED', 'PENDING', 'PENDING'] })],
    ['succeeded while a leg has failed', () => lastIs({ receiptStates: ['SUCCEEDED', 'SUCCEEDED', 'FAILED'] })],
    ['an unknown status', () => lastIs({ status: 'WON' })],
    ['an unknown kind', () => lastIs({ kind: 'intent.paid' })],
    ['no status', () => lastIs({ status: undefined })],
    ['a hash that is none', () => lastIs({ transactions: [{ ...last().transactions[0], txnHash: '0x12' }] })],
    ['states without end', () => lastIs({ receiptStates: Array.from({ length: 1_000 }, () => 'SUCCEEDED') })],
  ])('%s', async (_name, events) => {
    const followed = all(streaming(events()).followIntent(ended.intentId, { failuresMax: 0 }))
    await expect(followed).rejects.toThrow(/^event: |an event of another form/)
  })

  test('succeeded before it was paid, or failed though it was: the caller’s nodes know better', async () => {
    const early = honest.map((event) => ({ ...event, intentId: ended.open }))
    const client = streaming(early)
    await expect(all(followProven({ client, intentId: ended.open, readers: readers() }))).rejects.toMatchObject({
      name: 'UntrustedReceipt',
    })
    const failed = lastIs({ kind: 'intent.failed', status: 'FAILED' })
    await expect(
      all(followProven({ client: streaming(failed), intentId: ended.intentId, readers: readers() })),
    ).rejects.toMatchObject({ name: 'UntrustedReceipt', field: 'status' })
  })

  test('escapes in a reason do not reach the terminal', async () => {
    const statusReason = 'SLIPPAGE: \u001b[2J\u202egone\r\nSUCCEEDED'
    const [first] = honest
    const events = [
      { ...first!, transactions: [{ type: 'ORIGIN', chainId: 1, status: 'FAILED', statusReason }] },
      ...honest.slice(1),
    ]
    const [event] = await all(streaming(events).followIntent(ended.intentId))
    expect(event?.transactions[0]?.statusReason).toBe('SLIPPAGE:  [2J gone SUCCEEDED')
  })

  test('an event that was told twice, or out of order, is told once', async () => {
    const seen = await all(
      streaming([honest[0], ...honest.slice(0, -1), honest[0], last(), honest[0]]).followIntent(ended.intentId),
    )
    expect(seen).toEqual(honest)
  })
})

describe('lies in waits', () => {
  const answering = (edit: (answer: Record<string, unknown>) => void): Client => {
    const lying: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init)
      if (!String(input).endsWith('/WaitIntentReceipt')) return reply
      const answer = (await reply.json()) as Record<string, unknown>
      edit(answer)
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
    }
    return createClient({ url: service.app.url, fetch: lying })
  }
  const receiptOf = (answer: Record<string, unknown>) => answer.intentReceipt as Record<string, unknown>

  test.each<[name: string, edit: (answer: Record<string, unknown>) => void]>([
    ['the receipt of another intent', (answer) => Object.assign(receiptOf(answer), { intentId: ended.other })],
    ['over, and still executing', (answer) => Object.assign(receiptOf(answer), { status: 'EXECUTING' })],
    ['succeeded, and not over', (answer) => Object.assign(answer, { done: false })],
  ])('%s: not believed, with or without nodes', async (_name, edit) => {
    const watch = { client: answering(edit), intentId: ended.intentId }
    await expect(waitIntent(watch)).rejects.toMatchObject({ name: 'UntrustedReceipt' })
    await expect(waitIntent({ ...watch, readers: readers() })).rejects.toMatchObject({ name: 'UntrustedReceipt' })
  })
})
