import { resolve } from 'node:path'
import { loadConfig } from '../config/loadConfig.ts'
import { systemClock } from '../host/clock.ts'
import { startEmbeddedPostgres } from '../host/postgres/embeddedPostgres.ts'
import { openPool } from '../stores/postgres/database.ts'
import { migrate as applyMigrations } from '../stores/postgres/migrate.ts'
import { readMigrationState } from '../stores/postgres/migrationState.ts'
import { unusable } from '../stores/postgres/whyUnusable.ts'
import { CliError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'

export const migrate = createClientCommand({
  name: 'migrate',
  about: 'Bring the database to this version. Safe to do twice, and while older processes run beside it.',
  details: [
    'The database is the one that is configured (DATABASE_URL), else the one in .causeway.',
    'A service does the same when it starts; this is for whoever wants it done before.',
  ],
  flags: {
    config: { value: 'file', about: 'Configuration file; causeway.config.* unless said' },
    check: { about: 'Only say how far it is; exit code 1 if something is missing' },
  },
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
        const { what, remedy } = unusable(error, url)
        throw new CliError('unreachable', `the database cannot be used: ${what}`, remedy)
      })
      if (!flags.check) await applyMigrations(pool, systemClock)
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
