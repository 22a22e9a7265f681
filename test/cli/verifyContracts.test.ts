import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCreate2Address, type Hex, keccak256 } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { arachnidDeployer, deploySalt } from '../../src/chains/contracts/abi/addresses.ts'
import { compilerVersion, type StandardInput } from '../../src/cli/kit/standardInput.ts'
import { keys, startAnvil } from '../chains/anvil.ts'
import { serveHttp } from '../listen.ts'
import { useFolder, useForAll } from '../useParts.ts'
import { runInside } from './runInside.ts'

/** Contract sources, compiled by npm's solc, compared, and published to a server like Sourcify and Etherscan. */
type Compiled = Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
const solc: { compile(input: string): string; version(): string } = createRequire(import.meta.url)('solc')

const chain = useForAll(() => startAnvil({ chainId: 10, args: ['--block-time', '1'] }))
const explorer = useForAll(startExplorer)
const folder = useFolder()
const env = { CAUSEWAY_PRIVATE_KEY: keys[1]!, CAUSEWAY_OPERATOR_GRANT_KEY: keys[2]! }
let compiled: Compiled = {}
let input = ''

beforeAll(async () => {
  const file = join(folder, 'input.json')
  expect((await runInside(['deploy', '--standard-json', file], {})).code).toBe(0)
  input = readFileSync(file, 'utf8')
  compiled = (JSON.parse(solc.compile(input)) as { contracts: Compiled }).contracts
})

/** Creation code of a contract by its full name, `src/IntentRouter.sol:IntentRouter`. */
const codeOf = (name = ''): string | undefined => {
  const [file = '', contract = ''] = name.split(':')
  return compiled[file]?.[contract]?.evm.bytecode.object
}

test('what solc makes of the input is what is deployed, and a changed source is not', async () => {
  expect(compilerVersion.slice(1)).toBe(solc.version().split('.Emscripten')[0])
  const output = join(folder, 'output.json')
  writeFileSync(output, JSON.stringify({ contracts: compiled }))
  const same = await runInside(['deploy', '--compare', output, '--json'], {})
  expect(same.code, same.err).toBe(0)
  const { contracts } = same.json<{ contracts: { state: string }[] }>()
  expect(contracts.map(({ state }) => state)).toEqual(Array(7).fill('same'))
  const other = structuredClone(compiled)
  other['src/IntentWallet.sol']!.IntentWallet!.evm.bytecode.object += '00'
  delete other['src/IntentGuest.sol']
  writeFileSync(output, JSON.stringify({ contracts: other }))
  const differs = await runInside(['deploy', '--compare', output], {})
  expect(differs.code).toBe(1)
  expect(differs.out).toMatch(/^wallet +0x\w{40} +different$/m)
  expect(differs.out).toMatch(/^guest +0x\w{40} +missing$/m)
})

test.each(['sourcify', 'etherscan'])(
  'deploy publishes the sources at %s, and again says that they are there',
  async (kind) => {
    const verify = ['--rpc', chain.url, '--verify', `${kind}=${explorer.url}/${kind}`, '--json']
    const run = (more: string[]) =>
      runInside(['deploy', 'optimism', ...more, ...verify], { ...env, CAUSEWAY_EXPLORER_KEY: 'a-key' })
    type Result = { verified: { state: string; why?: string }[] }
    const states = (json: Result) => new Set(json.verified.map(({ state }) => state))
    const first = await run([])
    expect(first.code, first.err).toBe(0)
    expect(first.json<Result>().verified).toHaveLength(7)
    expect(states(first.json())).toEqual(new Set(['verified']))
    const again = await run(['--check'])
    expect(again.code, again.err).toBe(0)
    expect(states(again.json())).toEqual(new Set(['verified before']))
    explorer.forget()
    explorer.break = 'src/IntentRouter.sol'
    const refused = await run(['--check'])
    expect(refused.code).toBe(1)
    expect(refused.json<Result>().verified.filter(({ state }) => state === 'refused')).toMatchObject([
      { name: 'router', why: expect.stringMatching(/match|Unable/) },
    ])
    explorer.forget()
  },
)

/** Accepts sources like both: the exact compiler input, and arguments that lead to the address. */
async function startExplorer() {
  const known = new Map<string, boolean>()
  const looks = new Map<string, number>()
  const state = { break: '' }
  const judge = (address: string, name: string, sent: StandardInput, version: string, args?: string): boolean => {
    const isSent = JSON.stringify(sent) === input && version.replace(/^v/, '') === compilerVersion.slice(1)
    const code = codeOf(name)
    if (!isSent || !code || name.startsWith(state.break || '-')) return false
    if (args === undefined) return true
    const bytecodeHash = keccak256(`0x${code}${args}` as Hex)
    return getCreate2Address({ from: arachnidDeployer, salt: deploySalt, bytecodeHash }) === address
  }
  /** Told at the second look. */
  const isPending = (id: string): boolean => {
    looks.set(id, (looks.get(id) ?? 0) + 1)
    return looks.get(id) === 1
  }
  const sourcify = (path: string, body: string): [number, object] => {
    const [, chainId, address = ''] = /\/v2\/verify\/(\d+)\/(0x\w+)$/.exec(path) ?? []
    if (chainId) {
      if (known.get(address)) return [409, { customCode: 'already_verified', message: 'already verified' }]
      const { stdJsonInput, compilerVersion: version, contractIdentifier } = JSON.parse(body)
      known.set(address, chainId === '10' && judge(address, contractIdentifier, stdJsonInput, version))
      return [202, { verificationId: address }]
    }
    const id = path.split('/').at(-1)!
    if (isPending(id)) return [200, { isJobCompleted: false }]
    return [
      200,
      known.get(id)
        ? { isJobCompleted: true, contract: { match: 'match' } }
        : { isJobCompleted: true, contract: { match: null }, error: { message: 'no match' } },
    ]
  }
  const etherscan = (query: URLSearchParams, body: string): [number, object] => {
    const form = body ? new URLSearchParams(body) : query
    const ask = (name: string) => form.get(name) ?? ''
    if (ask('apikey') !== 'a-key' || query.get('chainid') !== '10')
      return [200, { status: '0', result: 'Invalid API Key' }]
    if (ask('action') === 'verifysourcecode') {
      const address = ask('contractaddress')
      if (known.get(address)) return [200, { status: '0', result: 'Contract source code already verified' }]
      const isGood = ask('codeformat') === 'solidity-standard-json-input'
      const judged = judge(
        address,
        ask('contractname'),
        JSON.parse(ask('sourceCode')),
        ask('compilerversion'),
        ask('constructorArguements'),
      )
      known.set(address, isGood && judged)
      return [200, { status: '1', message: 'OK', result: address }]
    }
    if (isPending(ask('guid'))) return [200, { status: '0', result: 'Pending in queue' }]
    return [
      200,
      known.get(ask('guid'))
        ? { status: '1', result: 'Pass - Verified' }
        : { status: '0', result: 'Fail - Unable to verify' },
    ]
  }
  const server = await serveHttp(async (request, response) => {
    const body = await text(request)
    const { pathname, searchParams } = new URL(request.url!, 'http://here')
    const [status, json] = pathname.startsWith('/sourcify') ? sourcify(pathname, body) : etherscan(searchParams, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  return Object.assign(state, {
    ...server,
    forget: () => {
      known.clear()
      looks.clear()
      state.break = ''
    },
  })
}
