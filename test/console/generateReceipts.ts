import fc from 'fast-check'
import type { FlowInput, FlowMove, FlowPlace, Reason } from '../../src/console/flow/flow.ts'

/** How an intent can end, or where it can be. */
export const endings = [
  'succeeded',
  'leftover',
  'refunded',
  'paidOnDestination',
  'bridgeRefunded',
  'held',
  'dust',
  'aborted',
  'crossing',
  'deposited',
  'nothing',
] as const
export type Ending = (typeof endings)[number]

const [origin, destination] = [31_337, 31_338]
const tokens = { usdc: `0x${'aa'.repeat(20)}`, eth: `0x${'00'.repeat(20)}`, weth: `0x${'bb'.repeat(20)}` }

/** From one base unit to above any supply: dust and very large amounts. */
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 9n }),
  fc.bigInt({ min: 10n, max: 10n ** 12n }),
  fc.bigInt({ min: 10n ** 15n, max: 10n ** 24n }),
)

export type Generated = FlowInput & { ending: Ending }

const plans = fc.record({
  ending: fc.constantFrom(...endings),
  isCrossing: fc.boolean(),
  swapsBefore: fc.boolean(),
  swapsAfter: fc.boolean(),
  unwraps: fc.boolean(),
  isRelayed: fc.boolean(),
  byPayer: fc.boolean(),
  deposits: fc.array(amount, { minLength: 1, maxLength: 6 }),
  late: fc.array(amount, { maxLength: 6 }),
  wrongToken: fc.option(amount),
  feeShare: fc.bigInt({ min: 0n, max: 100n }),
  out: amount,
  bridged: amount,
  leftover: fc.option(amount),
  lateIsBack: fc.boolean(),
})
type Plan = typeof plans extends fc.Arbitrary<infer One> ? One : never

/** Receipts as the engine books them: whatever enters an intent address leaves it, in ledger order. */
export const receipts: fc.Arbitrary<Generated> = plans.map((plan) => bookOf(plan))

function bookOf(plan: Plan): Generated {
  const needsBridge = plan.ending === 'bridgeRefunded' || plan.ending === 'crossing'
  const isCrossing = plan.isCrossing || needsBridge
  const moves: FlowMove[] = []
  const book = (from: FlowPlace, to: FlowPlace, chainId: number, tokenAddress: string, value: bigint, why: Reason) => {
    if (value > 0n) moves.push({ from, to, chainId, tokenAddress, amount: value, why, txnHash: `0x${'12'.repeat(32)}` })
  }
  const payer: FlowPlace = plan.byPayer ? 'payer' : 'owner'
  const paid = plan.deposits.reduce((sum, one) => sum + one, 0n)
  const destinationChainId = isCrossing ? destination : origin
  const routeProviders = isCrossing
    ? [...(plan.swapsBefore ? ['UNISWAP_V3'] : []), 'CCTP', ...(plan.swapsAfter ? ['UNISWAP_V3'] : [])]
    : ['UNISWAP_V3']
  const done = (status: FlowInput['status']): Generated => {
    // Late money goes back; while the intent is held or under way it may still be there.
    for (const value of plan.late) {
      book(payer, 'originIntent', origin, tokens.usdc, value, 'late')
      if (plan.lateIsBack) book('originIntent', 'owner', origin, tokens.usdc, value, 'late')
    }
    if (plan.wrongToken !== null) {
      book('owner', 'originIntent', origin, tokens.weth, plan.wrongToken, 'deposit')
      if (plan.lateIsBack) book('originIntent', 'owner', origin, tokens.weth, plan.wrongToken, 'refund')
    }
    return { moves, status, originChainId: origin, destinationChainId, routeProviders, ending: plan.ending }
  }
  if (plan.ending === 'nothing') return { ...done('FAILED') }
  const deposits = plan.ending === 'dust' ? plan.deposits.map((value) => (value % 9n) + 1n) : plan.deposits
  for (const value of deposits) book(payer, 'originIntent', origin, tokens.usdc, value, 'deposit')
  if (plan.isRelayed) book('owner', 'collector', origin, tokens.usdc, 421n, 'relayFee')
  if (plan.ending === 'deposited') return done('EXECUTING')
  if (plan.ending === 'held' || plan.ending === 'dust') return done('FAILED')
  if (plan.ending === 'aborted') {
    book('originIntent', 'owner', origin, tokens.usdc, paid, 'abort')
    return done('FAILED')
  }
  if (plan.ending === 'refunded') {
    book('originIntent', 'owner', origin, tokens.usdc, paid, 'refund')
    return done('FAILED')
  }
  const fee = (paid * plan.feeShare) / 1_000n
  book('originIntent', 'collector', origin, tokens.usdc, fee, 'fee')
  book('relayer', 'network', origin, tokens.eth, 376_092n, 'gas')
  const spent = paid - fee
  const isLeftover = plan.ending === 'leftover'
  if (isCrossing) {
    if (plan.swapsBefore && isLeftover && plan.leftover !== null) {
      // Swap and bridge in one router call: booked as the bridge, with the swap's surplus as coming from a market.
      book('market', 'originIntent', origin, tokens.weth, plan.leftover, 'swap')
      book('originIntent', 'owner', origin, tokens.weth, plan.leftover, 'leftover')
    }
    book('originIntent', 'bridge', origin, tokens.usdc, spent, 'bridge')
    if (plan.ending === 'crossing') return done('EXECUTING')
    if (plan.ending === 'bridgeRefunded') {
      book('bridge', plan.unwraps ? 'originIntent' : 'owner', origin, tokens.usdc, spent, 'refund')
      if (plan.unwraps) book('originIntent', 'owner', origin, tokens.usdc, spent, 'refund')
      return done('FAILED')
    }
    book('bridge', 'destinationIntent', destination, tokens.usdc, plan.bridged, 'bridge')
    if (plan.ending === 'paidOnDestination') {
      book('destinationIntent', 'owner', destination, tokens.usdc, plan.bridged, 'refund')
      return done('FAILED')
    }
    deliver('destinationIntent', destination, plan.swapsAfter ? undefined : plan.bridged)
  } else {
    deliver('originIntent', origin, undefined)
  }
  return done(plan.ending === 'paidOnDestination' ? 'FAILED' : 'SUCCEEDED')

  function deliver(place: FlowPlace, chainId: number, unswapped: bigint | undefined): void {
    const isFailed = plan.ending === 'paidOnDestination'
    const [to, why] = isFailed ? (['owner', 'refund'] as const) : (['recipient', 'delivery'] as const)
    if (unswapped !== undefined) {
      book(place, to, chainId, tokens.usdc, unswapped, why)
      return
    }
    const into = place === 'originIntent' ? spent : plan.bridged
    book(place, 'market', chainId, tokens.usdc, into, 'swap')
    if (plan.unwraps) {
      book('market', place, chainId, tokens.weth, plan.out, 'swap')
      book(place, 'market', chainId, tokens.weth, plan.out, 'swap')
      book('market', place, chainId, tokens.eth, plan.out, 'swap')
    } else book('market', place, chainId, tokens.eth, plan.out, 'swap')
    book(place, to, chainId, tokens.eth, plan.out, why)
    if (isLeftover && plan.leftover !== null && into > plan.leftover) {
      // The router returns the surplus in its input token.
      book('market', place, chainId, tokens.usdc, plan.leftover, 'swap')
      book(place, 'owner', chainId, tokens.usdc, plan.leftover, 'leftover')
    }
    book('relayer', 'network', chainId, tokens.eth, 344_934n, 'gas')
  }
}
