/**
 * How long after a poll the address of an expired quote or an ended intent is polled again. Quotes, and intents that ask for native token: a quarter
 * of the time since they expired, or since refunds began; 45 polls in 90 days, and a payment is found after at most a quarter of the
 * time that it came late. Other ended intents: as long as that time, 15 polls, because `latePayments` sees transfers of tokens.
 */
export const latePollSchedule = { msMin: 5 * 60_000, ageShare: 4, tokenAgeShare: 1 } as const
