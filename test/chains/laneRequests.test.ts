import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { chainId, useHarness } from './senderHarness.ts'

const harness = useHarness()

/** Nothing is slow by itself here: whatever changes was asked for. */
const settings = { bumpAfterBlocks: 1_000, requestsAfterMs: 0 }
const act = () => ({ actor: 'operator:ada', nowMs: Date.now() })

async function waitingOne(data: Hex) {
  const fixture = await harness.open()
  await fixture.enqueue([{ data }])
  await fixture.sender({ settings }).start()
  await fixture.recorder.until('attempt', { state: 'broadcast' })
  const [lane] = await fixture.store.board.lanes(0)
  assert.ok(lane)
  expect(lane.open).toMatchObject([{ state: 'broadcast', items: 1, replacements: 0 }])
  return { fixture, signer: lane.signer, nonce: lane.open[0]!.nonce, hash: lane.open[0]!.hash }
}

const timesRun = async (data: Hex) => (await harness.echoes()).get(data) ?? 0

test('an operator has a transaction replaced: the same with a higher fee, and only one of them runs', async () => {
  const data: Hex = `0x${'a1'.repeat(32)}`
  const { fixture, signer, nonce, hash } = await waitingOne(data)
  await fixture.store.board.requestReplacement({ chainId, signer, nonce, cancels: false }, act())
  await expect.poll(async () => (await fixture.attempts()).length).toBe(2)
  const [lane] = await fixture.store.board.lanes(0)
  expect(lane!.open).toMatchObject([{ nonce, items: 1, replacements: 1 }])
  expect(lane!.open[0]!.hash).not.toBe(hash)
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  expect((await fixture.attempts()).map(({ state }) => state)).toEqual(['replaced', 'confirmed'])
  expect(await timesRun(data)).toBe(1)
  const audit = await fixture.store.access.audit({ limit: 10 })
  expect(audit[0]).toMatchObject({ actor: 'operator:ada', act: 'transaction.replace', detail: { nonce } })
})

test('an operator has a transaction cancelled: what it carried is sent anew under the next nonce, once', async () => {
  const data: Hex = `0x${'b2'.repeat(32)}`
  const { fixture, signer, nonce } = await waitingOne(data)
  await fixture.store.board.requestReplacement({ chainId, signer, nonce, cancels: true }, act())
  await expect.poll(async () => (await fixture.attempts()).length).toBe(2)
  expect((await fixture.store.board.lanes(0))[0]!.open).toMatchObject([{ nonce, items: 0, replacements: 1 }])
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed', items: 1 }))
  expect(await timesRun(data)).toBe(1)
})

test('a request about a nonce that is over changes nothing', async () => {
  const data: Hex = `0x${'c3'.repeat(32)}`
  const { fixture, signer, nonce } = await waitingOne(data)
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  await fixture.store.board.requestReplacement({ chainId, signer, nonce, cancels: true }, act())
  await fixture.enqueue([{ data: `0x${'d4'.repeat(32)}` }])
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }, 2))
  expect((await fixture.attempts()).map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
})
