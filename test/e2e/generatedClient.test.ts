import { beforeAll, expect, test } from 'vitest'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { differences, generatedTypes } from './generatedTypes.ts'
import { freshAccount, fromTo, harbor, island, tokens, useService, walletOf } from './setup.ts'

const service = useService()
beforeAll(async () => {
  payer = await freshAccount(service.devnet)
})

/** As generated clients call: everything in a POST with a `Webrpc` header, errors by their status. */
async function call(operation: string, request: object = {}) {
  const reply = await fetch(`${service.app.url}/rpc/Acme/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', webrpc: 'webrpc@v0.31.3;gen-typescript@v0.23.1;acme-api@v1' },
    body: JSON.stringify(request),
  })
  const body = await reply.json()
  expect([operation, reply.status, body.cause]).toEqual([operation, 200, undefined])
  expect(differences(generatedTypes[operation]!, body, operation)).toEqual([])
  return body
}

let payer: DevnetKey
const owner = () => payer

const quote = (destinationChainId: number, destinationTokenAddress: string) =>
  call('QuoteIntent', {
    ownerAddress: owner().address,
    ...fromTo([harbor, tokens.usdc, '100000000'], [destinationChainId, destinationTokenAddress]),
    tradeType: 'EXACT_INPUT',
  })

test('a generated client finds every field that it declares, of the type that it declares', async () => {
  for (const operation of ['Ping', 'Clock', 'RuntimeStatus', 'GetChains', 'GetAcmeContracts']) await call(operation)
  await call('GetTokenList', { chainIds: [harbor] })
  await call('GetTokenPrices', { tokens: [{ chainId: harbor, tokenAddress: tokens.usdc }] })
  await call('GetExactInputRoutes', { originChainId: harbor, originTokenAddress: tokens.usdc })
  await call('GetExactOutputRoutes', { destinationChainId: harbor, destinationTokenAddress: tokens.usdc })
})

test.each([
  ['on one chain', harbor, tokens.dai],
  ['between chains', island, tokens.usdc],
])('a generated client carries an intent out %s', async (_where, chainId, token) => {
  const { intent } = await quote(chainId, token)
  const { intentId } = intent
  await call('GetIntentReceipt', { intentId })
  await call('CommitIntent', { intent })
  const wallet = walletOf(service.devnet, harbor, owner())
  const { to, data } = intent.depositTransaction
  const depositTransactionHash = await wallet.sendTransaction({ to, data })
  await call('ExecuteIntent', { intentId, depositTransactionHash })
  let lastReceiptStates: string[] = []
  for (let holds = 0; holds < 60; holds++) {
    const { done, receiptStates, intentReceipt } = await call('WaitIntentReceipt', { intentId, lastReceiptStates })
    const { depositTransaction: deposit, originTransaction: origin } = intentReceipt
    // A hash is that of a transaction in a block, which also has a time.
    for (const leg of [deposit, origin, intentReceipt.destinationTransaction ?? origin])
      expect([leg.type, leg.txnHash === undefined]).toEqual([leg.type, leg.txnMinedAt === undefined])
    lastReceiptStates = receiptStates
    if (done) break
  }
  expect(new Set(lastReceiptStates)).toEqual(new Set(['SUCCEEDED']))
  await call('GetIntent', { intentId })
  await call('SearchIntents', { byIntentId: intentId })
})

type Entry = { intentId: Hex; depositTransactionHash?: Hex; originTransactionStatus: string }
const ids = (intents: Entry[]) => intents.map(({ intentId }) => intentId)

test('the old history has the transactions, and pages by numbers in both directions', async () => {
  await quote(harbor, tokens.dai)
  const byOwnerAddress = owner().address
  const all = await call('GetIntentTransactionHistory', { byOwnerAddress })
  expect(all.intents).toHaveLength(3)
  expect(all.intents.map((one: Entry) => one.originTransactionStatus)).toEqual(['UNKNOWN', 'SUCCEEDED', 'SUCCEEDED'])
  expect(all.intents[0].depositTransactionHash).toBeUndefined()
  expect(all.intents[2].destinationTransactionHash).toBe(all.intents[2].originTransactionHash)
  const first = await call('GetIntentTransactionHistory', { byOwnerAddress, page: { pageSize: 2 } })
  const second = await call('GetIntentTransactionHistory', { byOwnerAddress, page: first.nextPage })
  expect([...ids(first.intents), ...ids(second.intents)]).toEqual(ids(all.intents))
  expect(second.nextPage).toBeUndefined()
  const [newest, , oldest] = (await call('SearchIntents', { byOwnerAddress })).intents as { id: number }[]
  const before = await call('GetIntentHistory', { byOwnerAddress, page: { before: oldest!.id, pageSize: 1 } })
  expect(ids(before.intents)).toEqual([all.intents[1].intentId])
  const more = await call('GetIntentHistory', { byOwnerAddress, page: before.nextPage })
  expect(ids(more.intents)).toEqual([all.intents[0].intentId])
  expect(more.nextPage).toBeUndefined()
  const none = await call('GetIntentHistory', { byOwnerAddress, page: { before: newest!.id } })
  expect(none.intents).toEqual([])
})

test.each([
  ['as it was quoted, a string', (nonce: string): unknown => nonce],
  ['as a number', (nonce: string): unknown => Number(nonce)],
])('a generated client signs the deposit, and sends its nonce %s', async (_how, nonceOf) => {
  const { intent, depositWays } = await quote(harbor, tokens.dai)
  const { intentId } = intent
  const way = depositWays.find(({ way }: { way: string }) => way === 'permit')
  const { userNonce, deadline, permitAmount } = way.depositSignature
  expect([userNonce, deadline, permitAmount]).toEqual([
    expect.stringMatching(/^[0-9]+$/),
    expect.any(Number),
    expect.stringMatching(/^[0-9]+$/),
  ])
  await call('CommitIntent', { intent })
  const { account } = walletOf(service.devnet, harbor, owner())
  const signed: Record<string, unknown> = { ...way.depositSignature, userNonce: nonceOf(userNonce) }
  for (const { field, typedData } of way.sign) signed[field] = await account.signTypedData(JSON.parse(typedData))
  await call('ExecuteIntent', { intentId, depositSignature: signed })
  for (let holds = 0, done = false; holds < 60 && !done; holds++)
    ({ done } = await call('WaitIntentReceipt', { intentId }))
  const { intentReceipt } = await call('GetIntentReceipt', { intentId })
  expect(intentReceipt.status).toBe('SUCCEEDED')
  expect(intentReceipt.depositTransaction.depositIntentEntry).toMatchObject({ userNonce, deadline, permitAmount })
})
