import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { limits } from '../../src/interface/limits.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { post, serve } from './serve.ts'

setFlagsFromString('--expose_gc')
const collect: () => void = runInNewContext('gc')
const heapMb = () => {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

/** As large as a body may be, with an address that nobody has sent before, and what makes the exact reader read it. */
function body(at: number): string {
  const address = `0x${at.toString(16).padStart(40, 'a')}`
  const begun = `{"big":12345678901234567890,"intent":{"ownerAddress":"${address}"},"pad":"`
  return `${begun}${'z'.repeat(limits.bodyBytesMax - begun.length - 2)}"}`
}

test('bodies of strangers are not kept for an address that is remembered of each', async () => {
  const handlers: Handlers = { CommitIntent: () => expect.fail('it is no intent') }
  const { url } = await serve({}, { handlers })
  const send = async (at: number) => (await post(url, 'CommitIntent', body(at))).status
  for (let i = 0; i < 20; i++) await send(i)
  const before = heapMb()
  const count = 100
  for (let i = 20; i < 20 + count; i++) expect(await send(i)).toBe(400)
  expect(heapMb() - before).toBeLessThan((count * limits.bodyBytesMax) / 1e6 / 4)
})
