/**
 * Delay until the address of an expired quote or an ended intent is polled again. For quotes, and for intents that want
 * native token: a quarter of the time since expiry or since refunds began. That is 45 polls in 90 days, and finds a
 * payment after at most a quarter of its lateness. For other intents: all of that time (15 polls), since `latePayments`
 * sees token transfers.
 */
export const latePollSchedule = { msMin: 5 * 60_000, ageShare: 4, tokenAgeShare: 1 } as const
