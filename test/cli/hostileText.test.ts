import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { commands } from '../../src/cli/commands.ts'
import type { Command } from '../../src/cli/kit/command.ts'
import { jsonLine, oneLine, printable } from '../../src/cli/kit/terminal.ts'
import { trustedChains } from '../../src/intents/trustedChains.ts'
import { adminOperations } from '../../src/interface/adminOperations.ts'
import { adminNames, exampleOf } from '../../src/interface/example.ts'
import { inspectObject } from '../../src/interface/inspect.ts'
import { parseJson } from '../../src/interface/json.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { operations } from '../../src/interface/operations.ts'
import { serveHttp } from '../listen.ts'
import { useForAll } from '../useParts.ts'
import { runInside } from './runInside.ts'

/** Colours, a bell, a C1 escape, a reversed line, a hidden character, a tag, and a line of the server's own. */
const poison = '\x1b[31m\x07\u009b2J\x7f\u202e\u2066\u200b\u{e0041}\u2028\r\nFORGED'
const obeyed = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const seen = '\ufffd'

type Json = string | number | boolean | Json[] | { [name: string]: Json }
type Row = { response: z.ZodObject }

const rows: Record<string, Row> = { ...operations, ...adminOperations }

/** An answer of the right form with poison in every text that may be any text. */
function hostileAnswer(name: string, { response }: Row): Json {
  const names = Object.hasOwn(adminOperations, name) ? adminNames : undefined
  const answer = exampleOf(inspectObject(response), true, names)
  const poisonLeaf = (parent: Json[] | { [name: string]: Json }, key: string | number) => {
    const at = parent as Record<string | number, Json>
    const value = at[key]!
    if (typeof value === 'object') for (const inner of Object.keys(value)) poisonLeaf(value, inner)
    if (typeof value !== 'string') return
    at[key] = value + poison
    if (!response.safeParse(answer).success) at[key] = value
  }
  for (const key of Object.keys(answer)) poisonLeaf(answer, key)
  // A delivery under way would be waited for.
  if (name === 'TestWebhook') Object.assign(answer.delivery as object, { state: 'DELIVERED' })
  if (name === 'YieldGetMarkets') answer.payload = JSON.stringify([hostileMarket])
  if (name === 'YieldGetAggregateBalances') answer.payload = JSON.stringify([hostilePosition])
  return answer
}

const hostileMarket = {
  id: `m${poison}`,
  token: { symbol: `T${poison}` },
  rewardRate: 0.01,
  statistics: { tvlUsd: 1 },
  status: { enter: true, exit: true },
}
const hostilePosition = { yieldId: `y${poison}`, amount: `1${poison}`, amountUsd: '1' }

const answers = new Map(Object.entries(rows).map(([name, row]) => [name, hostileAnswer(name, row)]))

/** With `chains` said honestly, commands get past their look at the chains to what they print. */
const honestChains = {
  chains: [
    { id: 31337, name: 'Harbor', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    { id: 31338, name: 'Island', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
  ],
}

function honestly(name: string, { chainIds = [], searchQuery }: { chainIds?: number[]; searchQuery?: string }) {
  if (name === 'GetChains') return honestChains
  if (name !== 'GetTokenList' || searchQuery === undefined) return undefined
  const address = searchQuery === 'ETH' ? nativeToken : localAssets[searchQuery]
  const decimals = searchQuery === 'ETH' ? 18 : 6
  const token = { chainId: chainIds[0], address, symbol: searchQuery, decimals, featured: true, featureIndex: 0 }
  return { tokens: [{ ...token, name: poison, logoUri: poison }] }
}
const localAssets = trustedChains.find(({ id }) => id === 31337)!.assets

let mode: 'answers' | 'honest chains' | 'refuses' = 'answers'
const server = useForAll(() =>
  serveHttp(async (request, reply) => {
    const name = request.url!.split('/').at(-1)!
    const asked = parseJson(await text(request)) as { chainIds?: number[]; searchQuery?: string }
    reply.setHeader('content-type', 'application/json')
    const honest = mode === 'honest chains' ? honestly(name, asked) : undefined
    const body = honest ?? answers.get(name)
    if (mode !== 'refuses' && body) return void reply.end(JSON.stringify(body))
    reply.statusCode = 400
    reply.end(
      JSON.stringify({ error: 'InvalidArgument', code: 2001, msg: poison, cause: `no${poison}: really`, status: 400 }),
    )
  }),
)

/** Commands that speak to no service: they start something, or look at this machine. */
const local = ['serve', 'devnet', 'doctor', 'migrate', 'deploy', 'completion', 'signers']

async function leaves(): Promise<Command[]> {
  const talking = Object.entries(commands).filter(([name]) => !local.includes(name))
  const all = await Promise.all(talking.map(([, { load }]) => load()))
  return all.flatMap((one) => (Object.keys(one.children).length > 0 ? Object.values(one.children) : [one]))
}

/** As a person types it: examples have shortened ids in them. */
const wordsOf = (example: string): string[] =>
  [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) =>
    (a ?? b ?? c!).replace(/^0x3f…9a$/, intentId),
  )
const intentId = `0x${'3f'.repeat(32)}`

const saidBy = async (command: Command, extra: string[]) => {
  const env = {
    CAUSEWAY_URL: server.url,
    CAUSEWAY_TOKEN: 'token',
    CAUSEWAY_RPC: '',
    CAUSEWAY_STORE_FOLDER: '/nonexistent',
  }
  const example = command.examples.find((line) => !line.includes('…') || line.includes('0x3f…9a'))!
  const run = await runInside([...wordsOf(example).filter((word) => word !== '--json'), ...extra], env)
  return { ...run, all: run.out + run.err }
}

describe.each(['answers', 'honest chains', 'refuses'] as const)('a server whose every text is hostile: %s', (how) => {
  test('no command prints what a terminal obeys, and no line is the server’s own', async () => {
    mode = how
    const all = await leaves()
    expect(all.length).toBeGreaterThan(30)
    const marked: string[] = []
    for (const command of all) {
      for (const extra of [[], ['--json']]) {
        const { all: said } = await saidBy(command, extra)
        expect(said, command.name).not.toMatch(obeyed)
        expect(said, command.name).not.toMatch(/^FORGED/m)
        if (said.includes(seen)) marked.push(command.name)
      }
    }
    // The test has teeth only where hostile text reached the output.
    expect(new Set(marked).size).toBeGreaterThan(how === 'refuses' ? 30 : 20)
  })
})

test('JSON for machines keeps every character, as an escape', () => {
  expect(JSON.parse(jsonLine({ name: poison }))).toEqual({ name: poison })
  expect(jsonLine({ name: poison })).not.toMatch(obeyed)
})

test('printable text stays as it is; only newlines of our own layout are kept', () => {
  expect(printable('Née "O\\K" €😀 日本\nnext')).toBe('Née "O\\K" €😀 日本\nnext')
  expect(oneLine('a\nb')).toBe(`a${seen}b`)
  expect(printable(poison)).not.toMatch(obeyed)
})

test('text leaves the command line in one file', () => {
  const folder = join(import.meta.dirname, '../../src/cli')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const writers = files.filter((file) =>
    /console\.|process\.std(out|err)\.write/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(writers).toEqual(['kit/terminal.ts'])
})
