import type { Contracts } from '../intents/planBatches.ts'
import type { Address } from '../interface/fields.ts'
import type { Bounds } from './bounds.ts'
import type { ReadRun } from './readCalls.ts'
import { type ReadStep, readStep } from './readStep.ts'
import { demand, requireSame, sameHex } from './untrustedQuote.ts'

type Route = { run: ReadRun; field: string; contracts: Contracts; bounds: Bounds }

/** A run that ends on the same chain: whatever its steps do, the router reverts unless the minimum comes back from them. */
export function verifyEndingRun(route: Route, token: Address, amountMin: bigint): void {
  requireTargets(route)
  const output = route.run.outputs.find((one) => sameHex(one.token, token))
  demand(output !== undefined, route.field, `gives back nothing of ${token}`)
  demand(
    output.minAmount >= amountMin,
    route.field,
    `may give back as little as ${output.minAmount}, less than the ${amountMin} that must arrive`,
  )
}

export type Crossing = { owner: Address; recipient: Address; chainId: number; amountMin: bigint }

/**
 * A run that ends on another chain: no minimum can be checked where it starts, so every step must be one that can be read, all but the
 * last must pay the router, and the last must carry enough to the intent address on the other side.
 */
export function verifyCrossingRun(route: Route, crossing: Crossing): void {
  requireTargets(route)
  const { run, field, contracts } = route
  const steps = run.steps.map(readStep)
  const last = steps.at(-1)
  demand(last?.kind === 'bridge', field, 'does not end with a bridge that this client knows')
  for (const [index, step] of steps.slice(0, -1).entries()) requireInside(step, `${field}.steps[${index}]`, contracts)
  const where = `${field}.steps[${steps.length - 1}]`
  requireSame(last.receiver, crossing.recipient, `${where}.recipient`)
  if (last.refundTo !== undefined) requireSame(last.refundTo, crossing.owner, `${where}.depositor`)
  if (last.destinationChainId !== undefined) requireSame(last.destinationChainId, crossing.chainId, `${where}.chain`)
  demand(!last.extra, where, 'asks the bridge for more than to pay the recipient')
  demand(
    last.amountOut >= crossing.amountMin,
    where,
    `brings ${last.amountOut}, less than the ${crossing.amountMin} that the other side needs`,
  )
  // With a swap before it the bridged token is another one, and its amount what the swap guarantees.
  if (steps.length === 1) requireSame(last.amountIn, run.amount, `${where}.amount`)
}

function requireInside(step: ReadStep, field: string, { router }: Contracts): void {
  demand(step.kind === 'swap' || step.kind === 'wrap', field, 'is a call that this client cannot read')
  if (step.kind === 'swap') requireSame(step.receiver, router, `${field}.recipient`)
}

function requireTargets({ run, field, bounds }: Route): void {
  for (const [index, { target }] of run.steps.entries()) {
    const known = bounds.routeTargets?.some((one) => sameHex(one, target)) ?? true
    demand(known, `${field}.steps[${index}].target`, `${target} is none of the contracts that a route may call`)
  }
}
