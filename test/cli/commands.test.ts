import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { erc20Abi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { findToken, requireTokenOnChain } from '../../src/cli/kit/findToken.ts'
import { readSaved, saveIntent } from '../../src/cli/kit/savedIntents.ts'
import { trustedChains } from '../../src/intents/trustedChains.ts'
import { printJson } from '../../src/interface/json.ts'
import { runIntent } from '../../src/sdk/client.ts'
import {
  balance,
  deposit,
  fromTo,
  harbor,
  island,
  mined,
  native,
  order,
  tokens,
  useService,
  walletOf,
} from '../e2e/setup.ts'
import { serveHttp } from '../listen.ts'
import { useFolder } from '../useParts.ts'
import { type CliRun, runCli } from './runCli.ts'
import { runInside } from './runInside.ts'

const service = useService()
const cwd = useFolder()
let env: Record<string, string>
beforeAll(async () => {
  const nodes = service.devnet.chains.map(({ name, rpcUrl }) => `${name}=${rpcUrl}`).join(',')
  env = { CAUSEWAY_URL: service.app.url, CAUSEWAY_RPC: nodes }
})

/** Through the front door, as a process of its own. */
const spawned = (line: string, more: Record<string, string> = {}): Promise<CliRun> =>
  runCli(line.split(' '), { env: { ...env, ...more }, cwd })

/** The same command in this process. */
const causeway = (line: string, more: Record<string, string> = {}): Promise<CliRun> =>
  runInside(line.split(' '), { ...env, ...more })

/** Where `send` saves intents, as seen from the folder of the spawned commands. */
const saves = () => join(cwd, '.causeway/intents')

const userOf = (index: number) => service.devnet.accounts[index]!

/** The service with other numbers on its chains. */
async function pretending(first: number, second: number, names = ['Ethereum', 'Optimism']) {
  const chain = (id: number, name: string) => ({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokenName: 'Ether',
    tokenSymbol: 'ETH',
    tokenDecimals: 18,
    isTestnet: false,
    supportsBridging: true,
  })
  const chains = [chain(first, names[0]!), chain(second, names[1]!)]
  return serveHttp(async (request, response) => {
    const body = await text(request)
    const id = request.url!.endsWith('GetTokenList') ? JSON.parse(body).chainIds[0] : first
    const { tokens: honest } = await service.client.getTokenList({ chainIds: [harbor], searchQuery: 'USDC' })
    const address = trustedChains.find((one) => one.id === id)?.assets.USDC ?? tokens.usdc
    const listed = honest.filter(({ symbol }) => symbol === 'USDC').map((one) => ({ ...one, chainId: id, address }))
    response.setHeader('content-type', 'application/json')
    response.end(printJson(request.url!.endsWith('GetChains') ? { chains } : { tokens: listed }))
  })
}

describe('looking things up', () => {
  test('chains', async () => {
    const shown = await spawned('chains')
    expect(shown.code).toBe(0)
    expect(shown.out).toMatch(/^ +ID +CHAIN +NATIVE/)
    expect(shown.out).toMatch(/31337 +Harbor +ETH/)
    const { chains } = (await causeway('chains --json')).json<{ chains: { id: number }[] }>()
    expect(chains.map(({ id }) => id)).toEqual([31337, 31338, 31339])
    expect((await causeway('chains --provider NOBODY')).out).toMatch(
      /^no chain is served by a provider called "NOBODY"$/m,
    )
  })

  test('tokens, of a chain by name and by id, with a search', async () => {
    const byName = await causeway('tokens harbor --search usd --all --json')
    const byId = await causeway('tokens 31337 --search usd --all --json')
    expect(byName.out).toBe(byId.out)
    expect(byName.json<{ tokens: { symbol: string }[] }>().tokens.map(({ symbol }) => symbol)).toContain('USDC')
    expect((await causeway('tokens harbor')).out).toMatch(/Harbor +USDC +USD Coin +6 +0x/)
  })

  test('prices', async () => {
    const shown = await causeway('prices ETH@harbor wbtc@31338')
    expect(shown.out).toMatch(/ETH +Harbor +3,000/)
    expect(shown.out).toMatch(/WBTC +Island +60,000/)
  })

  test('routes, in both directions', async () => {
    expect((await causeway('routes --from USDC@harbor --chain island')).out).toMatch(/Island +DAI/)
    expect((await causeway('routes --to ETH@island --chain summit')).out).toMatch(/Summit +USDC/)
    const one = await causeway('routes --from USDC@harbor --to DAI@summit --json')
    expect(one.json<{ tokens: unknown[] }>().tokens).toHaveLength(1)
  })

  test('every table fits 80 columns, and no colour codes go into a pipe', async () => {
    const lines = [
      'chains',
      'tokens --all',
      'routes USDC@harbor',
      'prices ETH@harbor',
      'yields',
      'balances --account 9',
      'quote 112.5 USDC@harbor USDC@island --account 0 --explain',
    ]
    for (const line of lines) {
      const { code, out } = await causeway(line)
      expect([line, code]).toEqual([line, 0])
      expect(out).not.toContain('\x1b')
      expect(out.split('\n').filter((one) => one.length > 80)).toEqual([])
    }
  })

  test('yields and balances', async () => {
    const markets = await causeway('yields --chain island')
    expect(markets.out).toMatch(/island-usdc-aave-v3-lending +USDC +[\d.]+ % +\$/)
    const held = await causeway('balances --account 9')
    expect(held.code).toBe(0)
    expect(held.out).toMatch(/Harbor +ETH +\d{1,3}(,\d{3})*(\.\d+)?\n/)
    const { tokens: rows } = (await causeway(`balances ${userOf(9).address} --json`)).json<{ tokens: unknown[] }>()
    expect(rows.length).toBeGreaterThan(10)
  })
})

describe('quote', () => {
  test('an exact input, with amounts in the units of people', async () => {
    const shown = await causeway('quote 112.5 USDC@harbor USDC@island --account 0')
    expect(shown.code).toBe(0)
    expect(shown.out).toMatch(/^pay +112\.5 USDC on Harbor \(\$112\.50\)$/m)
    expect(shown.out).toMatch(/^get +[\d.]+ USDC on Island/m)
  })

  test('twenty dollars are enough to cross, gas included', async () => {
    const shown = await causeway('quote 20 USDC@harbor ETH@island --account 0')
    expect([shown.code, shown.out]).toEqual([0, expect.stringMatching(/^pay +20 USDC on Harbor/m)])
  })

  test('an exact output, as JSON, every digit', async () => {
    const quoted = await causeway(`quote USDC@harbor to 0.05 ETH@island --owner ${userOf(1).address} --json`)
    const { intent } = quoted.json<{ intent: { quote: { toAmountMin: bigint }; ownerAddress: string } }>()
    expect(intent.quote.toAmountMin).toBe(5n * 10n ** 16n)
    expect(intent.ownerAddress).toBe(userOf(1).address)
  })
})

describe('send', () => {
  test('from quote to receipt, told line by line where there is no terminal', async () => {
    const recipient = '0x00000000000000000000000000000000000C1101'
    const sent = await causeway(
      `send 200 USDC@harbor ETH@harbor --account 2 --to ${recipient} --deposit transfer --yes`,
    )
    expect(sent.err).toMatch(/the quote does what was asked/)
    expect(sent.err).toMatch(/deposit sent:\n +0x[0-9a-f]{64}$/m)
    expect(sent.err).toMatch(/origin +Harbor +SUCCEEDED/)
    expect(sent.out).toMatch(/^status +SUCCEEDED$/m)
    expect(`${sent.err}${sent.out}`.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(sent.code).toBe(0)
    expect(await balance(service.devnet, harbor, native, recipient)).toBeGreaterThan(0n)
  })

  test('by signature between chains, as JSON, and saved for recovery before anything was paid', async () => {
    const sent = await causeway(`send 300 USDC@harbor USDC@island --account 3 --yes --json --save ${saves()}`)
    expect(sent.code).toBe(0)
    const { intentId, status } = sent.json<{ intentId: string; status: string }>()
    expect(status).toBe('SUCCEEDED')
    expect(await readdir(saves())).toContain(`${intentId}.json`)
    const saved = readSaved(saves(), intentId)!
    expect(saved.request).toMatchObject({ ownerAddress: userOf(3).address, originTokenAmount: 300_000_000n })
    // The service has filled this in; the request that was sent has no such field.
    expect([saved.request.tradeType, saved.intent.quoteRequest.tradeType]).toEqual([undefined, 'EXACT_INPUT'])

    const receipt = await causeway(`receipt ${intentId}`)
    expect(receipt.out).toMatch(/destination +Island +SUCCEEDED/)
    const watched = await causeway(`watch ${intentId} --json`)
    expect([watched.code, watched.json<{ intentId: string }>().intentId]).toEqual([0, intentId])
    expect((await causeway(`search ${intentId.slice(0, 12)}`)).out).toContain(intentId)
    const history = await causeway(`history --owner ${userOf(3).address} --status SUCCEEDED`)
    expect(history.out).toMatch(new RegExp(`${intentId} +SUCCEEDED\\n +300 USDC`))
    const newest = await causeway('history --limit 1 --json')
    const [, page] = /^more: --page (\d+)$/m.exec((await causeway('history --limit 1')).err) ?? []
    const older = await causeway(`history --limit 1 --page ${page} --json`)
    const ids = [newest, older].map((run) => run.json<{ intents: { intentId: string }[] }>().intents[0]?.intentId)
    expect(ids).toEqual([expect.any(String), expect.any(String)])
    expect(ids[0]).not.toBe(ids[1])
    expect((await causeway(`send --resume ${intentId} --account 3 --save ${saves()}`)).out).toMatch(
      /^status +SUCCEEDED$/m,
    )
  })

  test('max sends all that the account holds, and not of what pays the gas', async () => {
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    const funder = walletOf(service.devnet, harbor, userOf(4))
    await mined(funder, funder.sendTransaction({ to: address, value: 10n ** 18n }))
    const gift = {
      address: tokens.usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [address, 60_000_000n],
    } as const
    await mined(funder, funder.writeContract(gift))
    const sent = await causeway(`send max USDC@harbor USDC@island --yes --save ${saves()}`, {
      CAUSEWAY_PRIVATE_KEY: key,
    })
    expect(sent.out, sent.err).toMatch(/^pays +60 USDC on Harbor/m)
    expect(await balance(service.devnet, harbor, tokens.usdc, address)).toBe(0n)
    const all = await causeway('send max ETH@harbor USDC@island --yes', { CAUSEWAY_PRIVATE_KEY: key })
    expect([all.code, all.err]).toEqual([2, expect.stringContaining('would leave nothing for gas')])
  })

  test('a bound that the quote does not keep: exit code 6, and nothing was paid', async () => {
    const before = await balance(service.devnet, harbor, tokens.usdc, userOf(5).address)
    const sent = await causeway('send 200 USDC@harbor USDC@island --account 5 --least-out 200 --yes')
    expect(sent.code).toBe(6)
    expect(sent.err).toMatch(
      /causeway: quote\.toAmountMin: is \d+ \([\d.]+ USDC\), less than the 200000000 \(200 USDC\) allowed/,
    )
    expect(sent.err).toContain('to do: nothing was signed and nothing sent')
    expect(await balance(service.devnet, harbor, tokens.usdc, userOf(5).address)).toBe(before)
  })

  test('more than the account holds: said before anything is committed', async () => {
    const sent = await causeway('send 400000 USDC@harbor USDC@island --account 5 --least-out 1 --max-fee 100000 --yes')
    expect(sent.code, sent.err).toBe(1)
    expect(sent.err).toMatch(/the account holds [\d.,]+ USDC, and [\d.,]+ USDC are needed/)
    expect(sent.err).not.toContain('committed: ')
  })

  test('a chain that only the service knows is sent to by its id, not by a name', async () => {
    const lying = await pretending(1, 999, ['Ethereum', 'Zebra'])
    const into = { CAUSEWAY_URL: lying.url, CAUSEWAY_PRIVATE_KEY: userOf(5).privateKey }
    const named = await causeway('send 200 USDC@ethereum USDC@zebra --least-out 1 --yes', into)
    expect(named.err).toMatch(/that zebra is chain 999 is only what the service says\n {2}to do: .*USDC@999/)
    const byId = await causeway('send 200 USDC@ethereum USDC@999 --least-out 1 --yes', into)
    expect(byId.err).not.toContain('only what the service says')
    await lying.stop()
  })

  test('where money is real, --yes needs a limit', async () => {
    const lying = await pretending(1, 10)
    const into = { CAUSEWAY_URL: lying.url, CAUSEWAY_PRIVATE_KEY: userOf(5).privateKey }
    const input = await causeway('send 200 USDC@ethereum USDC@optimism --yes', into)
    expect([input.code, input.err]).toEqual([2, expect.stringContaining('--least-out')])
    const output = await causeway('send USDC@ethereum 200 USDC@optimism --yes', into)
    expect([output.code, output.err]).toEqual([2, expect.stringContaining('--max-in')])
    await lying.stop()
  })

  test('a token that the service describes wrongly is not sent', async () => {
    const { client, devnet } = service
    const found = await findToken(client, 'USDC@harbor')
    const wallet = walletOf(devnet, harbor, userOf(5))
    await requireTokenOnChain(wallet, found)
    await expect(requireTokenOnChain(wallet, { ...found, decimals: 18 })).rejects.toThrow(/USDC with 6/)
    await expect(requireTokenOnChain(wallet, { ...found, symbol: 'DAI' })).rejects.toThrow(/USDC with 6/)
  })

  test('an intent that runs can be watched for a while: exit code 8', async () => {
    const { client } = service
    const intent = await order(client, {
      ownerAddress: userOf(6).address,
      ...fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc]),
    })
    const watched = await causeway(`watch ${intent.intentId} --timeout 1`)
    expect([watched.code, watched.err]).toEqual([8, expect.stringContaining('has not ended within 1 s')])
  })
})

