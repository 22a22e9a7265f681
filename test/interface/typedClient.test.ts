import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import { operationNames } from '../../src/interface/operations.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { serve } from '../server/serve.ts'
import { sampleResponses } from '../wire/samples.ts'
import { generateTypedClient } from './generateTypedClient.ts'

const handlers = Object.fromEntries(
  operationNames.map((name) => [name, () => sampleResponses[name]]),
) as unknown as Handlers

const brands = [
  { service: 'Svc', field: 'svc', wallet: 'svcWallet' },
  { service: 'Acme', field: 'acme', wallet: 'acmeVault' },
]

/** Uses the generated types as a caller would; what the document does not promise does not compile. */
const usage = (service: string, field: string) => `
export async function use(url: string) {
  const client = createClient(url)
  const { chains } = await client.GetChains({})
  const decimals: number[] = chains.map((chain) => chain.tokenDecimals)
  const { intent, notes } = await client.QuoteIntent({
    ownerAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    originChainId: 1,
    originTokenAddress: '0x0000000000000000000000000000000000000000',
    destinationChainId: 8453,
    destinationTokenAddress: '0x0000000000000000000000000000000000000000',
    originTokenAmount: '1000000',
    options: { preference: 'CHEAPEST' },
  })
  const version: string = intent.${field}Version
  const uplift: number | undefined = intent.fees.originGas.upliftBps
  const contracts = await client.Get${service}Contracts({})
  const router: string = contracts.${service}Contracts.${field}RouterAddress
  // @ts-expect-error a chain id is a number
  const mistake = () => client.GetTokenList({ chainIds: ['1'] })
  return { mistake, decimals, version, uplift, notes, router }
}
`

test.each(brands)(
  'a client generated from the document of $service compiles under strict and runs',
  async ({ service, field }) => {
    const { url } = await serve({ brands }, { handlers })
    const document = await (await fetch(`${url}/openapi/${service}.json`)).json()
    const folder = mkdtempSync(join(tmpdir(), 'typed-client-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'client.ts')
    writeFileSync(file, generateTypedClient(document) + usage(service, field))

    const options: ts.CompilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
      outDir: folder,
    }
    const program = ts.createProgram([file], options)
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    expect(problems).toEqual([])
    program.emit()
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const { use } = await import(pathToFileURL(join(folder, 'client.js')).href)
    expect(await use(url)).toMatchObject({ decimals: [18], uplift: 0, router: expect.stringMatching(/^0x/) })
  },
)
