import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { limits } from '../../src/interface/limits.ts'
import type { Response } from '../../src/interface/operations.ts'
import { createSafe } from './safe.ts'
import {
  balance,
  finished,
  freshAccount,
  fromTo,
  harbor,
  island,
  mined,
  native,
  order,
  passTimeForAll,
  pauseAcross,
  tokens,
  useService,
  walletOf,
} from './setup.ts'
import { createDelegated } from './userOperations.ts'

type Quoted = Response<'QuoteIntent'>['intent']
type Owner = { address: Address; pay(intent: Quoted, amount?: bigint): Promise<Hex> }

/** Where the money of owners with code goes after failures, on either chain, tokens and native: by balances. */
const service = useService({ devnet: {} })

const owners: Record<string, Owner> = {}

beforeAll(async () => {
  const { devnet } = service
  await passTimeForAll(service, 0)
  const [, first, second, third] = devnet.accounts
  const both = await createSafe(devnet, [harbor, island], [first!, second!])
  const alone = await createSafe(devnet, [harbor], [third!])
  const key = await freshAccount(devnet)
  await devnet.faucet(island, native, key.address, 10n ** 18n)
  const delegated = await createDelegated(devnet, [harbor, island], key)
  const payer = walletOf(devnet, harbor, devnet.accounts[6]!)
  for (const { address } of [both, alone]) {
    await devnet.faucet(harbor, tokens.usdc, address, 10n ** 10n)
    await mined(payer, payer.sendTransaction({ to: address, value: 10n ** 18n }))
  }
  /** The deposit as a call: to the token, or to the intent address with native value. */
  const callOf = ({ depositTransaction, originIntentAddress }: Quoted, amount = depositTransaction.amount) => {
    const { tokenAddress } = depositTransaction
    if (tokenAddress === native) return { target: originIntentAddress, value: amount, data: '0x' as Hex }
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [originIntentAddress, amount] })
    return { target: tokenAddress, value: 0n, data }
  }
  const bySafe = ({ address, act }: typeof both): Owner => ({
    address,
    pay: (intent, amount) => {
      const { target, value, data } = callOf(intent, amount)
      return act(harbor, target, data, value)
    },
  })
  owners.safe = bySafe(both)
  owners.originOnly = bySafe(alone)
  owners.delegated = {
    address: delegated.address,
    pay: (intent, amount) => delegated.actByOperation(harbor, [callOf(intent, amount)]),
  }
})

async function committed(owner: Owner, token: Address, extra: object = {}): Promise<Quoted> {
  const intent = await order(service.client, {
    ownerAddress: owner.address,
    ...fromTo([harbor, token, token === native ? 10n ** 17n : 200_000_000n], [island, token]),
    options: { bridgeProvider: 'ACROSS' },
    ...extra,
  })
  return intent
}

async function execute({ intentId }: Quoted, depositTransactionHash: Hex) {
  await service.client.executeIntent({ intentId, depositTransactionHash })
  return finished(service, intentId)
}

const held = (chainId: number, token: Address, who: Address) => balance(service.devnet, chainId, token, who)

let strangers = 0
let recipient: Address
beforeEach(() => {
  recipient = `0x${(0xdead0000 + ++strangers).toString(16).padStart(40, '0')}`
})

/** Code that refuses everything: the recipient still accepted while the quote was made. */
const refuseAt = (address: Address) => {
  const { rpcUrl } = service.devnet.chains.find(({ id }) => id === island)!
  return rpc(rpcUrl, 'anvil_setCode', [address, '0x60006000fd'])
}

const kinds = [
  ['safe', tokens.usdc],
  ['safe', native],
  ['delegated', tokens.usdc],
  ['delegated', native],
] as const
const nameOf = (token: Address) => (token === native ? 'native token' : 'USDC')
const each = kinds.map(([who, token]) => [who, nameOf(token), token] as const)

describe('the origin fails: the owner has it back there, in that transaction', () => {
  test.each(each)('%s, %s', async (who, _name, token) => {
    const owner = owners[who]!
    const intent = await committed(owner, token)
    await pauseAcross(service.devnet, true)
    const hash = await owner.pay(intent)
    const before = await held(harbor, token, owner.address)
    const receipt = await execute(intent, hash)
    await pauseAcross(service.devnet, false)
    expect(receipt.originTransaction.statusReason).toMatch(/^EXECUTION: /)
    expect(receipt.refundTransaction).toMatchObject({ status: 'SUCCEEDED', chainId: harbor })
    expect((await held(harbor, token, owner.address)) - before).toBe(intent.depositTransaction.amount)
    expect(await held(harbor, token, intent.originIntentAddress)).toBe(0n)
  })
})

