import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { addressRoles } from '../../src/engine/addressRoles.ts'
import { adminOperationNames, adminOperations } from '../../src/interface/adminOperations.ts'
import { budgetOf } from '../../src/interface/budgetOf.ts'
import { inspectObject } from '../../src/interface/inspect.ts'
import { operationNames, operations } from '../../src/interface/operations.ts'
import { quoteRequest } from '../../src/interface/quoteShapes.ts'
import { carriedOut, fromTo, harbor, island, native, type Service, startService, tokens } from '../e2e/setup.ts'
import { freshSeed } from '../freshSeed.ts'
import { leastCpuMs, slowness } from '../grief/cpuTime.ts'
import { bearer, operatorSecret, postAdmin, serveWithAdmin } from '../server/adminSetup.ts'
import { post } from '../server/serve.ts'
import { budget } from '../tier.ts'
import { type Honest, objectOf, spelled } from './anyRequest.ts'
import { costTable, followCosts, shareOf } from './costTable.ts'

/** No request gets a 500 or costs more than its budget: what cannot be done is refused with a reason. */

const { seed, repeat } = freshSeed(import.meta.filename)
const numRuns = budget({ fast: 8, full: 40, deep: 400 })

let service: Service
let honest: Honest
let costs: ReturnType<typeof followCosts>
/** What the calls of the honest day cost at the most. */
let honestCosts: typeof costs.most
beforeAll(async () => {
  service = await startService()
  costs = followCosts()
  const owner = service.devnet.accounts[5]!.address
  const ask = {
    ownerAddress: owner,
    ...fromTo([harbor, tokens.usdc, 50_000_000n], [island, tokens.usdc]),
  }
  // What callers do on an honest day is on the same table.
  const { intent: settled } = await carriedOut(service, 5, ask)
  await service.client.getIntentHistory({ page: { pageSize: 100 }, includeBalances: true })
  const { payload } = await service.client.yieldGetMarkets({})
  const markets = JSON.parse(payload) as { id: string }[]
  const { intent } = await service.client.quoteIntent(ask)
  const { intent: committed } = await service.client.quoteIntent(ask)
  await service.client.commitIntent({ intent: committed })
  await service.client.quoteIntent({ ...ask, destinationTokenAddress: tokens.weth })
  await service.client.quoteIntent({ ...ask, destinationTokenAddress: native })
  await service.client.searchIntents({ byOwnerAddress: owner })
  await service.client.getIntentReceipt({ intentId: settled.intentId })
  honestCosts = new Map(costs.most)
  const addresses = [owner, service.devnet.accounts[6]!.address, ...Object.values(causewayContracts)]
  const traded = [tokens.usdc, tokens.weth, tokens.dai, native]
  honest = {
    intentId: [intent.intentId, committed.intentId, settled.intentId],
    earnMarketId: markets.map(({ id }) => id),
    amount: ['1', '0.000001'],
    includeBalances: [true],
    byIntentId: [intent.intentId],
    intentAddress: [intent.originIntentAddress, intent.destinationIntentAddress],
    ownerAddress: addresses,
    byOwnerAddress: addresses,
    userWalletAddress: addresses,
    originChainId: [harbor, island],
    destinationChainId: [harbor, island],
    chainId: [harbor, island],
    originTokenAddress: traded,
    destinationTokenAddress: traded,
    tokenAddress: traded,
    originTokenAmount: [1n, 50_000_000n, 10n ** 15n],
    destinationTokenAmount: [1n, 50_000_000n, 10n ** 15n],
  }
})
afterAll(async () => {
  costs?.stop()
  await service?.stop()
})

/** Runs requests of one operation; a 500 is reported with the command that repeats it. */
async function noneFails(shape: Parameters<typeof objectOf>[0], of: Honest, send: (body: string) => Promise<Reply>) {
  const property = fc.asyncProperty(objectOf(shape, of), fc.boolean(), async (request, isOther) => {
    const { status, body } = await send(spelled(request, isOther))
    expect(status, `${JSON.stringify(body)}\n${repeat()}`).not.toBe(500)
  })
  await fc.assert(property, { seed, numRuns })
}
type Reply = { status: number; body: unknown }

test.each(operationNames)('%s', async (name) => {
  const { url } = service.app
  // A wait for an intent that is there is held for half a minute, and says what GetIntentReceipt says.
  const known = name === 'WaitIntentReceipt' ? {} : honest
  await noneFails(inspectObject(operations[name].request), known, (body) => post(url, name, body))
})

