import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { deployContracts } from '../../src/chains/contracts/deployContracts.ts'
import { localContracts, operatorContracts } from '../../src/chains/contracts/operator.ts'
import { openTarget } from '../../src/cli/deploy.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { addressesIn } from '../../src/evm/address.ts'
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

/** What the service refuses over HTTP because it could freeze money, and how it words a contract's refusal. */
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

test('a client signs for no quote that names our contracts of any version, shared ones or the tokens as a party, on either side', async () => {
  const owner = service.devnet.accounts[0]!.address
  // No swap: a quote that swaps on both sides, as today's prices may want, asks for one more bound.
  const request = {
    ownerAddress: owner,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [island, tokens.usdc]),
  } as const
  const { intent } = await service.client.quoteIntent(request)
  const earlier = operatorContracts({ name: 'Earlier', signer: owner, salt: `0x${'01'.repeat(32)}` })
  const contracts = [localContracts, earlier]
  const { multicall3, spokePool, vault, aave, cctp } = tokens
  const shared = [permit2Address, multicall3, spokePool, vault, aave.pool, cctp.tokenMessenger, tokens.usdc, tokens.dai]
  const verify = (more: object) =>
    verifyQuote({ intent, request: { ...request, ...more }, bounds: {}, nowMs: Date.now(), contracts })
  verify({})
  for (const field of ['ownerAddress', 'refundToAddress', 'destinationToAddress', 'destinationApproveAddress'])
    for (const address of [...addressesIn(contracts), ...shared])
      expect(() => verify({ [field]: address })).toThrow(`quoteRequest.${field}: is ${address}, a contract `)
})

test('contracts of an earlier version or another operator, which do what any caller asks, are no party', async () => {
  const target = await openTarget(urlOf(service.devnet), { id: harbor, name: 'Harbor' }, attacker.wallet.account)
  const operator = { name: 'Earlier', signer: attacker.key.address, salt: `0x${'01'.repeat(32)}` } as const
  await deployContracts(target, () => {}, operator)
  for (const address of addressesIn(operatorContracts(operator)))
    for (const field of ['ownerAddress', 'refundToAddress', 'destinationToAddress'])
      await expect(quote({ [field]: address })).rejects.toMatchObject({
        error: 'InvalidArgument',
        detail: expect.stringMatching(`^${field}: .* has the code of an intent contract`),
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
    // Before the batches open only the executor deploys, so another guest fails even earlier.
    expect(explained(error)).toMatch(/^TooEarly\(/)
  }
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  expect((await finished(service, intent.intentId)).status).toBe('SUCCEEDED')
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
