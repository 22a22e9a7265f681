/**
 * RECOMMENDED by today's rule and by the earlier one (`before` below), on the same offers of the same blocks.
 *
 *   npx tsx bench/recommended.ts [--requests 200] [--seed 7]
 *
 * Draws chains, tokens, sizes and directions from a fresh seed, which it prints. Sends each request twice over HTTP,
 * where the route must be the same; then searches all ways, including those that one rule may skip.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { startApp } from '../src/app/startApp.ts'
import { devnetAddresses as tokens } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetDefinitions } from '../src/chains/definitions/devnet/devnetDefinitions.ts'
import { configSchema } from '../src/config/config.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { findOffers } from '../src/engine/quote/findOffers.ts'
import { estimateDuration, gasOf, type TimedOffer } from '../src/engine/quote/offer.ts'
import { askedOf, candidateOf, rankOffers, valueOffers } from '../src/engine/quote/outbid.ts'
import { createQuoteCaches } from '../src/engine/quote/quoteCaches.ts'
import type { QuoteContext } from '../src/engine/quote/quoteContext.ts'
import { readContext } from '../src/engine/quote/quoteIntent.ts'
import { convertUp, lessFraction, usdOf } from '../src/intents/money.ts'
import { checkRequest } from '../src/interface/check.ts'
import { createObserve } from '../src/observe/observe.ts'
import { createSwapQuoter } from '../src/providers/quoteSwap.ts'
import { createClient, isError } from '../src/sdk/client.ts'

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(1e6)) },
  },
})

/** A small generator, repeatable by its seed. */
let state = Number(options.seed) >>> 0
const draw = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)]!

const native = '0x0000000000000000000000000000000000000000'
/** Token, decimals and dollars. */
const market = [
  [tokens.usdc, 6, 1],
  [tokens.usdt, 6, 1],
  [tokens.dai, 18, 1],
  [tokens.wbtc, 8, 100_000],
  [tokens.weth, 18, 3_000],
  [native, 18, 3_000],
] as const

/** The earlier rule: the fastest of the offers whose least amount, less gas, is within 0.3 % or $1 of the best. */
function before(offers: readonly TimedOffer[], { input, market: seen }: QuoteContext): TimedOffer {
  const isIn = input.exact === 'in'
  const token = isIn ? seen.destinationToken : seen.originToken
  const net = (offer: TimedOffer): bigint => {
    const gas = gasOf(offer)
    const cost =
      convertUp(gas.origin * seen.originFees.gasPrice, seen.originNative, token) +
      convertUp(gas.destination * seen.destinationFees.gasPrice, seen.destinationNative, token)
    return isIn ? offer.outMin - cost : -(offer.spend + cost)
  }
  const ranked = offers.toSorted((a, b) => Number(net(b) - net(a)))
  const best = net(ranked[0]!)
  const size = best < 0n ? -best : best
  const isNear = (offer: TimedOffer) => {
    const gap = best - net(offer)
    return gap <= size - lessFraction(size, 0.003) || usdOf(gap, token.decimals, token.priceUsd) <= 1
  }
  return ranked.filter(isNear).toSorted((a, b) => a.takes.medianS - b.takes.medianS || Number(net(b) - net(a)))[0]!
}

function drawRequest(owner: `0x${string}`) {
  for (;;) {
    const [originChainId, destinationChainId] = [pick([31337, 31338, 31339]), pick([31337, 31338, 31339])]
    const [from, to] = [pick(market), pick(market)]
    const exact = draw() < 0.7 ? 'in' : 'out'
    // From $10 to $20,000, as often between 10 and 100 as between 1,000 and 10,000.
    const dollars = 10 * 2_000 ** draw()
    if (originChainId === destinationChainId && (from[0] === to[0] || [from, to].every(([, , usd]) => usd === 3_000)))
      continue
    const [, decimals, usd] = exact === 'in' ? from : to
    const amount = BigInt(Math.round((dollars / usd) * 1e6)) * 10n ** BigInt(decimals - 6)
    const kind = originChainId === destinationChainId ? 'on one chain' : from[0] === to[0] ? 'same token' : 'across'
    return {
      kind: `${kind}, exact ${exact}`,
      request: {
        ownerAddress: owner,
        originChainId,
        originTokenAddress: from[0],
        destinationChainId,
        destinationTokenAddress: to[0],
        ...(exact === 'in' ? { originTokenAmount: amount } : { destinationTokenAmount: amount }),
      },
    }
  }
}

type Row = { kind: string; isOther: boolean; deposit: number; gain: number; laterS: number; back: number }