test('every operation of the admin interface', async () => {
  const { url, lines } = await serveWithAdmin()
  for (const name of adminOperationNames) {
    const shape = inspectObject(adminOperations[name].request)
    // Anew for each operation: one of them makes all that were given void.
    const { body } = await postAdmin(url, 'CreateOperatorToken', { secret: operatorSecret })
    const { token: asOperator } = body as { token: string }
    const reply = await postAdmin(url, 'CreateAccountToken', { account: 'ada', projectId: 1 }, bearer(asOperator))
    const { token: asMember } = reply.body as { token: string }
    for (const caller of [asOperator, asMember])
      await noneFails(shape, { projectId: [1], chainId: [31337] }, (body) => postAdmin(url, name, body, bearer(caller)))
  }
  for (const line of lines) costs.add(line)
  expect(adminOperationNames.filter((name) => !costs.most.has(name))).toEqual([])
})

test('whatever was asked, no call of an operation cost more than its budget', () => {
  console.log(costTable(costs.most))
  const slow = slowness()
  for (const [name, { threadMs, ...cost }] of costs.most)
    expect(shareOf(name, { ...cost, threadMs: threadMs / slow }), name).toBeLessThanOrEqual(1)
})

test('a budget is at least three times what calls of an honest day cost', () => {
  expect(honestCosts.size).toBeGreaterThan(5)
  for (const [name, { chainReads, statements }] of honestCosts) {
    const budget = budgetOf(name)
    expect({
      name,
      chainReads: 3 * chainReads <= budget.chainReads,
      statements: 3 * statements <= budget.statements,
    }).toEqual({
      name,
      chainReads: true,
      statements: true,
    })
  }
})

/** Of processor time, by the usual machine: no page may hold the event loop longer than a request. */
const pageMsMax = 25

test('no page and no stream holds the event loop over 25 ms', async () => {
  const { url } = service.app
  const intentId = String(honest.intentId?.at(-1))
  const paths = [
    '/',
    '/health',
    '/ready',
    '/metrics',
    '/openapi.json',
    '/openapi/Acme.json',
    '/console/',
    '/console/settings.json',
  ]
  paths.push(
    '/console/routes.json',
    '/docs/',
    `/i/${intentId}`,
    '/none',
    `/intents/${intentId}/events`,
    '/.well-known/causeway.json',
  )
  const costs: { path: string; ms: number; bytes: number }[] = []
  for (const path of paths) {
    let bytes = 0
    const ask = async () => {
      const reply = await fetch(`${url}${path}`, { redirect: 'manual' })
      expect(reply.status, path).not.toBe(500)
      bytes = (await reply.arrayBuffer()).byteLength
    }
    await ask()
    costs.push({ path, ms: await leastCpuMs(ask, 5, 20), bytes })
  }
  costs.sort((a, b) => b.ms - a.ms)
  console.log(costs.map(({ path, ms, bytes }) => `${path} | ${ms.toFixed(1)} ms | ${bytes} bytes`).join('\n'))
  expect(costs.filter(({ ms }) => ms > pageMsMax)).toEqual([])
})

test('every address of a quote request is a token or has a role', () => {
  const addresses = inspectObject(quoteRequest).fields.flatMap(({ name, shape }) =>
    shape.type === 'value' && shape.kind === 'address' && !name.endsWith('TokenAddress') ? [name] : [],
  )
  expect(addresses.toSorted()).toEqual(Object.keys(addressRoles).toSorted())
})

test.each(Object.keys(addressRoles))('%s: what would be lost there is refused, with the reason', async (field) => {
  const lost = { zero: native, ours: causewayContracts.router, shared: tokens.uniswapV3.router, token: tokens.usdc }
  const keeps = field !== 'destinationApproveAddress'
  for (const [what, address] of Object.entries(lost)) {
    if (!keeps && (what === 'shared' || what === 'token')) continue
    const asked = service.client.quoteIntent({
      ownerAddress: service.devnet.accounts[5]!.address,
      ...fromTo([harbor, tokens.usdc, 50_000_000n], [island, tokens.usdc]),
      [field]: address,
    })
    await expect(asked, what).rejects.toMatchObject({
      error: 'InvalidArgument',
      message: expect.stringContaining(`${field}: `),
    })
  }
})
