import { expect, test } from 'vitest'
import { exampleRequest } from '../../src/interface/example.ts'
import { type OperationName, operationNames } from '../../src/interface/operations.ts'
import { type CausewayError, createClient, isError } from '../../src/sdk/client.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { serve } from '../server/serve.ts'
import { sampleResponses } from '../wire/samples.ts'

const acme = { service: 'Acme', field: 'acme', wallet: 'acmeVault' }

async function served() {
  const handlers = Object.fromEntries(operationNames.map((name) => [name, () => sampleResponses[name]]))
  return serve({ brands: [acme] }, { handlers: handlers as unknown as Handlers })
}

test('everything that a real server says reaches the caller unchanged', async () => {
  const { url } = await served()
  const { followIntent, ...client } = createClient({ url: `${url}/`, brand: acme, retries: 0 })
  expect(followIntent).toBeTypeOf('function')
  expect(Object.keys(client)).toEqual(operationNames.map((name) => name[0]!.toLowerCase() + name.slice(1)))
  const { intent } = await client.getIntent({ intentId: `0x${'ab'.repeat(32)}` })
  expect(intent).toEqual(sampleResponses.GetIntent.intent)

  const requests: { [N in OperationName]?: unknown } = {
    GetExactOutputRoutes: { destinationChainId: 1, destinationTokenAddress: intent.ownerAddress },
    GetExactInputRoutes: { originChainId: 1, originTokenAddress: intent.ownerAddress },
    GetTokenList: { chainIds: [1] },
    GetTokenPrices: { tokens: [{ chainId: 1, tokenAddress: intent.ownerAddress }] },
    QuoteIntent: intent.quoteRequest,
    CommitIntent: { intent },
    YieldGetAggregateBalances: { queries: [{ address: intent.ownerAddress, network: 'base' }] },
    SearchIntents: { byOwnerAddress: intent.ownerAddress },
  }
  for (const name of operationNames) {
    const method = client[(name[0]!.toLowerCase() + name.slice(1)) as 'ping'] as (request: unknown) => Promise<unknown>
    expect(await method(requests[name] ?? exampleRequest(name)), name).toEqual(sampleResponses[name])
  }
})

test('a refusal of a real server says which field, in the names of the brand', async () => {
  const { url } = await served()
  const client = createClient({ url, brand: acme, retries: 0 })
  const request = {
    ...sampleResponses.GetIntent.intent.quoteRequest,
    options: { svcAddressOverrides: { svcWalletUtilsAddress: 'nowhere' } },
  }
  const failure: unknown = await client.quoteIntent(request).catch((error: unknown) => error)
  expect(isError(failure, 'InvalidArgument')).toBe(true)
  expect((failure as CausewayError).detail).toContain('options.acmeAddressOverrides.acmeVaultUtilsAddress: must be')
  expect((failure as CausewayError).requestId).toBeTruthy()
})
