import assert from 'node:assert/strict'
import { keccak256 } from 'viem'
import { test } from 'vitest'
import { type CrashPoint, senderCrashPoints } from '../../src/chains/send/sender.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { deferred } from '../deferred.ts'
import { keys } from './anvil.ts'
import { caughtUp, censor, chainId, reverter, until, useHarness } from './senderHarness.ts'

const harness = useHarness()

const never = new Promise<never>(() => {})
const states = (attempts: { state: string }[]) => attempts.map(({ state }) => state)

async function assertOnce(...payloads: Hex[]): Promise<void> {
  const echoes = await harness.echoes()
  assert.deepEqual(
    payloads.map((data) => echoes.get(data) ?? 0),
    payloads.map(() => 1),
  )
}

test('items are signed, written, sent, mined and settled at finality; the legs say where they are', async () => {
  const fixture = await harness.open()
  const [first, second] = [harness.payload(), harness.payload()]
  const [intentId] = await fixture.enqueue([{ data: first }, { data: second }])
  await fixture.sender().start()
  await fixture.recorder.until('attempt', { state: 'broadcast' }, 2)
  assert.equal(
    (await fixture.store.intents.find(intentId!))?.legs.find(({ leg }) => leg === 'origin')?.status,
    'RELAYED',
  )
  await harness.anvil.mine(1)
  await fixture.recorder.until('attempt', { state: 'mined' }, 2)
  assert.deepEqual(states(await fixture.attempts()), ['broadcast', 'broadcast']) // in a block, but not final
  assert.equal(
    (await fixture.store.intents.find(intentId!))?.legs.find(({ leg }) => leg === 'origin')?.status,
    'MINING',
  )
  await harness.anvil.mine(4)
  await fixture.recorder.until('attempt', { state: 'confirmed' }, 2)
  assert.deepEqual(states(await fixture.attempts()), ['confirmed', 'confirmed'])
  assert.equal(await fixture.pendingCount(), 0)
  await assertOnce(first, second)
})

test('a reply that is lost after the node took the transaction leads to the same bytes again, not to a second transaction', async () => {
  const { data, ...fixture } = await harness.open()
  let lost = 0
  harness.proxy.fault = (call) =>
    call.method === 'eth_sendRawTransaction' && lost++ === 0 ? { is: 'loseReply' } : undefined
  await fixture.send(data)
  await fixture.recorder.until('attempt', { state: 'indeterminate' })
  await fixture.recorder.until('attempt', { state: 'broadcast' })
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  assert.equal((await fixture.attempts()).length, 1)
  assert.ok(lost > 1)
  await assertOnce(data)
})

const crashes: CrashPoint[] = senderCrashPoints.filter(
  (name) => !['replacement.planned', 'cancellation.planned', 'rejection.recorded'].includes(name),
)
for (const point of crashes) {
  test(`a process that dies at ${point} leaves nothing undone and nothing done twice`, async () => {
    const fixture = await harness.open()
    const payloads = [harness.payload(), harness.payload(), harness.payload()]
    await fixture.enqueue(payloads.map((data) => ({ data })))
    const { crashPoint, death } = freezeAt(point)
    const settings = { laneLeaseMs: 1_000 }
    const dead = fixture.sender({ settings, crashPoint })
    await dead.start()
    await fixture.mineUntil(death)
    await fixture.sender({ settings }).start()
    const settled = async () => {
      const attempts = await fixture.attempts()
      return attempts.length === 3 && attempts.every(({ state }) => state === 'confirmed')
    }
    await fixture.mineUntil(until(settled))
    await assertOnce(...payloads)
  })
}

/** A process that stops for ever at a point: it holds its lane until the time is over and takes no further step. */
function freezeAt(point: CrashPoint): {
  crashPoint: (name: CrashPoint) => Promise<void> | undefined
  death: Promise<void>
} {
  const { promise: death, resolve: died } = deferred()
  const crashPoint = (name: CrashPoint) => {
    if (name !== point) return undefined
    died()
    return never
  }
  return { crashPoint, death }
}

