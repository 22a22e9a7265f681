import type { BrowserContext } from 'playwright-core'
import { numberToHex } from 'viem'
import { expect } from 'vitest'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { balance, harbor, tokens, walletOf } from '../e2e/setup.ts'
import { type Answer, announceWallet } from './addWallet.ts'
import { amountsOf, type Console, openContext, openPage, quoteFor } from './setup.ts'

type Way = { by: string; pays: 'usdc' | 'usdt'; asks: RegExp }

/** One way per kind, with a token and the page's text; test/sdk/depositWays.test.ts and payIn.test.ts have all. */
const ways: readonly Way[] = [
  { by: 'transfer', pays: 'usdc', asks: /^One transaction from your wallet/ },
  { by: 'permit', pays: 'usdc', asks: /^Two signatures, no gas/ },
  { by: 'receiveWithAuthorization', pays: 'usdc', asks: /^One signature, no gas/ },
  { by: 'permit2', pays: 'usdt', asks: /^An approval from your wallet first/ },
]

async function askNode(rpcUrl: string, method: string, params: unknown): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await reply.json()) as Answer
}

/**
 * A wallet with its key outside of the page: announces itself, signs requests and passes on its node's answers, with
 * the data of refusals. With `isAtomic` it has the public EIP-5792 shape: it claims to batch calls, and runs them one
 * after the other.
 */
async function addSigner(
  context: BrowserContext,
  { devnet }: Console,
  key: DevnetKey,
  name: string,
  isAtomic: boolean,
) {
  const asked: string[] = []
  const inner = walletOf(devnet, harbor, key)
  const { rpcUrl } = devnet.chains.find(({ id }) => id === harbor)!
  const batches = new Map<string, Hex[]>()
  const own: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [key.address],
    eth_accounts: () => [key.address],
    eth_sendTransaction: ([sent]) => {
      const { to, data, value } = sent as { to: Hex; data?: Hex; value?: Hex }
      return inner.sendTransaction({ to, data, value: BigInt(value ?? 0) })
    },
    eth_signTypedData_v4: ([, text]) => {
      const { domain, types, primaryType, message } = JSON.parse(text as string)
      const { EIP712Domain: _domain, ...rest } = types
      return inner.signTypedData({ domain, types: rest, primaryType, message })
    },
  }
  const batching: typeof own = {
    wallet_getCapabilities: () => ({ [numberToHex(harbor)]: { atomic: { status: 'supported' } } }),
    wallet_sendCalls: async ([batch]) => {
      const hashes: Hex[] = []
      for (const call of (batch as { calls: { to: Hex; data: Hex }[] }).calls) {
        const hash = await inner.sendTransaction(call)
        await inner.waitForTransactionReceipt({ hash })
        hashes.push(hash)
      }
      batches.set(hashes[0]!, hashes)
      return { id: hashes[0] }
    },
    wallet_getCallsStatus: async ([id]) => {
      const found = batches.get(id as string)!.map((hash) => askNode(rpcUrl, 'eth_getTransactionReceipt', [hash]))
      const receipts = (await Promise.all(found)).map(({ result }) => result)
      return { version: '2.0.0', id, chainId: numberToHex(harbor), atomic: true, status: 200, receipts }
    },
  }
  const answers = isAtomic ? { ...own, ...batching } : own
  await announceWallet(context, name, async (method, params) => {
    asked.push(method)
    const answer = answers[method]
    return answer ? { result: await answer(params) } : askNode(rpcUrl, method, params)
  })
  return asked
}

/** Whichever way the reader chooses, the wallet is asked for only that, and the money arrives. */
export async function paysInEveryWay(service: Console): Promise<void> {
  const { devnet, browser, url, client } = service
  const user = devnet.accounts[4]!
  const context = await openContext(browser)
  const asked = await addSigner(context, service, user, 'Plain Wallet', false)
  const batching = await addSigner(context, service, user, 'Batching Wallet', true)
  const { page, said } = await openPage(context, `${url}/console/`)
  const open = async (pays: Way['pays'], wallet: string) => {
    const got = pays === 'usdc' ? tokens.usdt : tokens.usdc
    await page.goto(`${url}/console/send?pay=${harbor}:${tokens[pays]}&get=${harbor}:${got}&amount=15`)
    await page.getByRole('button', { name: wallet }).click()
    // Before, the form shows a test account's quote, whose ways go with it.
    await page.locator('.wallet .chip[aria-pressed="true"]', { hasText: wallet }).waitFor()
  }
  /** Signs the quote, and compares the end with the chain. */
  const settle = async (pays: Way['pays']) => {
    const before = await balance(devnet, harbor, tokens[pays], user.address)
    await (await quoteFor(page, `Sign and send 15 ${pays.toUpperCase()}`)).click()
    await page.waitForURL(/\/console\/intents\/0x/)
    await page.locator('.eyebrow .pill.ok').waitFor()
    const [left] = await amountsOf(page)
    expect(before - (await balance(devnet, harbor, tokens[pays], user.address))).toBe(left)
    const intentId = page.url().split('/').at(-1) as Hex
    return (await client.getIntentReceipt({ intentId })).intentReceipt.depositTransaction.depositIntentEntry
  }
  for (const { by, pays, asks } of ways) {
    await open(pays, 'Plain Wallet')
    await page.getByLabel('Pay by').locator(`option[value="${by}"]`).waitFor({ state: 'attached' })
    await page.getByLabel('Pay by').selectOption(by)
    await page.getByText(asks).waitFor()
    asked.length = 0
    const entry = await settle(pays)
    expect(entry?.way, by).toBe(by === 'transfer' ? undefined : by)
    const wanted = asked.filter((method) => /^eth_(sendTransaction|signTypedData)/.test(method))
    expect(wanted.includes('eth_sendTransaction'), by).toBe(by === 'transfer' || by === 'permit2')
    expect(wanted.includes('eth_signTypedData_v4'), by).toBe(by !== 'transfer')
  }
  // A batching wallet is used as such by default; one that does not batch is reported.
  await open('usdc', 'Batching Wallet')
  await page.getByText(/^One batch of your wallet/).waitFor()
  expect(await settle('usdc')).toBeUndefined()
  expect(batching.filter((method) => /send/i.test(method))).toEqual(['wallet_sendCalls'])
  await open('usdc', 'Plain Wallet')
  await quoteFor(page, 'Sign and send 15 USDC')
  await page.getByLabel('Pay by').selectOption('calls')
  await page.getByRole('heading', { name: 'Your wallet cannot pay in this way' }).waitFor()
  await page.getByRole('button', { name: 'Pay the cheapest way' }).click()
  await quoteFor(page, 'Sign and send 15 USDC')
  expect(said).toEqual([])
}
