import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { deployContracts } from '../../src/chains/contracts/deployContracts.ts'
import { operatorContracts } from '../../src/chains/contracts/operator.ts'
import { openTarget } from '../../src/cli/deploy.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { encodeSubmitGrant, grantTypedData } from '../../src/intents/relayerGrant.ts'
import { encodeDeployAndExecute } from '../../src/intents/wallet.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import { verifyQuote } from '../../src/sdk/verifyQuote.ts'
import {
  balance,
  deposit,
  finished,
  fromTo,
  harbor,
  island,
  native,
  pay,
  type Service,
  settle,
  tokens,
  useService,
} from '../e2e/setup.ts'
import { type Attacker, explained, openAttacker, type Quoted, targetOf, thieves, urlOf } from './setup.ts'

/** What the service refuses over HTTP because money could be frozen by it, and what it says where a contract refused. */
const service = useService()
let attacker: Attacker
let stubborn: `0x${string}`

beforeAll(async () => {
  attacker = await openAttacker(service.devnet, harbor)
  stubborn = await attacker.deploy(thieves.Stubborn)
})

const ask = (extra: object = {}) => ({
  ownerAddress: service.devnet.accounts[0]!.address,
  ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.weth]),
  ...extra,
})
const quote = async (extra: object = {}) => (await service.client.quoteIntent(ask(extra))).intent

describe('contracts that a caller names instead of ours', () => {
  test.each([
    ['svcWalletGuestModuleAddress', 'guest', 'have their grants'],
    ['svcWalletFactoryAddress', 'factory', 'prove themselves'],
  ] as const)('%s with the same code at another address is refused', async (field, name, why) => {
    const copy = `0x${'c0'.repeat(19)}${name.length.toString(16).padStart(2, '0')}` as const
    const code = await rpc(urlOf(service.devnet), 'eth_getCode', [causewayContracts[name], 'latest'])
    await rpc(urlOf(service.devnet), 'anvil_setCode', [copy, code])
    const options = { svcAddressOverrides: { [field]: copy } }
    await expect(quote({ options })).rejects.toMatchObject({
      error: 'InvalidArgument',
      detail: expect.stringContaining(why),
    })
    await quote({ options: { svcAddressOverrides: { [field]: causewayContracts[name] } } })
  })
})

test('our own contracts, shared ones, the tokens and the zero address are no party of an intent, by service and client', async () => {
  const { app, client, devnet } = service
  const { definition } = app.world.chains.get(harbor)!
  const ours = Object.values(causewayContracts)
  const shared = [permit2Address, definition.multicall3, definition.uniswapV2!.router, definition.uniswapV3!.router]
  const lost = [...ours, ...shared, tokens.spokePool, tokens.usdc, tokens.weth, native]
  const owner = devnet.accounts[0]!.address
  // Between chains, so that each side's token and contracts count for each party.
  const crossing = fromTo([harbor, tokens.usdc, 100_000_000n], [island, tokens.weth])
  const fields = ['ownerAddress', 'refundToAddress', 'destinationToAddress', 'destinationApproveAddress'] as const
  const accepted: string[] = []
  for (const address of lost)
    for (const field of fields) {
      const isApprove = field === 'destinationApproveAddress'
      if (isApprove && !ours.some((one) => one === address)) continue
      // Empty call data calls nothing.
      const call = isApprove
        ? { destinationCallData: '0x12345678', destinationToAddress: owner }
        : { destinationCallData: '0x' }
      const request = { ownerAddress: owner, ...crossing, ...call, [field]: address } as const
      const answer = await client.quoteIntent(request).then(
        () => 'quoted',
        ({ error, detail }) => `${error} ${detail}`,
      )
      if (!answer.startsWith(`InvalidArgument ${field}: `)) accepted.push(`${field} ${address}: ${answer}`)
    }
  expect(accepted).toEqual([])
  // A server that quotes them all the same finds no client that signs.
  const request = { ownerAddress: owner, ...crossing }
  const { intent } = await client.quoteIntent(request)
  for (const address of [...ours, permit2Address, tokens.spokePool, tokens.usdc, tokens.weth])
    for (const field of ['ownerAddress', 'refundToAddress', 'destinationToAddress']) {
      const asked = { intent, request: { ...request, [field]: address }, bounds: {}, nowMs: Date.now() }
      expect(() => verifyQuote(asked)).toThrow(`quoteRequest.${field}: is ${address}, a contract `)
    }
})

