import { expect, onTestFinished, test } from 'vitest'
import { openChain } from '../../src/chains/openChain.ts'
import { systemClock } from '../../src/host/clock.ts'
import { localDefinition, startAnvil, watchful } from './anvil.ts'
import { startFaultProxy } from './faultProxy.ts'
import { createRecorder } from './recorder.ts'
import { caughtUp } from './senderHarness.ts'

test.each([
  { blockTimeMs: 2_000, questions: 8 },
  { blockTimeMs: 250, questions: 4 },
])('fees of 8 blocks of $blockTimeMs ms take at most $questions questions', async ({ blockTimeMs, questions }) => {
  const anvil = await startAnvil({ args: ['--no-mining'] })
  const proxy = await startFaultProxy(anvil.url)
  const chain = await openChain({
    definition: { ...localDefinition, blockTimeMs },
    endpoints: [{ url: proxy.url }],
    clock: systemClock,
    limits: watchful,
    observe: createRecorder().observe,
  })
  onTestFinished(async () => {
    await chain.close()
    await proxy.stop()
    await anvil.stop()
  })
  for (let block = 0; block < 8; block++) {
    await anvil.mine(1)
    await caughtUp(chain, anvil)
    await Promise.all([chain.fees(), chain.fees()])
  }
  const asked = proxy.calls.filter(({ method }) => method === 'eth_feeHistory').length
  expect(asked).toBeGreaterThan(1)
  expect(asked).toBeLessThanOrEqual(questions)
})
