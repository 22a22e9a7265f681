import { encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Response } from '../../src/interface/operations.ts'
import {
  balance,
  deposit,
  execute,
  finished,
  fromTo,
  harbor,
  island,
  native,
  type Service,
  sendDeposit,
  tokens,
  useService,
  walletOf,
} from './setup.ts'

const service = useService()

type Ask = Parameters<Service['client']['quoteIntent']>[0]
type Quoted = Response<'QuoteIntent'>['intent']
const recipient = '0x00000000000000000000000000000000000ece19'

async function committed(ask: Partial<Ask>): Promise<Quoted> {
  const { intent } = await service.client.quoteIntent({
    ownerAddress: service.devnet.accounts[0]!.address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.dai]),
    ...ask,
  } as Ask)
  await service.client.commitIntent({ intent })
  return intent
}

const rpcUrlOf = (chainId: number) => service.devnet.chains.find(({ id }) => id === chainId)!.rpcUrl

async function pay(token: `0x${string}`, to: `0x${string}`, amount: bigint, payer = 9, chainId: number = harbor) {
  const wallet = walletOf(service.devnet, chainId, service.devnet.accounts[payer]!)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  const call = token === native ? { to, value: amount } : { to: token, data }
  const hash = await wallet.sendTransaction(call)
  await wallet.waitForTransactionReceipt({ hash })
  return hash
}

/** The receipt at the end, compared with the chains as all are. */
async function ended(intent: Quoted) {
  const receipt = await finished(service, intent.intentId)
  await service.expectReceipts()
  return receipt
}

const amountsOf = ({ moves = [] }: Awaited<ReturnType<typeof ended>>, why: string): bigint[] =>
  moves.filter((move) => move.why === why).map(({ amount }) => amount)

describe('whoever gets it and whoever pays', () => {
  test('the owner is the recipient and paid too much: what is left over is no delivery', async () => {
    const intent = await committed({})
    await deposit(service.devnet, service.devnet.accounts[0]!, intent, intent.depositTransaction.amount + 5_000_000n)
    await service.client.executeIntent({ intentId: intent.intentId })
    const receipt = await ended(intent)
    expect(amountsOf(receipt, 'leftover')).toEqual([5_000_000n])
    expect(receipt.summary.originTokenAmount).toBe(intent.depositTransaction.amount + 5_000_000n)
  })

  test('an exact output to the owner itself: the surplus is left over, and did not arrive', async () => {
    const wanted = 50n * 10n ** 18n
    const intent = await committed({ originTokenAmount: undefined, destinationTokenAmount: wanted })
    await execute(service, service.devnet.accounts[0]!, intent)
    expect((await ended(intent)).summary.destinationTokenAmount).toBe(wanted)
  })

  test('two strangers pay a part each, and the receipt names them', async () => {
    const intent = await committed({ destinationToAddress: recipient })
    const half = intent.depositTransaction.amount / 2n
    await pay(tokens.usdc, intent.originIntentAddress, half, 7)
    await pay(tokens.usdc, intent.originIntentAddress, intent.depositTransaction.amount - half, 8)
    await service.client.executeIntent({ intentId: intent.intentId })
    const receipt = await ended(intent)
    expect(receipt.moves?.filter(({ from }) => from === 'payer')).toHaveLength(2)
    expect(receipt.depositTransaction.fromAddress).toBe(service.devnet.accounts[8]!.address)
  })
})

