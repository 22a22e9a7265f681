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
  const claimed = { ...receipt, destinationTransaction: { ...receipt.destinationTransaction!, txnHash } }
  const proving = { intent, origin: wallet, destination: wallet, readers: { [destinationChainId]: node } }
  return proveReceipt(claimed, { ...proving, appearWithinMs: 0 })
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

/** Proves with the node of the origin alone, as a wallet has it. */
function proveFromOrigin(answers: Record<string, string>) {
  const request = async ({ method }: { method: string }) => answers[method]
  const node = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const origin = { ...wallet, chainId: originChainId }
  const proving = { intent, origin, destination: wallet, readers: { [originChainId]: node } }
  return proveReceipt(receipt, { ...proving, appearWithinMs: 0 })
}

test('a server that says SUCCEEDED while the deposit has not left is refuted by the wallet’s own node', async () => {
  const refuted = { name: 'UntrustedReceipt', field: 'status' }
  await expect(proveFromOrigin({ eth_getCode: '0x' })).rejects.toMatchObject(refuted)
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
  await expect(proveFromOrigin({ eth_getCode: '0x60', eth_call: word(0) })).rejects.toMatchObject(refuted)
  expect(await proveFromOrigin({ eth_getCode: '0x60', eth_call: word(1) })).toMatchObject({
    verified: 'server',
    compared: [expect.stringContaining('the deposit has left')],
  })
})

test('a failed intent whose batch a late payer ran is refuted unless its receipt shows the run', async () => {
  const answers: Record<string, string> = { eth_getCode: '0x60', eth_call: `0x${'1'.padStart(64, '0')}` }
  const request = async ({ method }: { method: string }) => answers[method]
  const node = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const proving = { intent, origin: wallet, destination: wallet, readers: { [destinationChainId]: node } }
  const prove = (status: 'UNKNOWN' | 'SUCCEEDED') => {
    const destinationTransaction = { ...receipt.destinationTransaction!, status }
    return proveReceipt({ ...receipt, status: 'FAILED', refundTransaction: undefined, destinationTransaction }, proving)
  }
  await expect(prove('UNKNOWN')).rejects.toMatchObject({ name: 'UntrustedReceipt', field: 'status' })
  expect(await prove('SUCCEEDED')).toMatchObject({ verified: 'server' })
})
