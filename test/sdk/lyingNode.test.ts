import { createWalletClient, custom, type EIP1193RequestFn, parseTransaction, type TransactionSerialized } from 'viem'
import { privateKeyToAccount, toAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { runIntent } from '../../src/sdk/client.ts'
import { sendAndWait } from '../../src/sdk/sendBounded.ts'
import { fromTo, harbor, island, tokens, useService, walletOf } from '../e2e/setup.ts'

const service = useService()

const request = fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc])

type Lie = (method: string, answer: unknown, calls: number) => unknown

/** A wallet whose node is the real one behind a liar; keeps what its key was made to sign. */
function walletBehind(lie: Lie) {
  const honest = walletOf(service.devnet, harbor, service.devnet.accounts[0]!)
  const calls = new Map<string, number>()
  const signed: ReturnType<typeof parseTransaction>[] = []
  const send = honest.request as EIP1193RequestFn
  const transport = custom({
    async request({ method, params }: { method: string; params: unknown }) {
      const count = (calls.get(method) ?? 0) + 1
      calls.set(method, count)
      const answer = await send({ method, params } as never)
      return lie(method, answer, count)
    },
  })
  const chain = { ...honest.chain, supportsTransactionReplacementDetection: true }
  const key = privateKeyToAccount(service.devnet.accounts[0]!.privateKey)
  const account = toAccount({
    address: key.address,
    signMessage: key.signMessage,
    signTypedData: key.signTypedData,
    signTransaction: async (tx, options) => {
      const raw = (await key.signTransaction(tx, options)) as Hex
      signed.push(parseTransaction(raw as TransactionSerialized))
      return raw
    },
  })
  return { wallet: createWalletClient({ account, chain, transport, pollingInterval: 50 }), signed }
}

const huge = `0x${(10n ** 18n).toString(16)}`
const inBlock = (method: string, answer: unknown) =>
  method === 'eth_getBlockByNumber' ? { ...(answer as object), baseFeePerGas: huge } : answer

const lies: [name: string, lie: Lie, field: RegExp][] = [
  ['another chain, from the first answer on', (m, a) => (m === 'eth_chainId' ? '0x1' : a), /chain 1/],
  ['another chain, after the first answer', (m, a, n) => (m === 'eth_chainId' && n > 1 ? '0x1' : a), /chain 1/],
  ['a base fee of one ether', inBlock, /fee/],
  ['a tip of one ether', (m, a) => (m === 'eth_maxPriorityFeePerGas' ? huge : a), /fee/],
  ['a gas limit beyond any block', (m, a) => (m === 'eth_estimateGas' ? huge : a), /gas/],
  ['no gas at all', (m, a) => (m === 'eth_estimateGas' ? '0x1' : a), /gas/],
  ['a nonce beyond any account', (m, a) => (m === 'eth_getTransactionCount' ? '0xffffffffffff' : a), /nonce/],
]

describe('a node that lies about what is to be signed', () => {
  test.each(lies)('%s: nothing is signed', async (_name, lie, field) => {
    const { wallet, signed } = walletBehind(lie)
    const failure = await runIntent({ client: service.client, wallet, request, deposit: 'transfer' }).catch((e) => e)
    expect(failure).toBeInstanceOf(Error)
    expect(`${(failure as Error).message} ${String((failure as Error).cause)}`).toMatch(field)
    expect(signed).toEqual([])
  })

  test('a chain id that changes with every question is never the one in a signature', async () => {
    const lie: Lie = (method, answer, count) => (method === 'eth_chainId' && count > 3 ? '0x1' : answer)
    const { wallet, signed } = walletBehind(lie)
    await runIntent({ client: service.client, wallet, request, deposit: 'transfer' }).catch(() => undefined)
    for (const { chainId } of signed) expect(chainId).toBe(harbor)
  })

  test('a hash of somebody else is not believed', async () => {
    const lie: Lie = (method, answer) => (method === 'eth_sendRawTransaction' ? `0x${'ab'.repeat(32)}` : answer)
    const { wallet, signed } = walletBehind(lie)
    const failure = await runIntent({ client: service.client, wallet, request, deposit: 'transfer' }).catch((e) => e)
    expect(String((failure as Error).cause)).toMatch(/hash/)
    expect(signed).toHaveLength(1)
  })

  test('without a lie the same wallet settles', async () => {
    const { wallet, signed } = walletBehind((_method, answer) => answer)
    const receipt = await runIntent({ client: service.client, wallet, request, deposit: 'transfer' })
    expect(receipt.status).toBe('SUCCEEDED')
    expect(signed).toHaveLength(1)
  })
})

test('the one block of a chain that mines only what is sent is not missed while an earlier one is read', async () => {
  let sent = false
  let seen = () => {}
  const newBlockSeen = new Promise<void>((resolve) => {
    seen = resolve
  })
  const after = new Map<string, number>()
  // The answers are those of a node that mined it after the second look for its receipt.
  const { wallet } = walletBehind((method, answer) => {
    if (method === 'eth_sendRawTransaction') sent = true
    if (!sent) return answer
    const count = (after.get(method) ?? 0) + 1
    after.set(method, count)
    if (method === 'eth_getTransactionReceipt') return count > 2 ? answer : null
    if (method === 'eth_getTransactionByHash') return { ...(answer as object), blockNumber: null, blockHash: null }
    if (method === 'eth_blockNumber') {
      if (count > 2) seen()
      return count > 1 ? answer : `0x${(Number(answer) - 1).toString(16)}`
    }
    return method === 'eth_getBlockByNumber' ? newBlockSeen.then(() => answer) : answer
  })
  const { reverted } = await sendAndWait(wallet, { chainId: harbor, to: tokens.usdc, data: '0x18160ddd', value: 0n })
  expect(reverted).toBe(false)
  // viem gives a transaction up after three minutes.
}, 120_000)
