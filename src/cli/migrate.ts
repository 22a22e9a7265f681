import { resolve } from 'node:path'
import { loadConfig } from '../config/loadConfig.ts'
import { systemClock } from '../host/clock.ts'
import { startEmbeddedPostgres } from '../host/postgres/embeddedPostgres.ts'
import { applyMigrations } from '../stores/postgres/applyMigrations.ts'
import { openPool } from '../stores/postgres/database.ts'
import { readMigrationState } from '../stores/postgres/migrationState.ts'
import { type Unusable, unusable, whyUnusable } from '../stores/postgres/whyUnusable.ts'
import { CliError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'

const cannotBeUsed = ({ what, remedy }: Unusable) =>
  new CliError('unreachable', `the database cannot be used: ${what}`, remedy)

export const migrate = createClientCommand({
  name: 'migrate',
  about: 'Bring the database to this version. Safe to do twice, and while older processes run beside it.',
  details: [
    'The database is the one that is configured (DATABASE_URL), else the one in .causeway.',
    'A service does the same when it starts; use this to migrate before.',
  ],
  flags: {
    config: { value: 'file', about: 'Configuration file; causeway.config.* unless said' },
    check: { about: 'Only say how far it is; exit code 1 if something is missing' },
  },
  waitsFor: 'the database',
  examples: ['migrate', 'migrate --check --json'],
  run: async ({ flags, out }) => {
    const { config } = await loadConfig({ env: process.env, folder: process.cwd(), file: flags.config })
    const embedded = config.store.databaseUrl
      ? undefined
      : await startEmbeddedPostgres({ dataDir: resolve(config.store.folder), onProgress: out.note })
    const url = config.store.databaseUrl ?? embedded!.url
    const pool = openPool(url)
    try {
      const before = await readMigrationState(pool).catch((error: Error) => {
        throw cannotBeUsed(unusable(error, url))
      })
      if (!flags.check)
        await applyMigrations(pool, systemClock).catch((error: Error) => {
          const why = whyUnusable(error, url)
          throw why ? cannotBeUsed(why) : error
        })
      const { applied, known, isTooNew } = flags.check ? before : await readMigrationState(pool)
      const done = applied - before.applied
      out.result({ applied, known, done }, () => {
        if (applied > known)
          return `nothing to do: the database is of a newer version (${applied} migrations, this has ${known}) and ${isTooNew ? 'cannot' : 'can'} be used by this one`
        if (done > 0) return `${done} of ${known} migrations applied`
        return applied === known
          ? `nothing to do: all ${known} migrations are there`
          : `${known - applied} of ${known} are missing`
      })
      return applied >= known && !isTooNew ? undefined : 'failed'
    } finally {
      await pool.end()
      await embedded?.stop()
    }
  },
})
