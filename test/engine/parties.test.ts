import { beforeEach, describe, expect, test } from 'vitest'
import * as bytecode from '../../src/chains/contracts/abi/bytecode.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { createEngine } from '../../src/engine/engine.ts'
import type { World } from '../../src/engine/world.ts'
import { addressesIn } from '../../src/evm/address.ts'
import { nativeToken, permit2Address } from '../../src/interface/limits.ts'
import type { QuoteRequest } from '../../src/interface/quoteShapes.ts'
import { plainCodes } from './scripted/plainCodes.ts'
import { setCode } from './scripted/state.ts'
import { addresses, harborId, owner, usdc, useBench } from './setup.ts'

const bench = useBench({ worker: false, sender: false })
const call = { destinationCallData: '0x12345678', destinationToAddress: addresses.vault } as const
const other = addresses.collector

describe('an owner that is a contract', () => {
  beforeEach(() => setCode(bench.harbor.state(), owner, plainCodes.seven))

  test('on the origin only is told to name an address on the destination', async () => {
    await expect(bench.quote()).rejects.toThrow(/has no code on chain \d+.*refundToAddress/)
    const intent = await bench.quote({ refundToAddress: addresses.recipient })
    const { plan } = await bench.record(intent)
    expect(plan.destination).toMatchObject({ owner: addresses.recipient, refundReceiver: addresses.recipient })
    expect(plan.origin).toMatchObject({ owner, refundReceiver: owner })
  })

  test('on both chains, a delegated account, and a trade on one chain need none', async () => {
    await bench.quote({ destinationChainId: harborId, destinationTokenAddress: addresses.dai, options: {} })
    setCode(bench.island.state(), owner, plainCodes.seven)
    await bench.quote()
    setCode(bench.island.state(), owner, '0x')
    setCode(bench.harbor.state(), owner, `0xef0100${'11'.repeat(20)}`)
    await bench.quote()
  })
})

/** At an address that the service does not know: of an earlier version, or of another operator. */
test.each(Object.entries(bytecode))('%s at any address is no party of an intent', async (_, code) => {
  const paid = await bench.quote()
  bench.deposit(paid)
  await bench.pass(4_000)
  const recover = () =>
    bench.engine.PrepareIntentRecovery({ intentId: paid.intentId, refundToAddress: other }, bench.caller)
  await recover()
  for (const chain of [bench.harbor, bench.island]) setCode(chain.state(), other, code)
  const refused = (field: string) => ({ detail: expect.stringMatching(`^${field}: .* has the code of`) })
  const asks = [
    ['ownerAddress', {}],
    ['ownerAddress', { refundToAddress: addresses.recipient }],
    ['refundToAddress', {}],
    ['destinationToAddress', {}],
    ['destinationToAddress', call],
    ['destinationApproveAddress', call],
  ] as const
  for (const [field, more] of asks)
    await expect(bench.quote({ ...more, [field]: other }), field).rejects.toMatchObject(refused(field))
  await expect(recover()).rejects.toMatchObject(refused('refundToAddress'))
  setCode(bench.harbor.state(), other, '0x')
  await expect(bench.quote({ ownerAddress: other })).rejects.toMatchObject(refused('ownerAddress'))
})

test('what a definition names, our own contracts, the tokens and the zero address are no party, on any chain', async () => {
  const definitions = [...mainnets, ...devnetDefinitions()]
  const chains = new Map(definitions.map((definition) => [definition.id, { id: definition.id, definition }]))
  const world = { ...bench.world, chains } as unknown as World
  const quoteSwap = () => Promise.reject(new Error('nothing is refused so late'))
  const engine = createEngine(world, { quoteSwap, waiters: bench.waiters })
  const ours = addressesIn(world.settings.contracts)
  const accepted: string[] = []
  let asked = 0
  // Tokens that no definition names. Empty call data calls nothing.
  const [originTokenAddress, destinationTokenAddress] = [addresses.recipient, addresses.vault]
  const pair = { ownerAddress: owner, originTokenAddress, destinationTokenAddress, originTokenAmount: usdc(100) }
  for (const [index, { id: originChainId, ...named }] of definitions.entries()) {
    const ends = { originChainId, destinationChainId: definitions[(index + 1) % definitions.length]!.id }
    const shared = addressesIn(named)
    expect(shared.length).toBeGreaterThan(5)
    const ask = async (field: string, address: string, more: object) => {
      asked += 1
      const request = { ...pair, ...ends, ...more, [field]: address } as QuoteRequest
      const answer = await engine.QuoteIntent(request, bench.caller).then(
        () => 'quoted',
        ({ error, detail }) => `${error} ${detail}`,
      )
      if (!answer.startsWith(`InvalidArgument ${field}: `)) accepted.push(`${field} ${address}: ${answer}`)
    }
    for (const address of [
      ...shared,
      ...ours,
      permit2Address,
      originTokenAddress,
      destinationTokenAddress,
      nativeToken,
    ])
      for (const field of ['ownerAddress', 'refundToAddress', 'destinationToAddress'])
        await ask(field, address, { destinationCallData: '0x' })
    for (const address of ours)
      for (const field of ['destinationToAddress', 'destinationApproveAddress']) await ask(field, address, call)
  }
  expect(accepted).toEqual([])
  expect(asked).toBeGreaterThan(1_000)
})
