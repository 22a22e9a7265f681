import { createWalletClient, custom, parseAbi, type WalletClient } from 'viem'
import { readContract } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { depositNonce } from '../../src/intents/depositNonce.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import {
  type Client,
  createClient,
  executeAlone,
  type IntentInterrupted,
  recoverDeposit,
  resumeIntent,
  runIntent,
} from '../../src/sdk/client.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'
import {
  balance,
  deposit,
  finished,
  fromTo,
  harbor,
  island,
  native,
  order,
  passTime,
  type Service,
  sendDeposit,
  tokens,
  walletOf,
} from '../e2e/setup.ts'
import { lyingFetch, replaceInCalls } from './liar.ts'

/** After a crash, and without the service. It moves the time of Harbor. */
export function resumeSuite(service: Service): void {
  const amount = 200_000_000n
  const request = fromTo([harbor, tokens.usdc, amount], [harbor, native])

  const userOf = (index: number) => service.devnet.accounts[index]!
  const walletFor = (index: number, chainId: number = harbor) => walletOf(service.devnet, chainId, userOf(index))
  const usdcOf = (index: number) => balance(service.devnet, harbor, tokens.usdc, userOf(index).address)

  /** A client whose process dies at a call: `before` it reaches the service, or `after`, when the answer is lost. */
  function dyingClient(at: keyof Client, when: 'before' | 'after'): Client {
    const { client } = service
    const die = async (...args: unknown[]): Promise<never> => {
      if (when === 'after') await (client[at] as (...given: unknown[]) => Promise<unknown>)(...args)
      throw new Error('the process died')
    }
    return { ...client, [at]: die }
  }

  async function interrupted(run: Promise<unknown>): Promise<IntentInterrupted> {
    const failure = (await run.catch((error: unknown) => error)) as IntentInterrupted
    expect(failure.name).toBe('IntentInterrupted')
    return failure
  }

  describe('after a crash an intent goes on from its id alone, and is paid for once', () => {
    const crashes: [at: keyof Client, when: 'before' | 'after', stage: string][] = [
      ['commitIntent', 'before', 'commit'],
      ['commitIntent', 'after', 'commit'],
      ['executeIntent', 'before', 'execute'],
      ['executeIntent', 'after', 'execute'],
      ['waitIntentReceipt', 'before', 'wait'],
    ]
    test.each(crashes)('%s, %s it is done', async (at, when, stage) => {
      const before = await usdcOf(0)
      const wallet = walletFor(0)
      const run = runIntent({ client: dyingClient(at, when), wallet, request, deposit: 'transfer' })
      const failure = await interrupted(run)
      expect(failure.stage).toBe(stage)
      const receipt = await resumeIntent({ client: service.client, wallet, request, intentId: failure.intentId })
      expect(receipt.status).toBe('SUCCEEDED')
      expect(await usdcOf(0)).toBe(before - amount)
    })

    test('the wallet sent the deposit and the answer of its node was lost', async () => {
      const before = await usdcOf(1)
      const wallet = walletFor(1)
      const failure = await interrupted(
        runIntent({ client: service.client, wallet: losingAnswers(wallet), request, deposit: 'transfer' }),
      )
      expect([failure.stage, failure.depositTransactionHash]).toEqual(['deposit', undefined])
      const receipt = await resumeIntent({ client: service.client, wallet, intentId: failure.intentId })
      expect(receipt.status).toBe('SUCCEEDED')
      expect(await usdcOf(1)).toBe(before - amount)
    })

    test('the deposit is still in no block: it is waited for, not sent again', async () => {
      const { rpcUrl } = service.devnet.chains.find(({ id }) => id === harbor)!
      const before = await usdcOf(2)
      const wallet = walletFor(2)
      const intent = await order(service.client, { ...request, ownerAddress: userOf(2).address })
      await rpc(rpcUrl, 'evm_setAutomine', [false])
      await sendDeposit(service.devnet, userOf(2), intent)
      const resumed = resumeIntent({ client: service.client, wallet, intentId: intent.intentId })
      await service.app.world.clock.sleep(1_500)
      await rpc(rpcUrl, 'evm_setAutomine', [true])
      await rpc(rpcUrl, 'evm_mine', [])
      expect((await resumed).status).toBe('SUCCEEDED')
      expect(await usdcOf(2)).toBe(before - amount)
    })

    test('signed, executed, and only then lost: the signature is worth one deposit', async () => {
      const before = await usdcOf(3)
      const wallet = walletFor(3)
      const run = runIntent({ client: dyingClient('executeIntent', 'after'), wallet, request, deposit: 'signature' })
      const failure = await interrupted(run)
      const receipt = await resumeIntent({ client: service.client, wallet, intentId: failure.intentId })
      expect(receipt.status).toBe('SUCCEEDED')
      const fee = BigInt(receipt.depositTransaction.depositIntentEntry!.feeAmount)
      expect(await usdcOf(3)).toBe(before - amount - fee)
    })
  })

  /** A wallet whose node takes the transaction and loses the answer. */
  function losingAnswers({ account, chain, request: ask }: ReturnType<typeof walletFor>): WalletClient {
    const lossy = async (args: { method: string }) => {
      const answer = await ask(args as never)
      if (args.method.startsWith('eth_sendRawTransaction')) throw new Error('the answer was lost')
      return answer
    }
    return createWalletClient({ account, chain, transport: custom({ request: lossy }, { retryCount: 0 }) })
  }

  describe('what is resumed is checked again', () => {
    async function quotedFor(index: number, recipient?: `0x${string}`): Promise<Intent> {
      const ask = { ...request, ownerAddress: userOf(index).address, destinationToAddress: recipient }
      return (await service.client.quoteIntent(ask)).intent
    }

    test('a service that now says something else is caught before the deposit', async () => {
      const intent = await quotedFor(4)
      const thief = '0x000000000000000000000000000000000000bad1'
      const lie = lyingFetch(({ intent: told }) => replaceInCalls(told.originCalls.calls, userOf(4).address, thief))
      const client = createClient({ url: service.app.url, fetch: lie.fetch })
      const before = await usdcOf(4)
      const resumed = resumeIntent({ client, wallet: walletFor(4), intentId: intent.intentId })
      await expect(resumed).rejects.toMatchObject({ name: 'UntrustedQuote', field: 'originIntentAddress' })
      expect(await usdcOf(4)).toBe(before)
    })

    test('an intent for somebody else needs the word of the caller', async () => {
      const friend = '0x000000000000000000000000000000000000c0de'
      const { intentId } = await quotedFor(4, friend)
      const wallet = walletFor(4)
      const { client } = service
      await expect(resumeIntent({ client, wallet, intentId })).rejects.toMatchObject({ field: 'quoteRequest' })
      const other = { ...request, destinationToAddress: userOf(5).address }
      await expect(resumeIntent({ client, wallet, intentId, request: other })).rejects.toMatchObject({
        name: 'UntrustedQuote',
      })
      const own = { ...request, destinationToAddress: friend }
      expect((await resumeIntent({ client, wallet, intentId, request: own })).status).toBe('SUCCEEDED')
    })

    test('with the id alone no deposit is made, whoever is paid', async () => {
      const { intentId } = await quotedFor(4)
      const before = await usdcOf(4)
      const resumed = resumeIntent({ client: service.client, wallet: walletFor(4), intentId })
      await expect(resumed).rejects.toMatchObject({ name: 'UntrustedQuote', field: 'quoteRequest' })
      expect(await usdcOf(4)).toBe(before)
    })

    test('another intent than the one that was kept is refused, under its id and under another', async () => {
      const [kept, other] = [await quotedFor(4), await quotedFor(4)]
      const lie = lyingFetch((answer) => {
        answer.intent = { ...other, intentId: answer.intent.intentId }
      })
      const client = createClient({ url: service.app.url, fetch: lie.fetch })
      const ask = { client, wallet: walletFor(4), request, intentId: kept.intentId }
      await expect(resumeIntent({ ...ask, intent: kept })).rejects.toMatchObject({ field: 'originIntentAddress' })
      const swapped = lyingFetch((answer) => {
        answer.intent.intentId = other.intentId
      })
      const asked = createClient({ url: service.app.url, fetch: swapped.fetch })
      await expect(resumeIntent({ ...ask, client: asked })).rejects.toMatchObject({ field: 'intentId' })
    })

    test('a deposit that was signed before is worth nothing once another one is sent', async () => {
      const wallet = walletFor(4)
      const run = runIntent({ client: dyingClient('executeIntent', 'before'), wallet, request, deposit: 'signature' })
      const { intentId } = await interrupted(run)
      expect((await resumeIntent({ client: service.client, wallet, request, intentId })).status).toBe('SUCCEEDED')
      const used = await readContract(wallet, {
        address: trustedContracts.entrypoint,
        abi: parseAbi(['function nonceUsed(address user, uint256 nonce) view returns (bool)']),
        functionName: 'nonceUsed',
        args: [userOf(4).address, depositNonce(intentId)],
      })
      expect(used).toBe(true)
    })

    test('a deposit of too little is not topped up', async () => {
      const before = await usdcOf(5)
      const intent = await quotedFor(5)
      const wallet = walletFor(5)
      await deposit(service.devnet, userOf(5), intent, amount / 2n)
      const resumed = resumeIntent({ client: service.client, wallet, intentId: intent.intentId })
      await expect(resumed).rejects.toThrow(/has received 100000000 of 200000000; nothing more is sent/)
      expect(await usdcOf(5)).toBe(before - amount / 2n)
      await recoverDeposit({ intent, wallet })
      expect(await usdcOf(5)).toBe(before)
    })
  })

  describe('without the service', () => {
    type QuoteRequest = Omit<typeof request, 'destinationChainId'> & {
      destinationChainId: number
      destinationToAddress?: `0x${string}`
    }
    const across: QuoteRequest = { ...request, destinationChainId: island, destinationTokenAddress: tokens.usdc }

    async function stuck(index: number, ask: QuoteRequest = across): Promise<Intent> {
      const { intent } = await service.client.quoteIntent({ ...ask, ownerAddress: userOf(index).address })
      await deposit(service.devnet, userOf(index), intent)
      return intent
    }

    test('the owner takes the deposit out at once; a stranger cannot', async () => {
      const before = await usdcOf(6)
      const intent = await stuck(6)
      await expect(recoverDeposit({ intent, wallet: walletFor(7) })).rejects.toThrow(/only the owner/)
      const sent: Hex[] = []
      const recovered = await recoverDeposit({ intent, wallet: walletFor(6), onTransaction: (hash) => sent.push(hash) })
      expect(recovered.amounts).toEqual([{ token: tokens.usdc, amount }])
      expect(recovered.txnHashes).toEqual(sent)
      expect(await usdcOf(6)).toBe(before)
      expect((await recoverDeposit({ intent, wallet: walletFor(6) })).txnHashes).toEqual([])
    })

    test('the owner runs the quoted calls, a stranger may not yet, and the money arrives where it was quoted to', async () => {
      const friend = '0x00000000000000000000000000000000000f41E0'
      const intent = await stuck(7, { ...request, destinationToAddress: friend })
      const before = await balance(service.devnet, harbor, native, friend)
      await expect(executeAlone({ intent, wallet: walletFor(8) })).rejects.toThrow(
        /any account can run this batch from/,
      )
      await executeAlone({ intent, wallet: walletFor(7) })
      const got = (await balance(service.devnet, harbor, native, friend)) - before
      expect(got).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    })

    test('a changed intent leads nowhere', async () => {
      const intent = await stuck(8)
      const changed = { ...intent, salt: intent.salt + 1n }
      await expect(recoverDeposit({ intent: changed, wallet: walletFor(8) })).rejects.toMatchObject({
        field: 'originIntentAddress',
      })
    })

    test('contracts that only the intent names are not called', async () => {
      const intent = await stuck(5)
      const options = { svcAddressOverrides: { svcWalletFactoryAddress: userOf(4).address } }
      const named = { ...intent, quoteRequest: { ...intent.quoteRequest, options } }
      const recovered = await recoverDeposit({ intent: named, wallet: walletFor(5) })
      expect(recovered.from).toBe(intent.originIntentAddress)
      expect(recovered.amounts).toHaveLength(1)
    })

    test('near the time of refunds anybody runs the quoted calls', async () => {
      const intent = await stuck(7, request)
      const before = await balance(service.devnet, harbor, native, userOf(7).address)
      await passTime(service.devnet, harbor, 3_100)
      await executeAlone({ intent, wallet: walletFor(8) })
      const got = (await balance(service.devnet, harbor, native, userOf(7).address)) - before
      expect(got).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    })

    test('once refunds have begun, anybody sends it back, in one transaction, to the owner', async () => {
      const before = await usdcOf(9)
      const intent = await stuck(9)
      await passTime(service.devnet, harbor, 3_700)
      const recovered = await recoverDeposit({ intent, wallet: walletFor(8) })
      expect(recovered.txnHashes).toHaveLength(1)
      expect(recovered.to).toBe(userOf(9).address)
      expect(await usdcOf(9)).toBe(before)
    })
  })

  test('a final intent is read, not run', async () => {
    const { client } = service
    const { intents } = await client.searchIntents({ byOwnerAddress: userOf(0).address })
    const { intentId } = intents.find(({ status }) => status === 'SUCCEEDED')!
    const before = await usdcOf(0)
    const receipt = await resumeIntent({ client, wallet: walletFor(0), intentId })
    const { verified, compared, ...told } = receipt
    expect(told).toEqual(await finished(service, intentId))
    expect([verified, compared.length]).toEqual(['chain', 2])
    expect(await usdcOf(0)).toBe(before)
  })
}
