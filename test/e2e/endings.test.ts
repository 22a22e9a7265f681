import { encodeErrorResult, encodeFunctionData, erc20Abi, parseAbi, size, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { limits } from '../../src/interface/limits.ts'
import type { Response } from '../../src/interface/operations.ts'
import {
  balance,
  committed,
  deposit,
  finished,
  harbor,
  island,
  native,
  passTime,
  passTimeForAll,
  pay,
  quoted,
  restingPlaces,
  summit,
  tokens,
  useService,
  walletOf,
} from './setup.ts'

const { executeWithinMs } = limits
const refundAfterMs = 60 * 60_000

const service = useService({ devnet: {} })

type Quoted = Response<'QuoteIntent'>['intent']

const ledgerOf = (intent: Quoted) => service.app.world.store.intents.ledger(intent.intentId)

async function expectNothingLeft(intent: Quoted): Promise<void> {
  const left = Object.keys(restingPlaces(await ledgerOf(intent))).filter((key) => key.includes('Intent'))
  expect(left).toEqual([])
  expect(
    await balance(service.devnet, harbor, intent.depositTransaction.tokenAddress, intent.originIntentAddress),
  ).toBe(0n)
}

test('a chain without a block for ten minutes is quoted over a bridge that checks the time of the quote', async () => {
  const { clock } = service.app.world
  const { nowMs } = clock
  clock.nowMs = () => nowMs() + 10 * 60_000
  const options = { bridgeProvider: 'ACROSS' }
  await expect(quoted(service, 0, { options })).resolves.toMatchObject({ originChainId: harbor })
  clock.nowMs = nowMs
})

test('a failure at the destination pays the owner at the destination', async () => {
  const { devnet } = service
  const user = devnet.accounts[3]!
  const vault = parseAbi(['function deposit(uint256 assets, address receiver)'])
  const destinationCallData = encodeFunctionData({
    abi: vault,
    functionName: 'deposit',
    args: [BigInt(`0x${'deadbeef'.repeat(8)}`), user.address],
  })
  const intent = await committed(service, 3, { destinationToAddress: tokens.vault, destinationCallData })
  // The vault works while the quote is made, and breaks before the call.
  const { rpcUrl } = devnet.chains.find(({ id }) => id === island)!
  const code = await rpc(rpcUrl, 'eth_getCode', [tokens.vault, 'latest'])
  await rpc(rpcUrl, 'anvil_setCode', [tokens.vault, revertingWith('gone\u0000away')])
  const before = await balance(devnet, island, tokens.usdc, user.address)
  const receipt = await pay(service, user, intent)
  await rpc(rpcUrl, 'anvil_setCode', [tokens.vault, code])
  expect(receipt.status).toBe('FAILED')
  // A stranger's contract may return bytes that no database stores.
  expect(receipt.destinationTransaction?.statusReason).toBe(
    `DESTINATION_CALL: the destination call failed; the owner was paid on the destination chain (call ${destinationCallData.slice(0, 10)} to ${tokens.vault}: Error(gone away))`,
  )
  expect(receipt.refundTransaction?.chainId).toBe(island)
  const paid = (await balance(devnet, island, tokens.usdc, user.address)) - before
  expect(paid).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  expect(receipt.refundTransaction?.tokenAmount).toBe(paid)
  await expectNothingLeft(intent)
})

/** Code that refuses every call in these words: they lie behind the twelve bytes that copy and return them. */
function revertingWith(words: string): `0x${string}` {
  const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [words] })
  const length = toHex(size(data), { size: 1 }).slice(2)
  return `0x60${length}600c60003960${length}6000fd${data.slice(2)}`
}

test('a burn whose message can only be delivered after the time of refunds: it is delivered, and goes to the owner there', async () => {
  const { devnet } = service
  const user = devnet.accounts[4]!
  const ask = { destinationChainId: summit, destinationTokenAddress: tokens.usdc, options: { bridgeProvider: 'CCTP' } }
  const intent = await committed(service, 4, ask)
  const before = await balance(devnet, summit, tokens.usdc, user.address)
  // Refunds at the destination start later than at the origin, by the bridge's time.
  await passTime(devnet, summit, refundAfterMs / 1_000 + 3_600)
  const receipt = await pay(service, user, intent)
  expect(receipt.status).toBe('FAILED')
  expect(receipt.refundTransaction).toMatchObject({ status: 'SUCCEEDED', chainId: summit })
  const paid = (await balance(devnet, summit, tokens.usdc, user.address)) - before
  expect(paid).toBeGreaterThan(0n)
  expect(receipt.refundTransaction?.tokenAmount).toBe(paid)
  await expectNothingLeft(intent)
})

