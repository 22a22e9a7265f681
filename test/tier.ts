/** How much a run may take: `npm test` is fast, `npm run test:full` full, `npm run test:deep` deep. A file run by its name is full. */
export const tier = (process.env.TIER ?? 'full') as 'fast' | 'full' | 'deep'

/** The number of seeds, inputs or seconds that a search has in this tier. */
export const budget = <T>(by: { fast: T; full: T; deep?: T }): T =>
  tier === 'fast' ? by.fast : tier === 'deep' ? (by.deep ?? by.full) : by.full
