import { decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { intentEntrypointAbi } from '../../src/chains/contracts/abi/IntentEntrypoint.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { depositWays } from '../../src/intents/depositWays.ts'
import { encodeDeployAndExecute } from '../../src/intents/wallet.ts'
import type { SignatureField } from '../../src/interface/enums.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import { createClient } from '../../src/sdk/client.ts'
import { resetDevnet } from '../devnet/setup.ts'
import {
  balance,
  deposit,
  finished,
  fromTo,
  harbor,
  mined,
  signDeposit,
  startServiceOn,
  tokens,
  walletOf,
} from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { committedSwap, explained, hastyEngine, targetOf, urlOf } from './setup.ts'

/** Whoever watches the mempool is always first. Blocks are mined by hand where somebody wants to be in front of the service. */
const { guest, entrypoint } = causewayContracts

const database = useForAll(freshDatabase)
const devnet = useForAll(resetDevnet)
let app: RunningApp | undefined

const stranger = () => walletOf(devnet, harbor, devnet.accounts[9]!)

afterAll(() => app?.stop())

type Pooled = { hash: Hex; from: Hex; to: Hex; input: Hex; maxFeePerGas: Hex }

/** Transactions that wait in Harbor's pool for a contract, as soon as there are any. */
async function pooled(to: Hex, isWanted: (input: Hex) => boolean): Promise<Pooled[]> {
  for (;;) {
    const { pending } = await rpc<{ pending: Record<string, Record<string, Pooled>> }>(urlOf(devnet), 'txpool_content')
    const all = Object.values(pending).flatMap((nonces) => Object.values(nonces))
    const found = all.filter((tx) => tx.to?.toLowerCase() === to.toLowerCase() && isWanted(tx.input))
    if (found.length > 0) return found
  }
}

/** The same call data from another account goes into a block before the transaction from which it was copied. */
async function mineAhead(copiedFrom: Pooled, data: Hex, to: Hex): Promise<Hex> {
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n }
  const hash = await stranger().sendTransaction({ to, data, gas: 3_000_000n, ...fees })
  // Blocks are filled in the order of arrival. The service sends again what a node forgot, and then it comes after the copy.
  await rpc(urlOf(devnet), 'anvil_dropTransaction', [copiedFrom.hash])
  await rpc(urlOf(devnet), 'evm_mine', [])
  await rpc(urlOf(devnet), 'evm_setAutomine', [true])
  return hash
}

const holdBlocks = () => rpc(urlOf(devnet), 'evm_setAutomine', [false])

const functionOf = (input: Hex) => decodeFunctionData({ abi: intentGuestAbi, data: input })

test('a grant copied from the mempool and shown first is for its relayer and nobody else', async () => {
  await holdBlocks()
  app = await startServiceOn(devnet, database.url, { engine: hastyEngine })
  const client = createClient({ url: app.url })
  const [grant] = await pooled(guest, (input) => functionOf(input).functionName === 'submitGrant')
  const copied = await mineAhead(grant!, grant!.input, guest)
  expect((await stranger().getTransactionReceipt({ hash: copied })).status).toBe('success')
  expect((await stranger().waitForTransactionReceipt({ hash: grant!.hash })).status).toBe('reverted')
  const intent = await committedSwap(client, devnet.accounts[0]!)
  const hash = await deposit(devnet, devnet.accounts[0]!, intent)
  const { config, batch } = targetOf(intent.originMetaTxn)
  const early = await stranger()
    .call({ account: stranger().account, to: guest, data: encodeDeployAndExecute(config, batch, 'strictly') })
    .catch((error) => error)
  expect(explained(early)).toMatch(/^NotGranted\(/)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  expect((await finished({ client }, intent.intentId)).status).toBe('SUCCEEDED')
})

test('a gasless deposit that a stranger submits first is used, and paid once', async () => {
  const client = createClient({ url: app!.url })
  const user = devnet.accounts[1]!
  const ask = { ownerAddress: user.address, ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.weth]) }
  const { intent, gasFeeOptions } = await client.quoteIntent(ask)
  await client.commitIntent({ intent })
  const option = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress === tokens.usdc)!
  const depositSignature = await signDeposit(devnet, user, intent, option)
  const before = await balance(devnet, harbor, tokens.usdc, user.address)
  await holdBlocks()
  await client.executeIntent({ intentId: intent.intentId, depositSignature })
  const isDeposit = (input: Hex) => functionOf(input).functionName === 'depositAndExecute'
  const [sent] = await pooled(guest, isDeposit)
  const { args } = functionOf(sent!.input)
  const copied = await mineAhead(sent!, args![1] as Hex, entrypoint)
  expect((await stranger().getTransactionReceipt({ hash: copied })).status).toBe('success')
  expect((await finished({ client }, intent.intentId)).status).toBe('SUCCEEDED')
  const paid = before - (await balance(devnet, harbor, tokens.usdc, user.address))
  expect(paid).toBe(intent.depositTransaction.amount + option.amount)
})

