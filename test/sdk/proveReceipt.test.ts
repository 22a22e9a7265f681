import { createClient, custom, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { proveReceipt } from '../../src/sdk/proveReceipt.ts'
import { sampleResponses } from '../wire/samples.ts'

const { intent } = sampleResponses.QuoteIntent
const txnHash = `0x${'11'.repeat(32)}` as const
const { originChainId, destinationChainId, intentId } = intent
const receipt = {
  ...sampleResponses.GetIntentReceipt.intentReceipt,
  ...{ intentId, originChainId, destinationChainId, status: 'SUCCEEDED' as const },
}
const wallet = {
  chainId: destinationChainId,
  address: zeroAddress,
  config: {
    ...{ owner: zeroAddress, refundReceiver: zeroAddress, executor: zeroAddress },
    ...{ openAt: 0n, refundAt: 0n, salt: 0n, batches: [] },
  },
  batch: { chainId: destinationChainId, calls: [], space: 0n, nonce: 0n },
}

/** Proves a delivery with a node that knows its chain and answers this to the question for a receipt. */
function proveWith(answer: () => null) {
  const request = async ({ method }: { method: string }) => (method === 'eth_chainId' ? destinationChainId : answer())
  const node = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const told = { ...receipt, destinationTransaction: { ...receipt.destinationTransaction!, txnHash } }
  const proving = { intent, origin: wallet, destination: wallet, readers: { [destinationChainId]: node } }
  return proveReceipt(told, { ...proving, appearWithinMs: 0 })
}

test('a node without the transaction contradicts the server', async () => {
  await expect(proveWith(() => null)).rejects.toMatchObject({ name: 'UntrustedReceipt' })
})

test('a node that fails says nothing against the server: the error is the node’s', async () => {
  const dead = proveWith(() => {
    throw new Error('connection refused')
  })
  await expect(dead).rejects.toMatchObject({ name: 'Error', message: expect.stringContaining('could not be asked') })
})