test('a node that finds the fee too low gets both fees raised by 15 % under the same nonce', async () => {
  const { data, ...fixture } = await harness.open()
  let refused = 0
  harness.proxy.fault = (call) =>
    call.method === 'eth_sendRawTransaction' && refused++ === 0
      ? { is: 'error', message: 'replacement transaction underpriced' }
      : undefined
  await fixture.send(data)
  await fixture.recorder.until('attempt', { state: 'broadcast' })
  const { rows } = await fixture.store.pool.query(
    'select nonce, state, max_fee_per_gas as fee, max_priority_fee_per_gas as tip from attempts order by id',
  )
  assert.equal(rows.length, 2)
  assert.equal(rows[0].nonce, rows[1].nonce)
  assert.ok(BigInt(rows[1].fee) * 100n >= BigInt(rows[0].fee) * 115n)
  assert.ok(BigInt(rows[1].tip) * 100n >= BigInt(rows[0].tip) * 115n)
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  assert.deepEqual(states(await fixture.attempts()), ['replaced', 'confirmed'])
  await assertOnce(data)
})

test('the older of two under one nonce may be the one that is mined', async () => {
  const { data, ...fixture } = await harness.open()
  const raws: Hex[] = []
  harness.proxy.fault = (call) => {
    if (call.method !== 'eth_sendRawTransaction') return undefined
    raws.push(call.params[0] as Hex)
    return { is: 'answer', result: keccak256(raws.at(-1)!) } // taken, says the node, and keeps it
  }
  await fixture.enqueue([{ data }])
  await fixture.sender({ settings: { bumpAfterBlocks: 2 } }).start()
  await fixture.mineUntil(until(() => new Set(raws).size >= 2))
  await harness.anvil.rpc('eth_sendRawTransaction', [raws[0]])
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  const attempts = await fixture.attempts()
  assert.equal(attempts[0]!.state, 'confirmed')
  assert.ok(attempts.slice(1).every(({ state }) => state === 'replaced'))
  assert.equal(await fixture.pendingCount(), 0)
  await assertOnce(data)
})

test('a replaced transaction that is mined and lost to a reorg names its intent each time, also after a restart', async () => {
  const fixture = await harness.open({ finality: [{ belowUsd: Number.POSITIVE_INFINITY, depth: 8 }] })
  const raws: Hex[] = []
  harness.proxy.fault = (call) => {
    if (call.method !== 'eth_sendRawTransaction') return undefined
    raws.push(call.params[0] as Hex)
    return { is: 'answer', result: keccak256(raws.at(-1)!) } // taken, says the node, and keeps it
  }
  const intentIds = await fixture.enqueue([{ data: harness.payload() }])
  const first = fixture.sender({ settings: { bumpAfterBlocks: 2 } })
  await first.start()
  await fixture.mineUntil(until(() => new Set(raws).size >= 2))
  await first.stop()
  await fixture.sender().start()
  const hash = await harness.anvil.rpc<Hex>('eth_sendRawTransaction', [raws[0]])
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'mined', hash }))
  await caughtUp(fixture.chain, harness.anvil)
  await harness.anvil.reorg(3)
  await fixture.recorder.until('attempt', { state: 'reorged', hash })
  for (const line of fixture.recorder.of('attempt')) assert.deepEqual(line.intentIds, intentIds, line.state)
})

test('blocks alone do not make a transaction slow: where they come fast, some time has to pass too', async () => {
  const fixture = await harness.open()
  censor(harness.proxy, keccak256, () => true)
  await fixture.enqueue([{ data: harness.payload() }])
  await fixture.sender({ settings: { bumpAfterBlocks: 2, bumpAfterMs: 60_000 } }).start()
  await fixture.mineUntil(until(async () => (await fixture.attempts()).length === 1))
  const from = (await fixture.chain.head()).number
  await fixture.mineUntil(until(async () => (await fixture.chain.head()).number > from + 10))
  assert.equal((await fixture.attempts()).length, 1)
})

