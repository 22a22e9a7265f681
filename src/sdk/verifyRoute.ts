import type { Contracts } from '../intents/planBatches.ts'
import { trustedChain } from '../intents/trustedChains.ts'
import type { Address } from '../interface/fields.ts'
import type { Bounds } from './bounds.ts'
import type { ReadRun } from './readCalls.ts'
import { type ReadStep, readStep } from './readStep.ts'
import { demand, requireSame, sameHex } from './untrustedQuote.ts'
import { type BridgeStep, type Crossing, type CrossingEnds, verifyBridges } from './verifyBridge.ts'

type Route = { run: ReadRun; field: string; contracts: Contracts; bounds: Bounds }

/** A run that ends on its own chain. Its steps may do anything: the router reverts below the minimum output. */
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

const bridgesMax = 2

/**
 * A run that ends on another chain, where the origin router cannot check a minimum. So every step must be readable,
 * swaps must pay the router, and the last step must be a known bridge that carries enough to the destination intent
 * address. The bridged amount is fixed in the call: a swap that brings less reverts the run. If one bridge cannot
 * carry everything, a bridge of another kind takes a part first, and the same bounds apply to the sum.
 */
export function verifyCrossingRun(route: Route, ends: CrossingEnds): Crossing {
  requireTargets(route)
  const { run, field, contracts, bounds } = route
  const { swaps } = trustedChain(ends.originChainId, bounds.ownChains) ?? {}
  const steps = run.steps.map((step) => readStep(step, swaps))
  demand(steps.at(-1)?.kind === 'bridge', field, 'does not end with a bridge that this client knows')
  const parts: BridgeStep[] = []
  for (const [index, step] of steps.entries()) {
    const where = `${field}.steps[${index}]`
    if (step.kind === 'bridge') parts.push({ step: run.steps[index]!, bridge: step, where })
    else if (step.kind === 'payment') requirePaid(step.receiver, run.steps[index + 1]?.target, steps[index + 1], where)
    else requireInside(step, where, contracts)
  }
  demand(parts.length <= bridgesMax, field, `crosses by ${parts.length} bridges, more than ${bridgesMax}`)
  const kinds = new Set(parts.map(({ bridge }) => bridge.by))
  demand(kinds.size === parts.length, field, 'crosses twice by one bridge')
  return verifyBridges({ parts, run, bounds }, ends)
}

function requireInside(step: ReadStep, field: string, { router }: Contracts): void {
  demand(step.kind === 'swap' || step.kind === 'wrap', field, 'is a call that this client cannot read')
  if (step.kind === 'swap') requireSame(step.receiver, router, `${field}.recipient`)
}

/** Tokens may be sent only to the contract that swaps them in the very next step. */
function requirePaid(receiver: Address, target: Address | undefined, next: ReadStep | undefined, field: string): void {
  demand(next?.kind === 'swap', field, 'sends tokens away without swapping them')
  requireSame(receiver, target, `${field}.to`)
}

function requireTargets({ run, field, bounds }: Route): void {
  for (const [index, step] of run.steps.entries()) {
    const read = readStep(step)
    // For a payment, check the receiver: the called token could be any.
    const target = read.kind === 'payment' ? read.receiver : step.target
    const known = bounds.routeTargets?.some((one) => sameHex(one, target)) ?? true
    demand(known, `${field}.steps[${index}].target`, `${target} is none of the contracts that a route may call`)
  }
}
