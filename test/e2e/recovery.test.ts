import { type Address, erc20Abi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Response } from '../../src/interface/operations.ts'
import { recoverDeposit } from '../../src/sdk/recoverDeposit.ts'
import {
  balance,
  committed,
  deposit,
  execute,
  finished,
  harbor,
  island,
  mined,
  native,
  seenHead,
  tokens,
  useService,
  walletOf,
} from './setup.ts'

const service = useService()

type Quoted = Response<'QuoteIntent'>['intent']
type Prepared = Response<'PrepareIntentRecovery'>

async function carriedOut(userIndex: number): Promise<Quoted> {
  const { client, devnet } = service
  const intent = await committed(service, userIndex)
  await execute({ client, devnet }, devnet.accounts[userIndex]!, intent)
  expect((await finished(service, intent.intentId)).status).toBe('SUCCEEDED')
  return intent
}

async function pay(key: DevnetKey, chainId: number, to: Address, amount: bigint): Promise<void> {
  const wallet = walletOf(service.devnet, chainId, key)
  const args = [to, amount] as const
  const hash = await wallet.writeContract({ address: tokens.usdc, abi: erc20Abi, functionName: 'transfer', args })
  await wallet.waitForTransactionReceipt({ hash })
}

/** As any wallet signs it: by the JSON alone. */
const sign = (key: DevnetKey, { chainId, typedData }: Prepared): Promise<Hex> =>
  walletOf(service.devnet, chainId, key).request({
    method: 'eth_signTypedData_v4',
    params: [key.address, JSON.stringify(typedData)],
  })

/** Anybody sends what was built; here an account that has nothing to do with the intent. */
async function send({ to, data, value, chainId }: Response<'BuildIntentRecoveryTransaction'>): Promise<Hex> {
  const wallet = walletOf(service.devnet, chainId, service.devnet.accounts[9]!)
  const hash = await wallet.sendTransaction({ to, data, value })
  expect((await wallet.waitForTransactionReceipt({ hash })).status).toBe('success')
  return hash
}

const build = ({ intentId, payload, intentAddress }: Prepared, signature: Hex, refundToAddress?: Address) =>
  service.client.buildIntentRecoveryTransaction({ intentId, payload, signature, intentAddress, refundToAddress })

describe('the owner takes money out with a signature that anybody may bring to the chain', () => {
  test('origin, no wallet there yet: the intent then ends as aborted, with the transaction that did it', async () => {
    const { client, devnet } = service
    const [owner, stranger] = [devnet.accounts[0]!, devnet.accounts[1]!]
    const intent = await committed(service, 0)
    const { intentId, originIntentAddress } = intent
    const before = await balance(devnet, harbor, tokens.usdc, owner.address)
    await deposit(devnet, owner, intent)
    const prepared = await client.prepareIntentRecovery({ intentId })
    expect(prepared).toMatchObject({ intentAddress: originIntentAddress, chainId: harbor, intentSource: 'origin' })
    expect(prepared.recoveryTokens).toEqual([
      { chainId: harbor, tokenAddress: tokens.usdc, symbol: 'USDC', decimals: 6, amount: 200_000_000n },
    ])
    await expect(build(prepared, await sign(stranger, prepared))).rejects.toMatchObject({
      error: 'InvalidArgument',
      detail: `signature: is not by the owner ${owner.address}`,
    })
    const signature = await sign(owner, prepared)
    await expect(build(prepared, signature, stranger.address)).rejects.toMatchObject({
      error: 'InvalidArgument',
      detail: expect.stringMatching(/^payload.encoded: sends to /),
    })
    const built = await build(prepared, signature)
    expect(built).toMatchObject({ requiresDeploy: true, payloadHash: prepared.payloadHash, value: 0n })
    const abortTransactionHash = await send(built)
    expect(await balance(devnet, harbor, tokens.usdc, owner.address)).toBe(before)
    await expect(build(prepared, signature)).rejects.toMatchObject({ detail: expect.stringContaining('NonceUsed') })
    await seenHead(devnet, service.app.world.chains.get(harbor)!)
    const abort = { intentId, chainId: harbor, abortTransactionHash }
    expect(await client.abortIntent(abort)).toEqual({ intentId, status: 'FAILED' })
    expect(await client.abortIntent(abort)).toEqual({ intentId, status: 'FAILED' })
    const { intentReceipt } = await client.getIntentReceipt({ intentId })
    expect(intentReceipt.depositTransaction.statusReason).toMatch(/^ABORTED: /)
    expect(intentReceipt.refundTransaction).toMatchObject({
      status: 'SUCCEEDED',
      statusReason: 'ABORTED: the owner took the money out of the intent address',
      txnHash: abortTransactionHash,
      tokenAmount: 200_000_000n,
    })
  })

  test('origin, the wallet exists: what came after the end goes where the owner says', async () => {
    const { client, devnet } = service
    const [owner, other] = [devnet.accounts[2]!, devnet.accounts[3]!]
    const { intentId, originIntentAddress } = await carriedOut(2)
    await pay(owner, harbor, originIntentAddress, 3_000_000n)
    const refundToAddress = other.address
    const prepared = await client.prepareIntentRecovery({ intentId, refundToAddress })
    const built = await build(prepared, await sign(owner, prepared), refundToAddress)
    expect(built).toMatchObject({ requiresDeploy: false, to: originIntentAddress })
    const before = await balance(devnet, harbor, tokens.usdc, refundToAddress)
    await send(built)
    expect((await balance(devnet, harbor, tokens.usdc, refundToAddress)) - before).toBe(3_000_000n)
  })

  test('destination, before and after its wallet exists, and another token than the quoted one beside it', async () => {
    const { client, devnet } = service
    const owner = devnet.accounts[4]!
    const [fresh, used] = [await committed(service, 4), await carriedOut(4)]
    for (const { intentId, destinationIntentAddress } of [fresh, used]) {
      const address = destinationIntentAddress!
      await pay(owner, island, address, 5_000_000n)
      const wallet = walletOf(devnet, island, owner)
      await mined(wallet, wallet.sendTransaction({ to: address, value: 10n ** 15n }))
      const prepared = await client.prepareIntentRecovery({ intentId, intentAddress: address })
      expect(prepared).toMatchObject({ intentSource: 'destination', chainId: island })
      // Those of the route come first.
      const found = prepared.recoveryTokens?.map(({ tokenAddress }) => tokenAddress)
      expect(new Set(found)).toEqual(new Set([tokens.usdc, native]))
      const before = await balance(devnet, island, tokens.usdc, owner.address)
      const built = await build(prepared, await sign(owner, prepared))
      expect(built.requiresDeploy).toBe(intentId === fresh.intentId)
      await send(built)
      expect((await balance(devnet, island, tokens.usdc, owner.address)) - before).toBe(5_000_000n)
      expect(await balance(devnet, island, native, address)).toBe(0n)
    }
  })
})

