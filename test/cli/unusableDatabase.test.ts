import { createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { runInside } from './runInside.ts'

/** A database that cannot be used is said at once, before anything else is started, with what to do. */
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.close())

const at = (change: (url: URL) => void): string => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

/** Nothing listens on its port: it was just given back. */
async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

const cases: [string, () => Promise<string> | string, RegExp][] = [
  [
    'nothing listens there',
    async () => {
      const port = await closedPort()
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
    /has no database "elsewhere"; create it/,
  ],
  [
    'the user may not create tables',
    async () => {
      const admin = new pg.Client({ connectionString: database.url })
      await admin.connect()
      await admin.query(`create role reader login password 'reads'`)
      await admin.query('create database bare')
      await admin.end()
      return at((url) => {
        url.username = 'reader'
        url.password = 'reads'
        url.pathname = '/bare'
      })
    },
    /"reader" may not create tables in "bare"; let an administrator run: grant create/,
  ],
]

test.each(cases)('%s', async (_, place, said) => {
  const env = { DATABASE_URL: await place(), PORT: '0', CAUSEWAY_CHAINS: '[{"id":1,"rpcUrls":["http://127.0.0.1:1"]}]' }
  const { code, out, err } = await runInside(['serve'], env)
  expect(code).toBe(1)
  expect(err).toMatch(said)
  expect(out + err).not.toMatch(/wr0ng|reads|ready| at .*\.ts:/)
})
