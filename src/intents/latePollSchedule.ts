/**
 * Delay until the address of an expired quote or an ended intent is polled again. For quotes and native deposits: a
 * quarter of the time since expiry or since refunds began (45 polls in 90 days), which finds a payment within a quarter
 * of its lateness. For token deposits: all of that time (15 polls), because `latePayments` sees token transfers.
 */
export const latePollSchedule = { msMin: 5 * 60_000, ageShare: 4, tokenAgeShare: 1 } as const
