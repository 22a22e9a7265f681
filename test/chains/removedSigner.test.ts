import { expect, test } from 'vitest'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { createSignerGasBalance } from '../../src/engine/execute/signerGasBalance.ts'
import { systemClock } from '../../src/host/clock.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { keys } from './anvil.ts'
import { chainId, useHarness } from './senderHarness.ts'

const harness = useHarness()

test('the gas of a signer that is configured no more stops counting with the first turn of a process without it', async () => {
  const { store, chain, recorder, sender } = await harness.open()
  const [kept, removed] = keys.slice(0, 2).map(createPrivateKeySigner)
  const balances = await Promise.all([kept!, removed!].map(({ address }) => chain.balance(nativeToken, address)))
  // A new one each time: what it found is remembered for some seconds.
  const gas = () => createSignerGasBalance({ store, chains: new Map([[chainId, chain]]), clock: systemClock })(chainId)

  const both = sender({ signers: [kept!, removed!] })
  await both.start()
  await recorder.until('laneTaken', {}, 2)
  await both.stop()
  expect(await gas()).toBe(balances[0]! + balances[1]!)

  const one = sender({ signers: [kept!] })
  await one.start()
  await recorder.until('laneTaken', {}, 3)
  await one.stop()
  expect(await gas()).toBe(balances[0])
})
