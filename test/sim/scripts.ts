import { hexToBigInt } from 'viem'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { placeholder } from '../../src/intents/wallet.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { QuoteRequest } from '../../src/interface/quoteShapes.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { vaultAbi } from '../engine/scripted/markets.ts'
import { addresses, type DaiLimits, ownerOf, recipientOf, refundToOf, vaultOf } from './economy.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimWorld } from './worlds.ts'

const payments = [
  'exact',
  'twice',
  'short',
  'inParts',
  'over',
  'late',
  'afterEnd',
  'otherToken',
  'never',
  'dust',
] as const
const executions = ['withHash', 'withoutHash', 'never', 'twice'] as const
const routes = [
  'sameChain',
  'across',
  'acrossSwap',
  'native',
  'nativeOut',
  'nativeBoth',
  'exactOutput',
  'message',
  'call',
  'sameChainCall',
  'layerZero',
  'twoBridges',
] as const

const twinShare = 0.25

/** One caller's plan, drawn at the start of a run. */
export type Script = {
  index: number
  /** Repeats the first caller's request as the same owner: a bridge cannot tell the two apart. */
  isTwin: boolean
  route: (typeof routes)[number]
  payment: (typeof payments)[number]
  execution: (typeof executions)[number]
  startMs: number
  /** Whether it commits; one that does not still pays the quote's address. */
  commits: boolean
  /** Signs the deposit instead of sending it: the service relays it with the batch. */
  signs: boolean
  /** Withdraws from the intent address alone, this long after paying, and may report it. */
  takesOutAfterMs?: number
  /** Payment starts the intent, without a call. */
  isDirect: boolean
  /** Names a wrong transaction first, and the right one by RetryIntent. */
  retries: boolean
  /** Requests a recovery from the service: this long after paying, or once the intent has failed. */
  recovers?: { afterMs?: number }
  /** The project of its access key. */
  projectId: number
  /** Its brand; none if there is only one. */
  service?: string
  /** Sends refunds to another address. */
  refundsElsewhere: boolean
  /** Sends each call twice, at the same time. */
  impatient: boolean
  /** How often a call is repeated after an error or silence. */
  patience: number
}

export function drawScript(scheduler: Scheduler, index: number, isCalm: boolean, { traits, brands }: SimWorld): Script {
  const isDirect = traits.includes('directTransfers') && scheduler.chance(0.6)
  const recovers = traits.includes('recoveries') && scheduler.chance(0.6)
  const has = traits.includes('dust') ? payments : payments.filter((payment) => payment !== 'dust')
  return {
    index,
    isTwin: index > 0 && scheduler.chance(twinShare),
    route: scheduler.pick(routes),
    payment: isCalm || scheduler.chance(0.4) ? 'exact' : scheduler.pick(has),
    execution:
      isDirect && scheduler.chance(0.7)
        ? 'never'
        : isCalm || scheduler.chance(0.5)
          ? 'withHash'
          : scheduler.pick(executions),
    startMs: scheduler.between(0, index === 0 ? 3_000 : 20_000),
    commits: isCalm || scheduler.chance(0.95),
    signs: !isCalm && scheduler.chance(0.2),
    ...(!isCalm && scheduler.chance(0.08) && { takesOutAfterMs: scheduler.between(0, 60_000) }),
    isDirect,
    retries: traits.includes('retries') && scheduler.chance(0.6),
    ...(recovers && { recovers: scheduler.chance(0.4) ? { afterMs: scheduler.between(0, 150_000) } : {} }),
    projectId: traits.includes('projects') ? scheduler.pick([1, 2]) : 1,
    ...(brands.size > 0 && { service: scheduler.pick([...brands.keys()]) }),
    refundsElsewhere: traits.includes('refundsElsewhere') && scheduler.chance(0.6),
    impatient: !isCalm && scheduler.chance(0.25),
    patience: 12,
  }
}

export function askOf(
  { index, route, isDirect, refundsElsewhere }: Script,
  scheduler: Scheduler,
  { daiLimits, chainIds }: { daiLimits: DaiLimits; chainIds: readonly number[] },
): QuoteRequest {
  const ids = scheduler.chance(0.7) ? chainIds : chainIds.toReversed()
  const [from, to] = (ids.length > 2 && scheduler.chance(0.5) ? ids.slice(1) : ids) as [number, number]
  const usd = scheduler.chance(0.2) ? scheduler.between(1_100, 5_000) : scheduler.between(20, 900)
  const usdc = BigInt(usd) * 1_000_000n + BigInt(scheduler.between(0, 999_999))
  const base = {
    ownerAddress: ownerOf(index),
    ...fromTo([from, addresses.usdc, usdc], [to, addresses.usdc]),
    destinationToAddress: recipientOf(index),
    options: { bridgeProvider: 'ACROSS' },
    ...(isDirect && { fundMethod: 'DIRECT_TRANSFER' as const }),
    ...(refundsElsewhere && { refundToAddress: refundToOf(index) }),
  } satisfies QuoteRequest
  if (route === 'sameChain') return { ...base, destinationChainId: from, destinationTokenAddress: addresses.dai }
  if (route === 'layerZero' || route === 'twoBridges') {
    const dai = { originTokenAddress: addresses.dai, destinationTokenAddress: addresses.dai }
    if (route === 'twoBridges')
      return { ...base, ...dai, originTokenAmount: moreThanOneCarries(daiLimits, scheduler), options: {} }
    const originTokenAmount = (usdc % BigInt(daiLimits.LAYERZERO * 1_000_000)) * 10n ** 12n + 10n ** 19n
    return { ...base, ...dai, originTokenAmount, options: { bridgeProvider: 'LAYERZERO' } }
  }
  if (route === 'message') return { ...base, options: { bridgeProvider: 'CCTP' } }
  if (route === 'call' || route === 'sameChainCall') {
    const destinationCallData = encodeCall({
      abi: vaultAbi,
      functionName: 'deposit',
      args: [hexToBigInt(placeholder), ownerOf(index)],
    })
    const call = { destinationToAddress: vaultOf(index), destinationCallData }
    if (route === 'call') return { ...base, ...call }
    const dai = { originTokenAddress: addresses.dai, originTokenAmount: usdc * 10n ** 12n }
    return { ...base, ...call, ...dai, destinationChainId: from }
  }
  if (route === 'acrossSwap')
    return { ...base, originTokenAddress: addresses.dai, originTokenAmount: usdc * 10n ** 12n }
  if (route === 'native')
    return {
      ...base,
      originTokenAddress: nativeToken,
      destinationTokenAddress: addresses.usdc,
      originTokenAmount: usdc * 5n * 10n ** 8n,
    }
  if (route === 'nativeOut') return { ...base, destinationTokenAddress: nativeToken }
  if (route === 'nativeBoth') {
    const native = { originTokenAddress: nativeToken, destinationTokenAddress: nativeToken }
    return { ...base, ...native, originTokenAmount: usdc * 5n * 10n ** 8n }
  }
  if (route === 'exactOutput') {
    const { originTokenAmount: _, ...rest } = base
    return { ...rest, destinationTokenAddress: addresses.dai, destinationTokenAmount: usdc * 10n ** 12n }
  }
  return base
}

/** Whole DAI and some dust, above the largest bridge and below the two largest. */
function moreThanOneCarries(daiLimits: DaiLimits, scheduler: Scheduler): bigint {
  const [most = 0, second = 0] = Object.values(daiLimits).toSorted((a, b) => b - a)
  return BigInt(most + scheduler.between(5, second - 10)) * 10n ** 18n + BigInt(scheduler.between(0, 999_999_999))
}
