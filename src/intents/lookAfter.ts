/**
 * How long after a look the address of an expired quote or an ended intent is looked at again: a quarter of the time since it expired, or
 * since refunds began. That is 45 looks in 90 days, and what is paid is found after at most a quarter of the time that it came late.
 */
export const lookAfter = { msMin: 5 * 60_000, ageShare: 4 } as const