/** Whatever a stranger names says yes to any call, as WETH9 does, or lets nothing move. */
const sayYes = [tokens.weth, tokens.dai, tokens.usdc]
const lyingWays = [
  'receiveWithAuthorization',
  'permit2',
  'daiPermit',
  'permit',
  'allowance',
  'permit2Allowance',
] as const

/** A stranger's tries to use up a nonce: each way of the entrypoint, no money at all, and the victim as the user. */
function burnings(user: DevnetKey, nonce: bigint, token: Hex): Hex[] {
  const thief = devnet.accounts[9]!.address
  const deadline = Math.floor(Date.now() / 1_000) + 3_600
  const free = { amount: 0n, feeAmount: 0n, feeCollector: thief, intentAddress: thief }
  const deposit = { ...free, user: user.address, token, deadline: BigInt(deadline), nonce }
  const signature: Hex = `0x${'11'.repeat(64)}1b`
  const signed = { intentSignature: signature, permitSignature: signature, permitDeadline: deadline, permitNonce: 0n }
  return lyingWays.map((way) =>
    depositWays[way].encode(deposit, { ...signed, permitAmount: 0n, permitExpiration: deadline }),
  )
}

test('nine signed deposits, by three ways, whose nonce a stranger tries to burn before and in the mempool: all succeed', async () => {
  const client = createClient({ url: app!.url })
  const tried: string[] = []
  for (const [index, token] of sayYes.entries()) {
    const user = devnet.accounts[2 + index]!
    const wallet = walletOf(devnet, harbor, user)
    const approve = { abi: erc20Abi, functionName: 'approve', args: [permit2Address, 2n ** 255n] } as const
    await mined(wallet, wallet.writeContract({ address: tokens.usdc, ...approve }))
    for (const way of ['permit', 'receiveWithAuthorization', 'permit2']) {
      const { intent, depositWays: offered = [] } = await client.quoteIntent({
        ownerAddress: user.address,
        ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.weth]),
      })
      const { intentId } = intent
      await client.commitIntent({ intent })
      const offer = offered.find((one) => one.way === way)
      const signatures: { [field in SignatureField]?: Hex } = {}
      for (const { field, typedData } of offer!.sign ?? [])
        signatures[field] = await wallet.request({
          method: 'eth_signTypedData_v4',
          params: [user.address, typedData] as never,
        })
      const { intentSignature = '0x' } = signatures
      const depositSignature = { ...offer!.depositSignature!, ...signatures, intentSignature }
      const tries = burnings(user, depositSignature.userNonce, token)
      for (const data of tries) {
        const hash = await stranger().sendTransaction({ to: entrypoint, data, gas: 500_000n })
        expect((await stranger().waitForTransactionReceipt({ hash })).status).toBe('reverted')
      }
      await holdBlocks()
      await client.executeIntent({ intentId, depositSignature })
      const isDeposit = (input: Hex) => functionOf(input).functionName === 'depositAndExecute'
      const [sent] = await pooled(guest, isDeposit)
      const ahead = await mineAhead(sent!, tries[0]!, entrypoint)
      expect((await stranger().getTransactionReceipt({ hash: ahead })).status).toBe('reverted')
      tried.push(`${way} ${(await finished({ client }, intentId)).status}`)
    }
  }
  expect(tried.filter((one) => one.endsWith(' SUCCEEDED'))).toHaveLength(9)
})

test('a nonce that its user took back is called used, not the balance too low', async () => {
  const client = createClient({ url: app!.url })
  const user = devnet.accounts[6]!
  const { intent, gasFeeOptions } = await client.quoteIntent({
    ownerAddress: user.address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.weth]),
  })
  await client.commitIntent({ intent })
  const option = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress === tokens.usdc)!
  const depositSignature = await signDeposit(devnet, user, intent, option)
  const wallet = walletOf(devnet, harbor, user)
  const abi = intentEntrypointAbi
  const { userNonce } = depositSignature
  await mined(
    wallet,
    wallet.writeContract({ address: entrypoint, abi, functionName: 'invalidateNonce', args: [userNonce] }),
  )
  await expect(client.executeIntent({ intentId: intent.intentId, depositSignature })).rejects.toMatchObject({
    detail: expect.stringMatching(new RegExp(`NonceUsed\\(${user.address}, ${userNonce}\\)`, 'i')),
  })
})