test('past the cap a stuck transaction is cancelled, and its item goes again only when the cancellation is final', async () => {
  const { data, ...fixture } = await harness.open()
  const mark = data.slice(2)
  censor(harness.proxy, keccak256, (raw) => raw.includes(mark))
  const intentIds = await fixture.enqueue([{ data }])
  await fixture.sender({ settings: { bumpAfterBlocks: 2, feeCapFactor: 1n } }).start()
  await fixture.mineUntil(until(async () => (await fixture.attempts()).length === 2))
  assert.equal(await fixture.pendingCount(), 0)
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed', items: 0 }))
  harness.proxy.fault = undefined
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed', items: 1 }))
  for (const line of fixture.recorder.of('attempt')) assert.deepEqual(line.intentIds, intentIds, line.state)
  const attempts = await fixture.attempts()
  const mined = attempts.filter(({ state }) => state === 'confirmed')
  assert.equal(new Set(mined.map(({ nonce }) => nonce)).size, mined.length)
  await assertOnce(data)
})

for (const [point, feeCapFactor] of [
  ['replacement.planned', 3n],
  ['cancellation.planned', 1n],
] as const) {
  test(`a process that dies at ${point} leaves a nonce under which only one can win`, async () => {
    const { data, ...fixture } = await harness.open()
    censor(harness.proxy, keccak256, (raw) => raw.includes(data.slice(2)))
    await fixture.enqueue([{ data }])
    const settings = { laneLeaseMs: 1_000, bumpAfterBlocks: 2, feeCapFactor }
    const { crashPoint, death } = freezeAt(point)
    const dead = fixture.sender({ settings, crashPoint })
    await dead.start()
    await fixture.mineUntil(death)
    harness.proxy.fault = undefined
    await fixture.sender({ settings: { laneLeaseMs: 1_000 } }).start()
    await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed', items: 1 }))
    await fixture.mineUntil(until(async () => (await fixture.store.attempts.live(chainId)).length === 0))
    await assertOnce(data)
  })
}

test('a process that dies after giving a nonce back has given it back once', async () => {
  const { data, ...fixture } = await harness.open()
  const refused = createPrivateKeySigner(keys[1]!)
  let refusals = 0
  harness.proxy.fault = ({ method }) =>
    method === 'eth_sendRawTransaction' && refusals++ === 0
      ? { is: 'error', message: 'intrinsic gas too low' }
      : undefined
  await fixture.enqueue([{ data }])
  const { crashPoint, death } = freezeAt('rejection.recorded')
  const dead = fixture.sender({ signers: [refused], crashPoint })
  await dead.start()
  await death
  await fixture.sender().start()
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  await assertOnce(data)
})

test('a nonce that something else used frees its item only at finality', async () => {
  const { data, ...fixture } = await harness.open()
  const thief = createPrivateKeySigner(keys[0]!)
  censor(harness.proxy, keccak256, (raw) => raw.includes(data.slice(2)))
  await fixture.send(data)
  await fixture.recorder.until('attempt', { state: 'broadcast' })
  const [attempt] = await fixture.attempts()
  const raw = await thief.signTransaction({
    chainId,
    nonce: attempt!.nonce,
    to: thief.address,
    data: '0x',
    value: 0n,
    gas: 21_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 2_000_000_000n,
  })
  await harness.anvil.rpc('eth_sendRawTransaction', [raw])
  await harness.anvil.mine(1)
  await caughtUp(fixture.chain, harness.anvil)
  await harness.anvil.mine(2)
  await caughtUp(fixture.chain, harness.anvil)
  assert.equal((await fixture.attempts()).length, 1)
  assert.equal(await fixture.pendingCount(), 0) // used, but not final: nothing may be signed for it yet
  harness.proxy.fault = undefined
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  const attempts = await fixture.attempts()
  assert.deepEqual(states(attempts), ['replaced', 'confirmed'])
  assert.notEqual(attempts[0]!.nonce, attempts[1]!.nonce)
  await assertOnce(data)
})

for (const depth of [1, 2, 3, 4, 5, 6]) {
  test(`a reorg of ${depth} under a mined transaction sends the same bytes again`, async () => {
    const { data, ...fixture } = await harness.open({ finality: [{ belowUsd: Number.POSITIVE_INFINITY, depth: 8 }] })
    await fixture.send(data)
    await fixture.recorder.until('attempt', { state: 'broadcast' })
    await harness.anvil.mine(1)
    await fixture.recorder.until('attempt', { state: 'mined' })
    if (depth > 1) await harness.anvil.mine(depth - 1)
    await caughtUp(fixture.chain, harness.anvil)
    await harness.anvil.reorg(depth)
    await fixture.recorder.until('attempt', { state: 'reorged' })
    await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
    assert.equal((await fixture.attempts()).length, 1)
    await assertOnce(data)
  })
}