describe('native token, which leaves no events', () => {
  const coin = { originTokenAddress: native, originTokenAmount: parseEther('0.1') } as const

  test('too much of it, and a second time in the block of the batch', async () => {
    const user = service.devnet.accounts[1]!
    const intent = await committed({ ...coin, ownerAddress: user.address, destinationToAddress: recipient })
    const { amount } = intent.depositTransaction
    const hash = await deposit(service.devnet, user, intent, amount + 3n)
    await rpc(rpcUrlOf(harbor), 'evm_setAutomine', [false])
    try {
      await sendDeposit(service.devnet, user, intent, amount)
      await service.client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
      const { attempts } = service.app.world.store
      const isSent = async () =>
        (await attempts.ofLeg(intent.intentId, 'origin')).some(({ state }) => state === 'broadcast')
      await expect.poll(isSent, { interval: 20 }).toBe(true)
    } finally {
      await rpc(rpcUrlOf(harbor), 'evm_mine', [])
      await rpc(rpcUrlOf(harbor), 'evm_setAutomine', [true])
    }
    const receipt = await ended(intent)
    expect(amountsOf(receipt, 'leftover')).toEqual([amount + 3n])
    expect(receipt.summary.originTokenAmount).toBe(amount * 2n + 3n)
  })

  test('dust of the token that is to arrive is delivered with it', async () => {
    const intent = await committed({ destinationTokenAddress: native, destinationToAddress: recipient })
    await pay(native, intent.originIntentAddress, 5n)
    const before = await balance(service.devnet, harbor, native, recipient)
    await execute(service, service.devnet.accounts[0]!, intent)
    const { summary } = await ended(intent)
    expect(summary.destinationTokenAmount).toBe((await balance(service.devnet, harbor, native, recipient)) - before)
  })
})

describe('over a bridge', () => {
  const crossing = { destinationChainId: island, destinationTokenAddress: tokens.usdc, destinationToAddress: recipient }

  test('dust at the far end is of whoever sent it, and not of the bridge', async () => {
    const intent = await committed(crossing)
    await service.devnet.faucet(island, tokens.usdc, service.devnet.accounts[9]!.address, 1_000n)
    await pay(tokens.usdc, intent.destinationIntentAddress!, 9n, 9, island)
    await execute(service, service.devnet.accounts[0]!, intent)
    const receipt = await ended(intent)
    expect(receipt.moves).toContainEqual(
      expect.objectContaining({ from: 'payer', to: 'destinationIntent', amount: 9n, why: 'deposit' }),
    )
  })
})

// The comparison itself must be able to fail: one unit, one hash, one place.
type Receipt = Awaited<ReturnType<typeof ended>>
type Edited = Pick<Receipt, 'summary' | 'status' | 'depositTransaction' | 'originTransaction' | 'moves'>
test.each<[name: string, edit: (receipt: Receipt) => Partial<Edited>]>([
  ['status', () => ({ status: 'FAILED' })],
  ['paid in', ({ summary }) => ({ summary: { ...summary, originTokenAmount: summary.originTokenAmount + 1n } })],
  [
    'arrived',
    ({ summary }) => ({ summary: { ...summary, destinationTokenAmount: summary.destinationTokenAmount - 1n } }),
  ],
  ['not arrived', ({ summary }) => ({ summary: { ...summary, arrived: undefined } })],
  ['payer', ({ depositTransaction }) => ({ depositTransaction: { ...depositTransaction, fromAddress: recipient } })],
  [
    'deposit',
    ({ depositTransaction: leg }) => ({ depositTransaction: { ...leg, tokenAmount: leg.tokenAmount! + 1n } }),
  ],
  [
    'hash',
    ({ originTransaction: leg, depositTransaction: { txnHash } }) => ({ originTransaction: { ...leg, txnHash } }),
  ],
  ['a move less', ({ moves }) => ({ moves: moves?.slice(1) })],
  ['a move twice', ({ moves }) => ({ moves: [...(moves ?? []), ...(moves?.slice(0, 1) ?? [])] })],
  [
    'gas',
    ({ moves }) => ({ moves: moves?.map((one) => (one.why === 'gas' ? { ...one, amount: one.amount + 1n } : one)) }),
  ],
  ['place', ({ moves }) => ({ moves: moves?.map((one) => (one.why === 'fee' ? { ...one, to: 'owner' } : one)) })],
])('a receipt that is wrong in one thing is found: %s', async (_name, edit) => {
  const lying: Pick<Service['client'], 'getIntentHistory'> = {
    getIntentHistory: async () => {
      const { intents } = await service.client.getIntentHistory({ page: { pageSize: 50 } })
      const one = intents.find(({ status }) => status === 'SUCCEEDED')!
      return { intents: [{ ...one, receipt: { ...one.receipt, ...edit(one.receipt) } }] }
    },
  }
  await expect(service.expectReceipts(lying)).rejects.toThrow('what receipts say, and what the chain shows')
})