test('recover takes a stuck deposit out while no service answers', async () => {
  const wallet = walletOf(service.devnet, harbor, userOf(7))
  const request = fromTo([harbor, tokens.dai, 400n * 10n ** 18n], [island, tokens.usdc])
  const { client } = service
  let saved: Parameters<typeof deposit>[2] | undefined
  const stopped = runIntent({
    client,
    wallet,
    request,
    accept: ({ intent }) => {
      saved = intent
      return false
    },
  })
  await expect(stopped).rejects.toThrow()
  saveIntent(saves(), { intent: saved!, request: saved!.quoteRequest })
  const before = await balance(service.devnet, harbor, tokens.dai, userOf(7).address)
  await deposit(service.devnet, userOf(7), saved!)
  const nowhere = { CAUSEWAY_URL: 'http://127.0.0.1:1' }
  const recovered = await spawned(`recover ${saved!.intentId} --account 7`, nowhere)
  expect(recovered.err).toMatch(/sent 0x/)
  expect(recovered.out).toMatch(/^moved +400000000000000000000 base units/m)
  expect(recovered.code).toBe(0)
  expect(await balance(service.devnet, harbor, tokens.dai, userOf(7).address)).toBe(before)
  const again = await causeway(`recover ${saved!.intentId} --account 7 --save ${saves()}`, nowhere)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('nothing is at 0x')])
})

