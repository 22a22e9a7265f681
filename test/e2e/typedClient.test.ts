import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import type { Address, Hex } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { harbor, tokens, useService, walletOf } from './setup.ts'

const brands = [
  { service: 'Svc', field: 'svc', wallet: 'svcWallet' },
  { service: 'Acme', field: 'acme', wallet: 'acmeVault' },
]

const service = useService()

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** A folder from which the packages of this repository are found, as from a caller's own. */
function makeFolder(): string {
  mkdirSync(join(modules, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(modules, '.cache', 'typed-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

/** Types from a document, as `npx openapi-typescript <document> -o types.ts` makes them. */
async function generateTypes(document: string, folder: string): Promise<void> {
  const cli = join(modules, 'openapi-typescript', 'bin', 'cli.js')
  await promisify(execFile)(process.execPath, [cli, document, '-o', join(folder, 'types.ts')])
}

/** What the compiler says in its strictest settings; the JavaScript is written beside the file. */
function compile(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  })
  program.emit()
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText, start }) => `${start}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}

/** What a caller writes over the generated types; what the document does not promise does not compile. */
const usage = (brand: string, field: string) => `
import createClient from 'openapi-fetch'
import type { components, paths } from './types.js'

type Deposit = { to: string; data: string }
type Send = (deposit: Deposit) => Promise<string>
type Receipt = components['schemas']['IntentReceipt']

export async function use(baseUrl: string, ownerAddress: string, from: string, to: string, send: Send) {
  const client = createClient<paths>({ baseUrl, headers: { Accept: 'application/json;bigint=string' } })
  const quoted = await client.POST('/rpc/${brand}/QuoteIntent', {
    body: {
      ownerAddress,
      originChainId: ${harbor},
      originTokenAddress: from,
      destinationChainId: ${harbor},
      destinationTokenAddress: to,
      originTokenAmount: '100000000',
      options: { preference: 'CHEAPEST', ${field}AddressOverrides: {} },
    },
  })
  if (quoted.error) throw new Error(quoted.error.cause ?? quoted.error.msg)
  const { intent } = quoted.data
  const version: string = intent.${field}Version
  const uplift: number | undefined = intent.fees.originGas.upliftBps
  const committed = await client.POST('/rpc/${brand}/CommitIntent', { body: { intent } })
  if (committed.error) throw new Error(committed.error.cause ?? committed.error.msg)
  const { intentId } = committed.data
  const depositTransactionHash = await send(intent.depositTransaction)
  const executed = await client.POST('/rpc/${brand}/ExecuteIntent', { body: { intentId, depositTransactionHash } })
  const status: 'QUOTED' | 'COMMITTED' | 'EXECUTING' | 'FAILED' | 'SUCCEEDED' | undefined = executed.data?.intentStatus
  let receipt: Receipt | undefined
  for (let holds = 0; holds < 8; holds++) {
    const waited = await client.POST('/rpc/${brand}/WaitIntentReceipt', { body: { intentId } })
    receipt = waited.data?.intentReceipt
    if (waited.data?.done !== false) break
  }
  const contracts = await client.POST('/rpc/${brand}/Get${brand}Contracts', { body: {} })
  const router: string | undefined = contracts.data?.${brand}Contracts.${field}RouterAddress
  const unknown = await client.POST('/rpc/${brand}/GetIntent', { body: { intentId: '0x' + '00'.repeat(32) } })
  const failure: { error: string; code: number; status: number } | undefined = unknown.error
  // @ts-expect-error a chain id is a number
  const mistaken = await client.POST('/rpc/${brand}/GetTokenList', { body: { chainIds: ['1'] } })
  // @ts-expect-error there is no such operation
  const absent = await client.POST('/rpc/${brand}/Nothing', { body: {} })
  const causes = [mistaken.error, absent.error].map((error) => error?.error)
  return { version, uplift, status, receipt, router, failure, causes }
}
`

test.each(brands)('types of openapi-typescript carry an intent out as $service', async (brand) => {
  const { app, devnet } = service
  const folder = makeFolder()
  await generateTypes(`${app.url}/openapi/${brand.service}.json`, folder)
  writeFileSync(join(folder, 'use.ts'), usage(brand.service, brand.field))
  expect(compile(join(folder, 'use.ts'))).toEqual([])

  const owner = devnet.accounts[0]!
  const wallet = walletOf(devnet, harbor, owner)
  const send = (deposit: { to: Address; data: Hex }) => wallet.sendTransaction({ to: deposit.to, data: deposit.data })
  const { use } = await import(pathToFileURL(join(folder, 'use.js')).href)
  expect(await use(app.url, owner.address, tokens.usdc, tokens.dai, send)).toMatchObject({
    version: '0.1.0+test',
    uplift: expect.any(Number),
    status: 'EXECUTING',
    receipt: { status: 'SUCCEEDED' },
    router: expect.stringMatching(/^0x/),
    failure: { error: 'NotFound', code: 8000, status: 400 },
    causes: ['InvalidArgument', 'WebrpcBadRoute'],
  })
})

test('types of the admin interface compile too', async () => {
  const folder = makeFolder()
  await generateTypes(`${service.app.url}/openapi-admin.json`, folder)
  expect(compile(join(folder, 'types.ts'))).toEqual([])
})
