import type { NamedMutant } from '../mutantSets.ts'

const [steps, books, execute, quote, work] = ['steps', 'books', 'execute', 'quote', 'work'].map(
  (name) => `src/engine/${name}`,
)
const [send, sql] = ['src/chains/send', 'src/stores/postgres']

/** Mistakes of a colleague in a hurry, written without knowing the tests. Measured before they improved the tests. */
export const careless: readonly NamedMutant[] = [
  [`${steps}/awaitDeposit.ts`, 'if (balance >= amount) {', 'if (balance > amount) {'],
  [
    `${steps}/awaitDeposit.ts`,
    'return progress.deposit?.hash ? Math.max(executeByMs, lastMs) : executeByMs',
    'return executeByMs',
  ],
  [`${steps}/awaitDeposit.ts`, 'balance < amount || progress.deposit?.reorged', 'balance < amount'],
  [`${steps}/refund.ts`, 'entry.to === place && entry.chainId === chainId', 'entry.to === place'],
  [
    `${steps}/refund.ts`,
    "return moveTo('refund', {}, { afterMs: waitMsMax })\n  }",
    'return bookRefund(record, world, chain, evidence.value, finalBlock)\n  }',
  ],
  [`${steps}/refund.ts`, 'toAddress: walletOf(record).config.refundReceiver', 'toAddress: walletOf(record).address'],
  [`${steps}/dust.ts`, 'return worthUsd < least &&', 'return worthUsd <= least * 2 &&'],
  ['src/engine/steps/dust.ts', 'amounts[at]! > balanceOf(booked, place, chain.id, token)', 'amounts[at]! > 0n'],
  [`${steps}/dust.ts`, '>= ofIntent) return false', '> ofIntent) return false'],
  [`${steps}/awaitOrigin.ts`, '(gasCost * depositGas) / (depositGas + batchGas)', 'gasCost'],
  [
    `${steps}/awaitOrigin.ts`,
    'costMicroUsd < sponsor.reservedMicroUsd ? costMicroUsd : sponsor.reservedMicroUsd',
    'costMicroUsd',
  ],
  [`${steps}/transitionOf.ts`, '...(reserve && { reserve, release: true }),', '...(reserve && { reserve }),'],
  [`${steps}/transitionOf.ts`, 'dueAtMs: refundAtMs, finishedAtMs: nowMs', 'dueAtMs: null, finishedAtMs: nowMs'],
  [`${steps}/refundLateDeposits.ts`, 'refundGapMs(sends)', 'refundGapMs(0)'],
  [`${steps}/mined.ts`, "brought.is === 'proven' && !brought.value.success", "brought.is === 'provenNot'"],
  [`${steps}/awaitDestination.ts`, 'tokenAmount: booked.delivered }', 'tokenAmount: booked.toOwner }'],
  [`${steps}/awaitDestination.ts`, 'if (over || !mayResend(', 'if (!mayResend('],
  ['src/engine/books/batchEntries.ts', 'nativeBefore + unwrapped + balanceOf(', 'nativeBefore + balanceOf('],
  [`${books}/reservations.ts`, 'amount: destinationGas.totalFeeAmount', 'amount: originGas.totalFeeAmount'],
  [`${books}/reservations.ts`, 'amount: amount + signed.selectedGasFeeOption.amount', 'amount'],
  [`${books}/reservations.ts`, 'if (most < amount) return undefined', 'if (most <= amount) return undefined'],
  ['src/engine/books/takenOut.ts', '[blockNumber - 1, blockNumber].map', '[blockNumber, blockNumber].map'],
  [`${execute}/replaceDeposit.ts`, 'await world.store.intents.wake([intentId], world.clock.nowMs())', ''],
  [`${execute}/signerGasBalance.ts`, 'nowMs - found.atMs < cachedMs', 'nowMs - found.atMs < 1_000 * cachedMs'],
  [`${execute}/reserveSponsorship.ts`, '|| signed.selectedGasFeeOption.amount > 0n', ''],
  [`${quote}/market.ts`, 'destination.chain.fees()', 'origin.chain.fees()'],
  [
    `${quote}/depositWaysFor.ts`,
    'convertUp(nativeCost, market.originNative, token)',
    'convertUp(nativeCost, market.destinationNative, token)',
  ],
  [`${quote}/convergePlan.ts`, 'input.amount <= charge.total', 'input.amount < charge.total'],
  [`${work}/refundQuotes.ts`, 'expiresAtMs < keptSinceMs && isEmpty(found[index]!)', 'expiresAtMs < keptSinceMs'],
  [`${work}/latePayments.ts`, 'fromBlock: from + 1, toBlock: to', 'fromBlock: from + 2, toBlock: to'],
  [`${send}/retryUnmined.ts`, '(100n + settings.bumpPercent) + 99n) / 100n', '(100n + settings.bumpPercent)) / 110n'],
  [`${send}/retryUnmined.ts`, 'const isLast = Math.max(...lane.slots.keys()) === slot.nonce', 'const isLast = true'],
  [`${send}/closeGaps.ts`, 'Math.max(latest, await attempts.minedBelow(chain.id, signer))', 'latest'],
  [`${send}/feeBounds.ts`, 'BigInt(Math.max(1, items))', 'BigInt(Math.max(2, items))'],
  [
    `${sql}/writeTransition.ts`,
    'delete from reservations using moved where intent = moved.id and :release',
    'delete from reservations using moved where intent = moved.id and :release and until_ms > :now_ms',
  ],
  [`${sql}/writeTransition.ts`, 'and s.spent_micro_usd is null', ''],
  [`${sql}/writeTransition.ts`, 'leased_until_ms > :now_ms))`', 'leased_until_ms > 0))`'],
  [
    `${sql}/postgresSponsors.ts`,
    'd.held_micro_usd + d.spent_micro_usd + excluded.held_micro_usd <=',
    'd.held_micro_usd + excluded.held_micro_usd <=',
  ],
  [`${sql}/recordAttempt.ts`, 'and status_rank(:status) >= status_rank(t.status) and', 'and'],
  [
    `${sql}/postgresAttempts.ts`,
    'where l.holder = :holder or l.held_until_ms <= :now_ms`',
    'where l.holder = :holder or l.held_until_ms <= :until_ms`',
  ],
  [
    `${sql}/postgresIntents.ts`,
    '(:project_id::integer is null or project_id = :project_id)), 0) as amount',
    'true), 0) as amount',
  ],
]
