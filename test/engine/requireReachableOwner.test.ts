import { beforeEach, expect, test } from 'vitest'
import { plainCodes } from './scripted/plainCodes.ts'
import { setCode } from './scripted/state.ts'
import { addresses, harborId, owner, useBench } from './setup.ts'

const bench = useBench({ worker: false, sender: false })
beforeEach(() => setCode(bench.harbor.state(), owner, plainCodes.seven))

test('an owner that is a contract on the origin only is told to name an address on the destination', async () => {
  await expect(bench.quote()).rejects.toThrow(/has no code on chain \d+.*refundToAddress/)
  const intent = await bench.quote({ refundToAddress: addresses.recipient })
  const { plan } = await bench.record(intent)
  expect(plan.destination).toMatchObject({ owner: addresses.recipient, refundReceiver: addresses.recipient })
  expect(plan.origin).toMatchObject({ owner, refundReceiver: owner })
})

test('a contract on both chains, a delegated account, and a trade on one chain need none', async () => {
  await bench.quote({ destinationChainId: harborId, destinationTokenAddress: addresses.dai, options: {} })
  setCode(bench.island.state(), owner, plainCodes.seven)
  await bench.quote()
  setCode(bench.island.state(), owner, '0x')
  setCode(bench.harbor.state(), owner, `0xef0100${'11'.repeat(20)}`)
  await bench.quote()
})
