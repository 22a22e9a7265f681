import { expect, test } from 'vitest'
import { checkStore } from '../../src/cli/doctor/checkStore.ts'
import { freePort } from '../../src/host/ports.ts'
import { whyUnusable } from '../../src/stores/postgres/whyUnusable.ts'
import { keys } from '../chains/anvil.ts'
import { freshDatabase, query } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { runInside } from './runInside.ts'

/** A database that cannot be used is said at once, before anything else is started, with what to do. */
const database = useForAll(freshDatabase)

const at = (change: (url: URL) => void): string => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

const cases: [string, () => Promise<string> | string, RegExp][] = [
  [
    'nothing listens there',
    async () => {
      const port = String(await freePort())
      return at((url) => {
        url.port = port
      })
    },
    /nothing listens at 127\.0\.0\.1:\d+; start Postgres there, or point DATABASE_URL/,
  ],
  [
    'the password is wrong',
    () =>
      at((url) => {
        url.password = 'wr0ng'
      }),
    /refuses the user "\w+"; check user and password/,
  ],
  [
    'it has no such database',
    () =>
      at((url) => {
        url.pathname = '/elsewhere'
      }),
    /has no database "elsewhere"; let a role that may create databases/,
  ],
  [
    'the user may not create tables',
    async () => {
      await query(database.url, `create role reader login password 'reads'`, 'create database bare')
      return at((url) => {
        url.username = 'reader'
        url.password = 'reads'
        url.pathname = '/bare'
      })
    },
    /"reader" may not create tables in "bare"; let an administrator run: grant create/,
  ],
  [
    'the host has no address',
    () => 'postgres://someone@pg.invalid:15433/causeway',
    /no host is called pg\.invalid; check the host in DATABASE_URL/,
  ],
  [
    'the user may only read rows',
    async () => {
      await query(database.url, `create role looker login password 'reads' in role pg_read_all_data`)
      return at((url) => {
        url.username = 'looker'
        url.password = 'reads'
      })
    },
    /"looker" may not read and write all tables of "test_\d+_\d+"; let an administrator run: grant select, insert, update/,
  ],
]

test.each(cases)('%s', async (_, place, said) => {
  const env = {
    DATABASE_URL: await place(),
    PORT: '0',
    CAUSEWAY_CHAINS: '[{"id":1,"rpcUrls":["http://127.0.0.1:1"]}]',
    CAUSEWAY_OPERATOR_GRANT_KEY: keys[2]!,
    CAUSEWAY_SIGNERS_PRIVATE_KEYS: keys[0]!,
  }
  const { code, out, err } = await runInside(['serve'], env)
  expect(code).toBe(1)
  expect(err).toMatch(said)
  expect(out + err).not.toMatch(/wr0ng|reads|ready| at .*\.ts:/)
})

test('doctor refuses a role that may only read rows', async () => {
  const url = at((one) => {
    one.username = 'looker'
    one.password = 'reads'
  })
  const found = (await checkStore({ databaseUrl: url, folder: '.' })).filter(({ is }) => is !== 'ok')
  expect(found).toMatchObject([
    {
      is: 'bad',
      detail: expect.stringMatching(
        /"looker" may not read and write all tables of "test_\d+_\d+": not \w+, \w+, \w+ and others$/,
      ),
      remedy:
        'let an administrator run: grant select, insert, update, delete on all tables in schema public to "looker"',
    },
  ])
})

test.each([
  ['42P05', 'prepared statement "migrate_lock" already exists', /pooler lends connections by transaction/],
  ['26000', 'prepared statement "migrate_lock" does not exist', /pooler lends connections by transaction/],
  ['25006', 'cannot execute INSERT in a read-only transaction', /standby, or was set to read only/],
  ['42501', 'must be owner of table intents', /which another owns/],
])('%s %s is explained', (code, message, what) => {
  const why = whyUnusable(Object.assign(new Error(message), { code }), 'postgres://someone@db/causeway')
  expect(why).toEqual({ what: expect.stringMatching(what), remedy: expect.stringMatching(/DATABASE_URL|session/) })
})