test('a reorg below the first block that a restarted process knows sends the same bytes again', async () => {
  const { data, ...fixture } = await harness.open({ finality: [{ belowUsd: Number.POSITIVE_INFINITY, depth: 4 }] })
  await fixture.enqueue([{ data }])
  const first = fixture.sender()
  await first.start()
  await fixture.recorder.until('attempt', { state: 'broadcast' })
  await harness.anvil.mine(1)
  await fixture.recorder.until('attempt', { state: 'mined' })
  await first.stop()
  await harness.anvil.mine(2)
  await fixture.sender({ chain: await fixture.freshClient() }).start()
  await until(() => fixture.recorder.of('attempt').filter(({ state }) => state === 'mined').length >= 2)
  await harness.anvil.reorg(3)
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  assert.equal((await fixture.attempts()).length, 1)
  await assertOnce(data)
})

test('a lane belongs to one process: another gets it when the first lets go, and goes on with the next nonce', async () => {
  const fixture = await harness.open()
  const [first, second] = [harness.payload(), harness.payload()]
  const holder = fixture.sender()
  await holder.start()
  await fixture.recorder.until('laneTaken')
  const heir = fixture.sender()
  await heir.start()
  await fixture.enqueue([{ data: first }])
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  assert.equal(fixture.recorder.of('laneTaken').length, 1)
  await holder.stop()
  await fixture.recorder.until('laneTaken', {}, 2)
  await fixture.enqueue([{ data: second }])
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }, 2))
  const attempts = await fixture.attempts()
  assert.equal(attempts[1]!.nonce, attempts[0]!.nonce + 1)
  await assertOnce(first, second)
})

test('two processes with a lane each share one outbox and carry out every item once', async () => {
  const fixture = await harness.open()
  const payloads = Array.from({ length: 40 }, harness.payload)
  await fixture.enqueue(payloads.map((data) => ({ data })))
  const signers = keys.slice(0, 2).map(createPrivateKeySigner)
  for (const signer of signers) await fixture.sender({ signers: [signer], settings: { inFlightMax: 4 } }).start()
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }, payloads.length))
  await assertOnce(...payloads)
  assert.equal(new Set(fixture.recorder.of('attempt').map(({ signer }) => signer)).size, 2)
})

test('a lane without gas is an alert, signs nothing, and the others do the work', async () => {
  const { data, ...fixture } = await harness.open()
  const poor = createPrivateKeySigner(`0x${'42'.repeat(32)}`)
  await fixture.enqueue([{ data }])
  const sender = fixture.sender({ signers: [poor] })
  await sender.start()
  // Once on schedule, and once before it would have signed.
  await fixture.recorder.until('gasBalance', { signer: poor.address, low: true }, 2)
  await sender.stop()
  assert.deepEqual(await fixture.attempts(), [])
  assert.equal(await fixture.pendingCount(), 1)
  assert.equal(await fixture.store.attempts.nextNonce(chainId, poor.address), undefined)
  await fixture.sender().start()
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  await assertOnce(data)
})

test('an item that every node turns away goes back to its intent after a few tries, and holds nobody up', async () => {
  const fixture = await harness.open()
  const good = harness.payload()
  await fixture.enqueue([{ data: harness.payload(), gasLimit: 40_000_000n }, { data: good }])
  await fixture.sender().start()
  const over = until(() => fixture.allDone())
  await fixture.mineUntil(over)
  const refused = (await fixture.attempts()).filter(({ state }) => state === 'rejected' || state === 'replaced')
  assert.equal(refused.length, 3)
  await assertOnce(good)
})

test('a transaction that reverts is settled as reverted and not sent again', async () => {
  const fixture = await harness.open()
  await fixture.enqueue([{ to: reverter, data: harness.payload() }])
  await fixture.sender().start()
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'reverted' }))
  assert.equal((await fixture.attempts()).length, 1)
  assert.equal(await fixture.pendingCount(), 0)
})