test('a router or guest of an earlier version or another operator, which does what any caller asks, owns nothing', async () => {
  const target = await openTarget(urlOf(service.devnet), { id: harbor, name: 'Harbor' }, attacker.wallet.account)
  const operator = { name: 'Earlier', signer: attacker.key.address, salt: `0x${'01'.repeat(32)}` } as const
  await deployContracts(target, () => {}, operator)
  const { router, guest } = operatorContracts(operator)
  const refundToAddress = service.devnet.accounts[0]!.address
  for (const ownerAddress of [router, guest])
    for (const more of [{}, { refundToAddress }, { destinationChainId: island, destinationTokenAddress: tokens.usdc }])
      await expect(quote({ ownerAddress, ...more })).rejects.toMatchObject({
        error: 'InvalidArgument',
        detail: expect.stringContaining('does what any caller asks'),
      })
})

test("another operator's relayer with a grant runs nothing of ours", async () => {
  const { devnet, client } = service
  const other = privateKeyToAccount(`0x${'77'.repeat(32)}`)
  const operator = { name: 'Other', signer: other.address }
  const target = await openTarget(urlOf(devnet), { id: harbor, name: 'Harbor' }, attacker.wallet.account)
  await deployContracts(target, () => {}, operator)
  const { guest } = operatorContracts(operator)
  const grant = { relayer: attacker.key.address, validUntil: 2n ** 40n, serial: 1n }
  const signature = await other.signTypedData(grantTypedData(grant, { chainId: harbor, guest, name: operator.name }))
  const shown = await attacker.wallet.sendTransaction({ to: guest, data: encodeSubmitGrant(grant, signature) })
  expect((await attacker.wallet.waitForTransactionReceipt({ hash: shown })).status).toBe('success')

  const intent = await quote()
  await client.commitIntent({ intent })
  const hash = await deposit(devnet, devnet.accounts[0]!, intent)
  const { config, batch } = targetOf(intent.originMetaTxn)
  for (const mode of ['strictly', 'tolerantly'] as const) {
    const data = encodeDeployAndExecute(config, batch, mode)
    const error = await attacker.wallet
      .call({ account: attacker.key.address, to: guest, data })
      .catch((thrown) => thrown)
    // Before the batches open only the executor deploys, so another guest does not even get that far.
    expect(explained(error)).toMatch(/^TooEarly\(/)
  }
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  expect((await finished(service, intent.intentId)).status).toBe('SUCCEEDED')
})

test('an owner that is a contract on the origin only is told to name an address on the destination', async () => {
  const crossing = { ownerAddress: stubborn, destinationChainId: island, destinationTokenAddress: tokens.usdc }
  await expect(quote(crossing)).rejects.toMatchObject({
    error: 'InvalidArgument',
    detail: expect.stringContaining('refundToAddress'),
  })
  const reachable = await quote({ ...crossing, refundToAddress: service.devnet.accounts[0]!.address })
  const { config } = targetOf(reachable.destinationMetaTxn!)
  expect(config.refundReceiver).toBe(service.devnet.accounts[0]!.address)
})

test('the last moments are in order: origin, bridge, destination; a call without a minimum is never open', async () => {
  const across = {
    destinationChainId: island,
    destinationTokenAddress: tokens.usdc,
    options: { bridgeProvider: 'ACROSS' },
  }
  const intent = await quote(across)
  const [origin, destination] = [targetOf(intent.originMetaTxn), targetOf(intent.destinationMetaTxn!)]
  expect(destination.config.refundAt - origin.config.refundAt).toBeGreaterThanOrEqual(180n)
  expect(origin.config.openAt).toBeLessThan(origin.config.refundAt)
  const call = encodeFunctionData({
    abi: parseAbi(['function deposit(uint256 assets, address receiver)']),
    functionName: 'deposit',
    args: [BigInt(`0x${'deadbeef'.repeat(8)}`), attacker.key.address],
  })
  const calling = await quote({ ...across, destinationToAddress: tokens.vault, destinationCallData: call })
  const { config } = targetOf(calling.destinationMetaTxn!)
  expect(config.openAt).toBe(config.refundAt)
})

describe('a call to an address without code', () => {
  const nobody = '0x00000000000000000000000000000000000bad01'
  test('is refused when it is quoted; native token with empty data goes to a plain account', async () => {
    await expect(quote({ destinationToAddress: nobody, destinationCallData: '0x12345678' })).rejects.toMatchObject({
      error: 'InvalidArgument',
      detail: expect.stringContaining('has no code'),
    })
    const { devnet } = service
    const intent = await quote({ destinationTokenAddress: native, destinationToAddress: nobody })
    expect((await settle(service, devnet.accounts[0]!, intent)).status).toBe('SUCCEEDED')
    expect(await balance(devnet, harbor, native, nobody)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })

  test('whose code went after the quote: it failed, the owner has the tokens, and the error is decoded', async () => {
    const { client, devnet } = service
    const target = await attacker.deploy(thieves.Thief)
    const work = encodeFunctionData({
      abi: thieves.Thief.abi,
      functionName: 'work',
      args: [tokens.weth, BigInt(`0x${'deadbeef'.repeat(8)}`)],
    })
    const intent = await quote({ destinationToAddress: target, destinationCallData: work })
    await client.commitIntent({ intent })
    await rpc(urlOf(devnet), 'anvil_setCode', [target, '0x'])
    const before = await balance(devnet, harbor, tokens.weth, devnet.accounts[0]!.address)
    const receipt = await pay(service, devnet.accounts[0]!, intent)
    expect(receipt.status).toBe('FAILED')
    expect(receipt.originTransaction.statusReason).toMatch(/NoCode\(0x\w{40}\)/)
    expect(receipt.originTransaction.statusReason).not.toMatch(/reverted with 0x|Unknown/)
    expect(await balance(devnet, harbor, tokens.weth, target)).toBe(0n)
    const got = (await balance(devnet, harbor, tokens.weth, devnet.accounts[0]!.address)) - before
    expect(got).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })
})

test('leftovers that a contract refuses undo no payment, and the books keep them at the address', async () => {
  const { client, devnet, app } = service
  const recipient = '0x00000000000000000000000000000000000bee01'
  const { intent } = await client.quoteIntent({
    ownerAddress: stubborn,
    ...fromTo([harbor, tokens.usdc], [harbor, native]),
    destinationTokenAmount: 10n ** 16n,
    destinationToAddress: recipient,
  })
  expect((await settle(service, devnet.accounts[1]!, intent)).status).toBe('SUCCEEDED')
  expect(await balance(devnet, harbor, native, recipient)).toBe(10n ** 16n)
  const left = await balance(devnet, harbor, native, intent.originIntentAddress)
  expect(left, 'the swap brought more than exactly that').toBeGreaterThan(0n)
  expect(await restingAt(intent, app)).toBe(left)
})

async function restingAt({ intentId }: Quoted, app: Service['app']): Promise<bigint> {
  const entries = await app.world.store.intents.ledger(intentId)
  return entries
    .filter(({ token, why }) => token === native && why !== 'gas')
    .reduce((sum, { from, to, amount }) => {
      if (to === 'originIntent') return sum + amount
      return from === 'originIntent' ? sum - amount : sum
    }, 0n)
}