describe('what goes wrong says what to do', () => {
  const cases: [line: string, code: number, says: RegExp][] = [
    ['quote 1 USDC@harbor ETH@island --acount 0', 2, /no flag --acount\n {2}to do: did you mean --account/],
    ['quote 1 USDC@habor ETH@island --account 0', 2, /no chain "habor"\n {2}to do: did you mean Harbor/],
    [
      'quote 1 USDX@harbor ETH@island --account 0',
      2,
      /Harbor has no token "USDX"\n {2}to do: did you mean USDC\? causeway tokens harbor/,
    ],
    [
      'quote 1.0000001 USDC@harbor ETH@island --account 0',
      2,
      /has 7 decimals, USDC has 6\n {2}to do: the nearest below is 1\.000000/,
    ],
    ['quote 1,5 USDC@harbor ETH@island --account 0', 2, /"1,5" is not an amount/],
    ['quote 0.0000001 USDC@harbor ETH@island --account 0', 2, /to do: the least is 0\.000001\n/],
    ['quote USDC@harbor ETH@island --account 0', 2, /an amount is missing\n {2}to do: write it like 100 USDC@harbor/],
    ['quote', 2, /an amount and two tokens are missing/],
    ['quote 1 USDC@harbor', 2, /the token that it becomes is missing/],
    ['quote 1 USDC ETH@island', 2, /"USDC" does not say which token on which chain/],
    ['quote -5 USDC@harbor ETH@island', 2, /"-5" has a sign\n {2}to do: write the amount without one/],
    ['quote 1 USDC@harbor ETH@island -x', 2, /no flag -x\n {2}to do: causeway quote --help/],
    ['quote 1 USDC@harbor ETH@island', 2, /no payer given\n {2}to do: pass --owner/],
    ['send 1 USDC@harbor ETH@island --yes', 2, /no signer given\n {2}to do: set CAUSEWAY_PRIVATE_KEY/],
    ['quote 1 USDC@harbor ETH@island --to me.eth', 2, /--to is an address, 0x and 40 hex digits, not "me\.eth"/],
    [
      'quote 1 USDC@harbor ETH@island --owner 0xf39fd6e51aad88F6F4ce6aB8827279cffFb92266',
      4,
      /causeway: --owner has a wrong checksum: use 0xf39Fd6\w+ .*\n {2}to do: causeway quote --help/,
    ],
    ['quote 1 USDC@harbor ETH@island --account 0 --bridge ACROS', 4, /causeway: --bridge must be .* ACROSS/],
    ['quote 1 USDC@harbor ETH@island --account 0 --slippage 1', 2, /--slippage is a percentage.*\n {2}to do: write 1%/],
    ['balances', 2, /<address> is missing\n {2}to do: name a wallet, or --account/],
    ['history me', 2, /<owner> is an address/],
    ['history --limit 1000', 4, /--limit must be at most 100/],
    ['history --page next', 2, /--page is the number that the last page named/],
    ['receipt 0x3f', 2, /<intent-id> is an intent id, 0x and 64 hex digits, not "0x3f"/],
    ['search', 2, /\[term …\] or a flag is missing\n {2}to do: `causeway history`/],
    ['search --hash 0x12', 2, /--hash is a hash/],
    ['quote 1 USDC@harbor ETH@island --account 10', 2, /--account is 0 to 9, not 10/],
    ['quote 0.01 USDC@harbor ETH@island --account 0', 4, /to do: try another amount/],
    [
      'send 1 USDC@harbor ETH@island --account 0',
      2,
      /the quote needs an answer, and there is no terminal\n {2}to do: pass --yes/,
    ],
    ['receipt', 2, /<intent-id> is missing\n {2}to do: causeway receipt --help/],
    [`receipt 0x${'11'.repeat(32)}`, 4, /Resource not found/],
    ['search nonsense!', 4, /to do: a term is an id/],
    ['send --url http://127.0.0.1:1', 2, /an amount and two tokens are missing/],
    ['chains --url http://127.0.0.1:1', 3, /no service answers at http:\/\/127\.0\.0\.1:1/],
    ['chains --url nowhere', 2, /is not the address of a service/],
    ['recover nothing --account 0', 2, /there is no saved intent.*\n {2}to do: name a file, or the id/],
  ]
  test.each(cases)('causeway %s', async (line, code, says) => {
    const run = await causeway(line)
    expect(run.err).toMatch(says)
    expect([run.code, run.out]).toEqual([code, ''])
  })

  test('a command that does not exist', async () => {
    const run = await spawned('qoute 1 USDC@harbor ETH@island')
    expect(run.err).toMatch(/no command "qoute"\n {2}to do: did you mean "causeway quote"/)
    expect(run.code).toBe(2)
  })

  test('as JSON too, from a process of its own', async () => {
    const run = await spawned(`receipt 0x${'11'.repeat(32)} --json`)
    expect(JSON.parse(run.err)).toMatchObject({ error: 'NotFound', exit: 4, remedy: expect.any(String) })
  })
})
