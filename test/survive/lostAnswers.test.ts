import { afterEach, expect, test } from 'vitest'
import { useHarness } from '../chains/senderHarness.ts'
import { type Fate, type PgProxy, startPgProxy } from './pgProxy.ts'

/** The database ran a sender's write but its answer was lost: the lane continues from its books and pays once. */
const harness = useHarness()
let proxy: PgProxy | undefined

afterEach(async () => {
  await harness.closeWorlds()
  await proxy?.stop()
})

/** The sender's writes for an item, by name and occurrence. */
const writes = [
  { what: 'taking the lane', name: 'lane_lease', nth: 0 },
  { what: 'writing the signed bytes', name: 'commit', nth: 0 },
  { what: 'recording the broadcast', name: 'attempt_record_live', nth: 0 },
  { what: 'recording the block', name: 'attempt_record_live', nth: 1 },
  { what: 'closing the nonce', name: 'commit', nth: 1 },
]
const fates: Fate[] = ['ended', 'answerLost']

for (const { what, name, nth } of writes) {
  for (const fate of fates) {
    test(`${what}, ${fate}: the items are carried out once, and the next ones too`, async () => {
      const fixture = await harness.open({}, async (url) => {
        proxy = await startPgProxy(url)
        return proxy.url
      })
      const [first, second] = [harness.payload(), harness.payload()]
      await fixture.enqueue([{ data: first }])
      let count = 0
      proxy!.fate = ({ text }) => (text === name && count++ === nth ? fate : undefined)
      await fixture.sender().start()
      await fixture.mineUntil(fixture.recorder.until('senderFault', {}))
      proxy!.fate = undefined
      await fixture.mineUntil(allDone(fixture.allDone))
      await fixture.enqueue([{ data: second }])
      await fixture.mineUntil(allDone(fixture.allDone))
      const echoes = await harness.echoes()
      expect([first, second].map((data) => echoes.get(data))).toEqual([1, 1])
    })
  }
}

test('giving the nonce of a refused transaction back, answerLost: its bytes are not sent beside the new ones', async () => {
  const fixture = await harness.open({}, async (url) => {
    proxy = await startPgProxy(url)
    return proxy.url
  })
  const data = harness.payload()
  let refused = 0
  harness.proxy.fault = ({ method }) =>
    method === 'eth_sendRawTransaction' && refused++ === 0
      ? { is: 'error', message: 'intrinsic gas too low' }
      : undefined
  let commits = 0
  proxy!.fate = ({ text }) => (text === 'commit' && ++commits === 2 ? 'answerLost' : undefined)
  await fixture.send(data)
  await fixture.mineUntil(allDone(fixture.allDone))
  expect((await harness.echoes()).get(data)).toBe(1)
  expect((await fixture.attempts()).map(({ nonce, state }) => [nonce, state])).toMatchObject([
    [expect.any(Number), 'rejected'],
    [expect.any(Number), 'confirmed'],
  ])
  expect(new Set((await fixture.attempts()).map(({ nonce }) => nonce)).size).toBe(1)
})

/** Resolves when the outbox is empty. */
async function allDone(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setImmediate(resolve))
}
