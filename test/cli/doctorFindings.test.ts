import pg from 'pg'
import { expect, test } from 'vitest'
import { diskFinding } from '../../src/cli/doctor/checkHost.ts'
import { checkStore } from '../../src/cli/doctor/checkStore.ts'
import { readMigrations } from '../../src/stores/postgres/readMigrations.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'

test('a disk that is nearly full is a warning, one that is full is bad, and both say what to do', () => {
  const mebibyte = 1024 * 1024
  const remedy = 'make room, or set store.folder to another disk'
  expect(diskFinding(3_000 * mebibyte, '.causeway')).toMatchObject({ is: 'ok' })
  const little = { about: 'disk', is: 'warn', detail: '1,999 MiB free for .causeway', remedy }
  expect(diskFinding(1_999 * mebibyte, '.causeway')).toEqual(little)
  expect(diskFinding(100 * mebibyte, '.causeway')).toMatchObject({ is: 'bad', remedy })
})

test('a database of a newer version is a warning while this one can use it, and bad when something was removed', async () => {
  const database = await freshDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const known = readMigrations().length
  const amiss = async () =>
    (await checkStore({ databaseUrl: database.url, folder: '.' })).filter(({ is }) => is !== 'ok')
  await client.query(`insert into migrations values ($1, 'x', 0)`, [known + 1])
  const detail = `was written by a newer version (${known + 1} migrations, this has ${known}), and can be used`
  expect(await amiss()).toEqual([
    { about: 'database', is: 'warn', detail, remedy: 'end the roll-out: start that version' },
  ])
  await client.query('update migrations set removes = true where number = $1', [known + 1])
  expect(await amiss()).toMatchObject([{ is: 'bad', remedy: 'start that version, or a later one' }])
  await client.end()
  await database.close()
})