describe('deposits that come wrong', () => {
  test('none: the intent lapses, executed or not, and says so to a late caller', async () => {
    const { client } = service
    const [executed, never] = [await committed(service, 5), await committed(service, 5)]
    await client.executeIntent({ intentId: executed.intentId })
    await passTimeForAll(service, executeWithinMs)
    const receipt = await finished(service, executed.intentId)
    expect(receipt.status).toBe('FAILED')
    expect(receipt.depositTransaction.statusReason).toBe('LAPSED: no deposit came within 10 minutes of the commit')
    await expect(
      client.executeIntent({ intentId: executed.intentId, depositTransactionHash: `0x${'11'.repeat(32)}` }),
    ).rejects.toMatchObject({ error: 'IntentStatus' })
    expect((await finished(service, never.intentId)).status).toBe('FAILED')
    await expect(client.executeIntent({ intentId: never.intentId })).rejects.toMatchObject({
      error: 'QuoteExpired',
      detail: 'the 10 minutes after the commit are over; quote and commit again',
    })
  })

  test('too little, also of the native token, another token, and after the end: each goes back once the contract allows it', async () => {
    const { client, devnet } = service
    const user = devnet.accounts[7]!
    const before = {
      usdc: await balance(devnet, harbor, tokens.usdc, user.address),
      dai: await balance(devnet, harbor, tokens.dai, user.address),
    }
    const little = await committed(service, 7)
    await deposit(devnet, user, little, little.depositTransaction.amount / 2n)
    await client.executeIntent({ intentId: little.intentId })
    const other = await committed(service, 7)
    await walletOf(devnet, harbor, user).writeContract({
      address: tokens.dai,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [other.originIntentAddress, 5n * 10n ** 18n],
    })
    await client.executeIntent({ intentId: other.intentId })
    const coin = await committed(service, 8, { originTokenAddress: native, originTokenAmount: 10n ** 17n })
    await deposit(devnet, devnet.accounts[8]!, coin, 10n ** 16n)
    await client.executeIntent({ intentId: coin.intentId })
    const late = await committed(service, 7)
    await client.executeIntent({ intentId: late.intentId })
    const all = [little, other, late, coin]
    await passTimeForAll(service, executeWithinMs)
    const lapsed = await finished(service, late.intentId)
    expect(lapsed.status).toBe('FAILED')
    await deposit(devnet, user, late)

    await passTimeForAll(service, refundAfterMs)
    const [a, b] = [await finished(service, little.intentId), await finished(service, other.intentId)]
    const c = await finished(service, coin.intentId)
    expect(a.refundTransaction).toMatchObject({
      status: 'SUCCEEDED',
      statusReason: expect.stringMatching(/^TOO_LITTLE: /),
    })
    expect(b.refundTransaction).toMatchObject({
      status: 'SUCCEEDED',
      statusReason: expect.stringMatching(/^WRONG_TOKEN: /),
    })
    expect(c.refundTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: 10n ** 16n })
    await expectRefunded(late)
    expect(await balance(devnet, harbor, tokens.usdc, user.address)).toBe(before.usdc)
    expect(await balance(devnet, harbor, tokens.dai, user.address)).toBe(before.dai)
    for (const intent of all) await expectNothingLeft(intent)
  })
})

/** A late deposit never changes the status; its refund is appended to the receipt. */
async function expectRefunded(intent: Quoted): Promise<void> {
  const read = () => service.client.waitIntentReceipt({ intentId: intent.intentId })
  await expect.poll(async () => (await read()).intentReceipt.refundTransaction?.status).toBe('SUCCEEDED')
  const { intentReceipt, receiptStates } = await read()
  expect(intentReceipt.status).toBe('FAILED')
  expect(receiptStates.at(-1)).toBe('SUCCEEDED')
}