const scratch = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
const undo: (() => unknown)[] = [() => rmSync(scratch, { recursive: true, force: true })]
const rows: Row[] = []
const refused = new Map<string, number>()
let unstable = 0
let otherThanSaid = 0
try {
  // Instant mining: while nothing is sent, every read sees the same heads.
  const devnet = await startDevnet({
    dataDir: scratch,
    cacheDir: join(tmpdir(), 'causeway-devnet-cache'),
    blockTimeS: 0,
  })
  undo.push(devnet.stop)
  const config = configSchema.parse({
    http: { port: 0 },
    limits: { publicPerMinute: 0, localPerMinute: 0, operationsPerMinute: {} },
    log: { level: 'silent' },
    chains: devnet.chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [rpcUrl] })),
    store: { folder: scratch },
    signers: { privateKeys: devnet.relayers.map(({ privateKey }) => privateKey) },
    providers: { cctpAttestationUrl: devnet.attestationUrl },
  })
  const observe = createObserve(pino({ level: 'silent' }))
  const app = await startApp({ config, definitions: devnetDefinitions(), observe, version: 'bench' })
  undo.push(app.stop)
  const client = createClient({ url: app.url })
  const names = app.world.providers.filter(({ kind }) => kind === 'swap').map(({ name }) => name)
  const world = { ...app.world, quoteSwap: createSwapQuoter({ ...app.world, names }) }
  const caches = createQuoteCaches(world.clock)

  while (rows.length < Number(options.requests)) {
    const { kind, request } = drawRequest(devnet.accounts[1]!.address)
    const ask = async () => {
      const { intent, offers } = await client.quoteIntent(request)
      return { intent, chosen: offers!.find(({ chosen }) => chosen)! }
    }
    let chosen: Awaited<ReturnType<typeof ask>>['chosen']
    try {
      const [once, again] = [await ask(), await ask()]
      chosen = once.chosen
      if (again.chosen.route !== chosen.route) unstable++
    } catch (error) {
      const name = isError(error) ? error.name : String(error)
      refused.set(name, (refused.get(name) ?? 0) + 1)
      continue
    }
    const signal = AbortSignal.timeout(60_000)
    const context = await readContext(signal, checkRequest('QuoteIntent', request), { projectId: 1 }, world, caches)
    const amount = context.input.exact === 'in' ? chosen.routeAmount! : context.input.amount
    const { offers: found } = await findOffers(amount, context, world, { caches })
    const offers = await Promise.all(
      found.map(async (offer) => ({ ...offer, takes: await estimateDuration(offer, context, world, caches) })),
    )
    const candidates = offers.map((offer) => ({ ...candidateOf(offer, context), seconds: offer.takes.medianS, offer }))
    const { values, deposit } = valueOffers(candidates, askedOf(context), world.settings)
    const [after] = rankOffers(candidates, askedOf(context), world.settings)
    const [was, is] = [before(offers, context), after!.offer]
    if (is.route !== chosen.route) otherThanSaid++
    rows.push({
      kind,
      isOther: was.route !== is.route,
      deposit,
      gain: values[offers.indexOf(is)]! - values[offers.indexOf(was)]!,
      laterS: is.takes.medianS - was.takes.medianS,
      back: (is.leftovers ?? []).reduce((sum, { usd = 0 }) => sum + usd, 0),
    })
  }
} finally {
  for (const step of undo.toReversed()) await step()
}

const sum = (of: readonly Row[], key: 'deposit' | 'gain' | 'laterS' | 'back') =>
  of.reduce((total, row) => total + row[key], 0)
const lineOf = (about: string, of: readonly Row[]) => {
  const others = of.filter(({ isOther }) => isOther)
  return {
    requests: about,
    asked: of.length,
    'other route': others.length,
    'worth more': `$${sum(of, 'gain').toFixed(2)}`,
    'bps of all deposits': ((1e4 * sum(of, 'gain')) / sum(of, 'deposit')).toFixed(2),
    'bps at most': Math.max(0, ...of.map(({ gain, deposit }) => (1e4 * gain) / deposit)).toFixed(1),
    'bps at least': Math.min(0, ...of.map(({ gain, deposit }) => (1e4 * gain) / deposit)).toFixed(1),
    'seconds later, of those': others.length ? (sum(others, 'laterS') / others.length).toFixed(1) : '',
    'comes back, said before': `$${sum(of, 'back').toFixed(2)}`,
  }
}
const kinds = [...new Set(rows.map(({ kind }) => kind))].toSorted()
console.log(`seed ${options.seed}`)
console.table([
  ...kinds.map((kind) =>
    lineOf(
      kind,
      rows.filter((row) => row.kind === kind),
    ),
  ),
  lineOf('all', rows),
])
console.log(`another route when asked again: ${unstable}; another route than the rule says: ${otherThanSaid}`)
const told = [...refused].map(([name, count]) => `${count} ${name}`).join(', ')
console.log(`refused and drawn again: ${told || 'none'}`)
process.exit(unstable === 0 ? 0 : 1)