describe('the destination fails: its money is where the quote said, on that side', () => {
  test.each(each.filter(([, , token]) => token === native))('%s, %s: the owner', async (who, _name, token) => {
    const owner = owners[who]!
    const intent = await committed(owner, token, { destinationToAddress: recipient })
    await refuseAt(recipient)
    const before = await held(island, token, owner.address)
    const receipt = await execute(intent, await owner.pay(intent))
    expect(receipt.refundTransaction).toMatchObject({
      status: 'SUCCEEDED',
      chainId: island,
      toAddress: owner.address,
    })
    const paid = (await held(island, token, owner.address)) - before
    expect(paid).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expect(receipt.refundTransaction?.tokenAmount).toBe(paid)
    expect(await held(island, token, recipient)).toBe(0n)
  })

  test.each(['safe', 'delegated'])('%s, a call in USDC: the owner', async (who) => {
    const owner = owners[who]!
    const { rpcUrl } = service.devnet.chains.find(({ id }) => id === island)!
    const vault = parseAbi(['function deposit(uint256 assets, address receiver)'])
    const args = [BigInt(`0x${'deadbeef'.repeat(8)}`), owner.address] as const
    const intent = await committed(owner, tokens.usdc, {
      destinationToAddress: tokens.vault,
      destinationCallData: encodeFunctionData({ abi: vault, functionName: 'deposit', args }),
    })
    const code = await rpc(rpcUrl, 'eth_getCode', [tokens.vault, 'latest'])
    await rpc(rpcUrl, 'anvil_setCode', [tokens.vault, '0x60006000fd'])
    const before = await held(island, tokens.usdc, owner.address)
    const receipt = await execute(intent, await owner.pay(intent))
    await rpc(rpcUrl, 'anvil_setCode', [tokens.vault, code])
    expect(receipt.refundTransaction).toMatchObject({
      status: 'SUCCEEDED',
      chainId: island,
      toAddress: owner.address,
    })
    const paid = (await held(island, tokens.usdc, owner.address)) - before
    expect(paid).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })

  test('a Safe that is not there: the address that it named', async () => {
    const owner = owners.originOnly!
    const refundToAddress: Address = '0x00000000000000000000000000000000005afe11'
    await expect(committed(owner, native, { destinationToAddress: recipient })).rejects.toThrow(/refundToAddress/)
    const intent = await committed(owner, native, { destinationToAddress: recipient, refundToAddress })
    await refuseAt(recipient)
    const receipt = await execute(intent, await owner.pay(intent))
    const paid = await held(island, native, refundToAddress)
    expect(paid).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expect(receipt.refundTransaction).toMatchObject({ chainId: island, tokenAmount: paid })
    expect(receipt.refundTransaction?.toAddress?.toLowerCase()).toBe(refundToAddress)
    expect(await held(island, native, owner.address)).toBe(0n)
  })
})

test('too little came: it goes back when the time of refunds begins', async () => {
  const { client } = service
  const paid: { intent: Quoted; token: Address; owner: Owner; before: bigint }[] = []
  for (const [who, token] of kinds) {
    const owner = owners[who]!
    const intent = await committed(owner, token)
    await owner.pay(intent, intent.depositTransaction.amount / 2n)
    const before = await held(harbor, token, owner.address)
    await client.executeIntent({ intentId: intent.intentId })
    paid.push({ intent, token, owner, before })
  }
  const half = (intent: Quoted) => intent.depositTransaction.amount / 2n
  await passTimeForAll(service, limits.executeWithinMs)
  await passTimeForAll(service, 60 * 60_000)
  for (const { intent, token, owner, before } of paid) {
    const receipt = await finished(service, intent.intentId)
    expect(receipt.refundTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: half(intent) })
    expect((await held(harbor, token, owner.address)) - before).toBe(half(intent))
    expect(await held(harbor, token, intent.originIntentAddress)).toBe(0n)
  }
})
