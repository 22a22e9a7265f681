import assert from 'node:assert/strict'
import { concat, decodeFunctionData, encodeAbiParameters, encodeEventTopics } from 'viem'
import { beforeAll, test } from 'vitest'
import {
  arachnidDeployer,
  causewayContracts,
  deployments,
  deploySalt,
} from '../../src/chains/contracts/abi/addresses.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import { groupItems } from '../../src/chains/send/groupItems.ts'
import { createGuestBundler } from '../../src/chains/send/guestBundler.ts'
import { senderDefaults } from '../../src/chains/send/sender.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { type Batch, batchDigest, encodeDeployAndExecute, type WalletConfig } from '../../src/intents/wallet.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { OutboxItem } from '../../src/stores/store.ts'
import { keys } from './anvil.ts'
import { submitGrant } from './grant.ts'
import { chainId, echo, reverter, useHarness } from './senderHarness.ts'

const owner = createPrivateKeySigner(keys[1]!).address
const bundler = createGuestBundler(causewayContracts.guest)
const harness = useHarness()

beforeAll(async () => {
  for (const { initCode } of deployments) {
    await harness.anvil.rpc('eth_sendTransaction', [
      { from: owner, to: arachnidDeployer, data: concat([deploySalt, initCode]), gas: '0x989680' },
    ])
    await harness.anvil.mine(1)
  }
  for (const key of keys) {
    const grant = await submitGrant(chainId, createPrivateKeySigner(key).address)
    await harness.anvil.rpc('eth_sendTransaction', [{ from: owner, ...grant, gas: '0x30d40' }])
    await harness.anvil.mine(1)
  }
  assert.notEqual(await harness.anvil.rpc('eth_getCode', [causewayContracts.guest, 'latest']), '0x')
})

/** What a relayer sends for an intent: deploy its wallet and run the one batch it commits to. */
function execution(salt: bigint, to: Address, data: Hex): { to: Address; data: Hex; gasLimit: bigint } {
  const call = {
    to,
    value: 0n,
    data,
    gasLimit: 0n,
    delegateCall: false,
    onlyFallback: false,
    behaviorOnError: 1 as const,
  }
  const batch: Batch = { chainId, calls: [call], space: 0n, nonce: 0n }
  const config: WalletConfig = {
    owner,
    refundReceiver: owner,
    executor: causewayContracts.guest,
    openAt: 9_999_999_999n,
    refundAt: 9_999_999_999n,
    salt,
    batches: [batchDigest(batch)],
  }
  return { to: causewayContracts.guest, data: encodeDeployAndExecute(config, batch, 'strictly'), gasLimit: 400_000n }
}

test('many items travel in one transaction; one that fails spoils no other, and is not sent again from here', async () => {
  const fixture = await harness.open()
  const payloads = [1, 2, 3, 4].map((n): Hex => `0x${n.toString(16).padStart(64, 'b')}`)
  const items = payloads.map((data, index) => execution(BigInt(index), echo, data))
  items.splice(2, 0, execution(99n, reverter, '0x01'))
  await fixture.enqueue(items)
  await fixture.sender({ bundler }).start()
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  assert.deepEqual(
    fixture.recorder.of('attempt', { state: 'confirmed' }).map(({ items, why }) => [items, why]),
    [[5, '1 of 5 elements failed']],
  )
  const echoes = await harness.echoes()
  assert.deepEqual(
    payloads.map((data) => echoes.get(data)),
    [1, 1, 1, 1],
  )
  assert.equal(await fixture.allDone(), true)
  assert.equal((await fixture.attempts()).length, 1)
})

test('an element went through only if the guest says so for its place and its wallet', async () => {
  const items = [1n, 2n, 3n].map((salt) => ({
    ...execution(salt, echo, '0x01'),
    id: Number(salt),
    intentId: '0x' as const,
    chainId,
    leg: 'origin' as const,
    value: 0n,
    createdAtMs: 0,
  }))
  const call = bundler.bundle(items)
  const { args } = decodeFunctionData({ abi: intentGuestAbi, data: call.data })
  const hashes = (args![0] as readonly { imageHash: Hex }[]).map(({ imageHash }) => imageHash)
  const done = (index: number, imageHash: Hex, success = true, address: Address = causewayContracts.guest) => ({
    address,
    topics: encodeEventTopics({
      abi: intentGuestAbi,
      eventName: 'ElementDone',
      args: { index: BigInt(index), imageHash },
    }) as Hex[],
    data: encodeAbiParameters([{ type: 'bool' }, { type: 'bytes' }], [success, '0x']),
    blockNumber: 1,
    blockHash: '0x' as const,
    transactionHash: '0x' as const,
    logIndex: index,
  })
  const failed = (...logs: ReturnType<typeof done>[]) => bundler.failedElements({ logs }, call)
  const [first, second, third] = hashes as [Hex, Hex, Hex]
  assert.deepEqual(failed(done(0, first), done(1, second), done(2, third)), [])
  assert.deepEqual(failed(done(0, first), done(1, second, false), done(2, third)), [1])
  assert.deepEqual(failed(done(0, second), done(1, first), done(2, third)), [0, 1], 'swapped places')
  assert.deepEqual(failed(done(0, first), done(1, second), done(2, third, true, echo)), [2], 'not the guest')
  assert.deepEqual(failed(done(0, first)), [1, 2], 'events that are missing')
  const ofEarlier = { logs: hashes.map((hash, index) => done(index, hash, true, echo)) }
  assert.deepEqual(bundler.failedElements(ofEarlier, { ...call, to: echo }), [], 'the guest of an earlier version')
  assert.deepEqual(failed(done(0, first), done(7, second), done(2, third)), [1], 'a place that is not there')
})

test('items are grouped within the bounds, oldest first; what cannot share goes alone', () => {
  const item = (id: number, more: Partial<OutboxItem> = {}): OutboxItem => ({
    ...execution(BigInt(id), echo, '0x01'),
    id,
    intentId: '0x',
    chainId,
    leg: 'origin',
    value: 0n,
    createdAtMs: 0,
    ...more,
  })
  const ids = (groups: OutboxItem[][]) => groups.map((group) => group.map(({ id }) => id))
  const settings = { ...senderDefaults, bundleItemsMax: 2, bundleGasMax: 1_000_000n }
  const grouped = (items: OutboxItem[], alone: number[] = []) =>
    ids(groupItems(items, { bundler, sendUnbundled: new Set(alone), settings }))
  assert.deepEqual(grouped([item(1), item(2), item(3)]), [[1, 2], [3]])
  assert.deepEqual(grouped([item(1), item(2), item(3)], [2]), [[1, 3], [2]])
  assert.deepEqual(grouped([item(1), item(2, { to: echo }), item(3, { value: 1n })]), [[1], [2], [3]])
  assert.deepEqual(grouped([item(1, { gasLimit: 700_000n }), item(2)]), [[1], [2]])
})
