/** A run's size: `npm test` is fast, `npm run test:full` full, `npm run test:deep` deep. A named file is full. */
export const tier = (process.env.TIER ?? 'full') as 'fast' | 'full' | 'deep'

/** A search's number of seeds, inputs or seconds in this tier. */
export const budget = <T>(by: { fast: T; full: T; deep?: T }): T =>
  tier === 'fast' ? by.fast : tier === 'deep' ? (by.deep ?? by.full) : by.full
