import type { NamedMutant } from '../mutantSets.ts'

const [steps, books, execute, quote, work, read] = ['steps', 'books', 'execute', 'quote', 'work', 'read'].map(
  (name) => `src/engine/${name}`,
)
const [send, sql] = ['src/chains/send', 'src/stores/postgres']

/** A second set, written at the same time; first measured after the other set had improved the tests. */
export const hasty: readonly NamedMutant[] = [
  [
    'src/engine/steps/awaitDeposit.ts',
    'executeByMs : waitUntilMs(record)',
    'executeByMs : waitUntilMs(record) - 60_000',
  ],
  [`${steps}/awaitDeposit.ts`, "if (isSpent) return moveTo('awaitOrigin')\n", ''],
  [
    `${steps}/awaitDeposit.ts`,
    'if (balance === 0n || balance >= amount) return undefined',
    'if (balance === 0n || balance > amount) return undefined',
  ],
  [`${steps}/refund.ts`, 'amounts.reduce((sum, amount) => sum + amount, 0n)', '(amounts[0] ?? 0n)'],
  [
    `${steps}/refund.ts`,
    "leg === 'deposit' ? intent.originChainId : intent.destinationChainId",
    'intent.originChainId',
  ],
  [`${steps}/settleOrigin.ts`, "if (to === 'refunded') return moveTo(to, { ...effects, ...crossed })", ''],
  [`${steps}/sendOrigin.ts`, 'lastAtMs: plan.refundAtS * 1_000', 'lastAtMs: plan.refundAtS'],
  [`${steps}/refundLateDeposits.ts`, 'sends: sends + 1', 'sends'],
  [
    `${steps}/mined.ts`,
    'balances.some((balance, index) => balance >= needed[index]!.amount)',
    'balances.some((balance, index) => balance > needed[index]!.amount)',
  ],
  ['src/engine/books/batchEntries.ts', 'wentThrough: isLast ? ok.deliver : ok.main', 'wentThrough: ok.main'],
  [
    `${books}/reservations.ts`,
    'Math.min(plan.refundAtS, signed.deadline)',
    'Math.max(plan.refundAtS, signed.deadline)',
  ],
  [
    `${books}/reservations.ts`,
    'most: mined + BigInt(limits.signedDepositsMax)',
    'most: BigInt(limits.signedDepositsMax)',
  ],
  [`${books}/takenOut.ts`, 'if (!receipt.success) return', 'if (receipt.blockNumber === 0) return'],
  [`${execute}/replaceDeposit.ts`, 'if (pays && !(before &&', 'if (!(before &&'],
  [
    `${execute}/reserveSponsorship.ts`,
    'mostMicroUsd: budget.mostMicroUsd',
    'mostMicroUsd: budget.mostMicroUsd + microUsd',
  ],
  [`${quote}/market.ts`, '(gas + depositL1.gas) * originFees.gasPrice + depositL1.fee', 'gas * originFees.gasPrice'],
  [`${quote}/convergePlan.ts`, 'chooseOffer(input.amount - charge.total, context', 'chooseOffer(input.amount, context'],
  [`${work}/refundQuotes.ts`, 'if (!first) return\n', ''],
  [`${work}/refundQuotes.ts`, 'dueAtMs: plan.refundAtS * 1_000, finishedAtMs', 'dueAtMs: plan.refundAtS, finishedAtMs'],
  [`${work}/sweeper.ts`, 'nowMs - claimKeptMs', 'nowMs - claimKeptMs / 1_000'],
  [`${read}/waitReceipt.ts`, 'if (listeners.size === 0) waiting.delete(intentId)', ''],
  [`${read}/waitReceipt.ts`, 'found?.projectId !== projectId ||', ''],
  [`${send}/retryUnmined.ts`, 'const neverTaken = slot.attempts.length === 1 &&', 'const neverTaken ='],
  [
    `${send}/retryUnmined.ts`,
    'if (cancel && gas * maxFeePerGas > budget) return',
    'if (gas * maxFeePerGas > budget) return',
  ],
  [
    `${send}/retryUnmined.ts`,
    "const inPool = outcome.is === 'accepted' || outcome.is === 'known'",
    "const inPool = outcome.is === 'accepted'",
  ],
  [`${send}/closeGaps.ts`, 'lane.gapFrom = from\n    return', 'lane.gapFrom = from'],
  [`${send}/feeBounds.ts`, 'if (fees.maxFeePerGas > most)', 'if (fees.maxFeePerGas >= most)'],
  [`${sql}/writeTransition.ts`, 'woken = woken and not :ends_lease', 'woken = false'],
  [
    `${sql}/writeTransition.ts`,
    'd.held_micro_usd - s.held_micro_usd, spent',
    'd.held_micro_usd - s.spent_micro_usd, spent',
  ],
  [
    `${sql}/writeTransition.ts`,
    'for (const reservation of bounded) await requireRoom',
    'for (const reservation of bounded) void requireRoom',
  ],
  [
    `${sql}/recordAttempt.ts`,
    "a.id <> :id\n      and a.state in ('planned', 'broadcast', 'indeterminate')",
    "a.id <> :id\n      and a.state in ('planned', 'broadcast')",
  ],
  [`${sql}/recordAttempt.ts`, 'usesNonce(state) ? endItemsOfNonce : endItemsOfAttempt', 'endItemsOfAttempt'],
  [`${sql}/postgresAttempts.ts`, "signer = :signer and state <> 'rejected'`", 'signer = :signer`'],
  [`${sql}/postgresAttempts.ts`, 'held_until_ms >= :since_ms', 'held_until_ms > :since_ms'],
  [`${sql}/latePayments.ts`, 'where chain_id = :chain_id and block = :from_block', 'where chain_id = :chain_id'],
  [`${sql}/postgresIntents.ts`, 'r.until_ms > :now_ms\n      and exists', 'true\n      and exists'],
  [`${sql}/quotes.ts`, 'holdsNothing} and i.intent_id', "'true'} and i.intent_id"],
]
