/**
 * How long after a look the address of an expired quote or an ended intent is looked at again. Quotes, and intents that ask for native token: a quarter
 * of the time since they expired, or since refunds began; 45 looks in 90 days, and what is paid is found after at most a quarter of the
 * time that it came late. Other ended intents: as long as that time, 15 looks, because `latePayments` sees transfers of tokens.
 */
export const latePollSchedule = { msMin: 5 * 60_000, ageShare: 4, tokenAgeShare: 1 } as const