test('nothing there, a foreign address, the zero address, a changed payload: refused with the field', async () => {
  const { client, devnet } = service
  const owner = devnet.accounts[5]!
  const intent = await committed(service, 5)
  const { intentId, originIntentAddress } = intent
  const refused = async (ask: object, detail: RegExp) =>
    expect(client.prepareIntentRecovery({ intentId, ...ask })).rejects.toMatchObject({
      error: 'InvalidArgument',
      detail: expect.stringMatching(detail),
    })
  await refused({}, /^intentId: .* holds no listed token/)
  await refused({ tokenAddress: tokens.dai }, /^tokenAddress: .* holds nothing of/)
  await refused({ intentAddress: owner.address }, /^intentAddress: is not an address of the intent/)
  await deposit(devnet, owner, intent)
  await refused({ refundToAddress: native }, /^refundToAddress: is the zero address/)
  await refused({ refundToAddress: originIntentAddress }, /^refundToAddress: is the intent address itself/)
  const prepared = await client.prepareIntentRecovery({ intentId })
  const signature = await sign(owner, prepared)
  const encoded: Hex = `${prepared.payload.encoded.slice(0, -2) as Hex}01`
  await expect(build({ ...prepared, payload: { ...prepared.payload, encoded } }, signature)).rejects.toMatchObject({
    detail: 'payload.encoded: is not as PrepareIntentRecovery returned it',
  })
})

test('an abort is believed only with a transaction of the owner that emptied the address', async () => {
  const { client, devnet } = service
  const [owner, stranger] = [devnet.accounts[6]!, devnet.accounts[7]!]
  const intent = await committed(service, 6)
  const { intentId, originIntentAddress } = intent
  const depositHash = await deposit(devnet, owner, intent)
  const refused = async (abortTransactionHash: Hex, detail: RegExp, chainId: number = harbor) =>
    expect(client.abortIntent({ intentId, chainId, abortTransactionHash })).rejects.toMatchObject({
      error: 'InvalidArgument',
      detail: expect.stringMatching(detail),
    })
  await seenHead(devnet, service.app.world.chains.get(harbor)!)
  await refused(`0x${'11'.repeat(32)}`, /is in no block of chain/)
  await refused(depositHash, /is no transaction by which the owner .* acts at/)
  await refused(depositHash, /^chainId: the intent has no address on chain 31339$/, 31339)
  const wallet = walletOf(devnet, harbor, stranger)
  const theirs = await wallet.sendTransaction({ to: originIntentAddress, value: 1n })
  await wallet.waitForTransactionReceipt({ hash: theirs })
  await seenHead(devnet, service.app.world.chains.get(harbor)!)
  await refused(theirs, /is no transaction by which the owner/)
  // The owner empties the address and pays again: what is there can still be carried out.
  const prepared = await client.prepareIntentRecovery({ intentId })
  const taken = await send(await build(prepared, await sign(owner, prepared)))
  await deposit(devnet, owner, intent)
  await seenHead(devnet, service.app.world.chains.get(harbor)!)
  await refused(taken, /^abortTransactionHash: 200000000 base units of .* are still at/)
  await client.executeIntent({ intentId })
  expect((await finished(service, intentId)).status).toBe('SUCCEEDED')
  await expect(client.abortIntent({ intentId, chainId: harbor, abortTransactionHash: taken })).rejects.toMatchObject({
    error: 'IntentStatus',
  })
})

test('taken out by the owner alone, with the client library: the intent ends as aborted, and the chains show the same', async () => {
  const { client, devnet } = service
  const owner = devnet.accounts[7]!
  const intent = await committed(service, 7)
  await deposit(devnet, owner, intent)
  const { txnHashes } = await recoverDeposit({ intent, wallet: walletOf(devnet, harbor, owner) })
  await seenHead(devnet, service.app.world.chains.get(harbor)!)
  const abort = { intentId: intent.intentId, chainId: harbor, abortTransactionHash: txnHashes.at(-1)! }
  expect(await client.abortIntent(abort)).toEqual({ intentId: intent.intentId, status: 'FAILED' })
})

test('the receipt of an aborted intent can be rebuilt from the chains', async () => {
  expect(await service.expectReceipts()).toBeGreaterThan(0)
})
