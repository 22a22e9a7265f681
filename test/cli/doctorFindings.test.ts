import { existsSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkHost, diskFinding, folderFinding } from '../../src/cli/doctor/checkHost.ts'
import { checkStore } from '../../src/cli/doctor/checkStore.ts'
import { findingLines } from '../../src/cli/doctor/finding.ts'
import { keepServicePlace } from '../../src/cli/kit/servicePlace.ts'
import { configSchema } from '../../src/config/config.ts'
import { readMigrations } from '../../src/stores/postgres/readMigrations.ts'
import { freshDatabase, query } from '../stores/freshDatabase.ts'

test('a disk that is nearly full is a warning, one that is full is bad, and both say what to do', () => {
  const mebibyte = 1024 * 1024
  const remedy = 'make room, or set store.folder to another disk'
  expect(diskFinding(3_000 * mebibyte, '.causeway')).toMatchObject({ is: 'ok' })
  const little = { about: 'disk', is: 'warn', detail: '1,999 MiB free for .causeway', remedy }
  expect(diskFinding(1_999 * mebibyte, '.causeway')).toEqual(little)
  expect(diskFinding(100 * mebibyte, '.causeway')).toMatchObject({ is: 'bad', remedy })
})

test('a folder that cannot be written is bad, whosever database is used, and looking leaves nothing behind', async () => {
  const at = mkdtempSync(join(tmpdir(), 'causeway-folder-'))
  const kept = async (folder: string, more: object = {}) => {
    const store = { folder, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }
    return (await checkHost(configSchema.parse({ http: { port: 0 }, store, ...more }))).map(({ about, is }) => [
      about,
      is,
    ])
  }
  expect(await kept(join(at, 'made', 'later'))).toEqual([['folder', 'ok']])
  expect(readdirSync(at)).toEqual([])
  writeFileSync(join(at, 'file'), '')
  const beneath = join(at, 'file', '.causeway')
  expect(await kept(beneath)).toEqual([['folder', 'bad']])
  expect(await checkHost(configSchema.parse({ http: { port: 0 }, store: { folder: beneath } }))).toEqual([
    {
      about: 'folder',
      is: 'bad',
      detail: `${beneath} cannot be written (ENOTDIR, at ${join(at, 'file')})`,
      remedy: expect.stringContaining('store.folder'),
    },
  ])
  expect(folderFinding('ENOSPC', '.causeway', '/')).toMatchObject({
    is: 'bad',
    detail: 'the disk of .causeway is full',
  })
  const worker = { roles: { api: false }, chains: [{ id: 10, rpcUrls: ['http://127.0.0.1:1'] }] }
  expect(await kept(beneath, worker)).toEqual([])
})

test('a service whose address cannot be written down says so in one line and goes on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-full-'))
  symlinkSync('/dev/full', join(folder, 'service-url'))
  writeFileSync(join(folder, 'file'), '')
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  for (const [at, code] of [
    [folder, 'ENOSPC'],
    [join(folder, 'file'), 'EEXIST'],
  ] as const) {
    keepServicePlace(at, { url: 'http://127.0.0.1:4180' })()
    const lines = said.mock.calls.splice(0).map(([line]) => line)
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^  warning: .*service-url cannot be written \\(${code}\\)`)),
    ])
  }
  expect(existsSync(join(folder, 'service-url'))).toBe(true)
})

test('a port is bad where a stranger has it, and not where a service of ours does', async () => {
  let says: unknown = { status: 'alive' }
  const other = createServer((request, reply) => void reply.end(request.url === '/health' ? JSON.stringify(says) : ''))
  await new Promise<void>((resolve) => other.listen(0, '0.0.0.0', resolve))
  try {
    const { port } = other.address() as AddressInfo
    for (const host of ['0.0.0.0', '127.0.0.1']) {
      const found = async () => (await checkHost(configSchema.parse({ http: { port, host } })))[0]
      says = { status: 'alive' }
      expect(await found()).toEqual({
        about: `port ${port}`,
        is: 'ok',
        detail: `a Causeway service answers there on ${host}`,
      })
      for (says of [null, { status: 'up' }, 'alive'])
        expect(await found()).toMatchObject({ is: 'bad', remedy: 'stop it, or set http.port to a free port' })
    }
    // Beside settings that name another port, as where it was started with PORT.
    const folder = mkdtempSync(join(tmpdir(), 'causeway-elsewhere-'))
    const url = `http://127.0.0.1:${port}`
    keepServicePlace(folder, { url })
    const beside = async () => (await checkHost(configSchema.parse({ store: { folder } }))).map(({ detail }) => detail)
    const elsewhere = `the service of this folder does not listen there, but at ${url}`
    says = null
    expect(await beside()).not.toContain(elsewhere)
    says = { status: 'alive' }
    expect(await beside()).toContain(elsewhere)
  } finally {
    await new Promise((resolve) => other.close(resolve).closeAllConnections())
  }
})

test('on a terminal findings stay within its width, but for commands; in a pipe each is one line', async () => {
  const wide = { detail: 'word '.repeat(40).trim(), remedy: 'do '.repeat(60).trim() }
  const finding = { about: 'database', is: 'bad', ...wide } as const
  const lines = findingLines(finding, 80)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines.find((line) => line.includes('to do: '))).toMatch(/^ {8}to do: do do/)
  expect(lines.at(-1)).toMatch(/^ {15}do/)
  expect(findingLines(finding)).toEqual([`BAD   database: ${wide.detail}`, `        to do: ${wide.remedy}`])
  const command = `causeway deploy ${'x '.repeat(60)}y`
  expect(findingLines({ ...finding, remedy: command }, 80)).toContain(`        to do: ${command}`)
})

test('a database of a newer version is a warning while this one can use it, and bad when something was removed', async () => {
  const database = await freshDatabase()
  const known = readMigrations().length
  const amiss = async () =>
    (await checkStore({ databaseUrl: database.url, folder: '.' })).filter(({ is }) => is !== 'ok')
  await query(database.url, `insert into migrations values (${known + 1}, 'x', 0)`)
  const detail = `was written by a newer version (${known + 1} migrations, this has ${known}), and can be used`
  expect(await amiss()).toEqual([
    { about: 'database', is: 'warn', detail, remedy: 'end the roll-out: start that version' },
  ])
  await query(database.url, `update migrations set removes = true where number = ${known + 1}`)
  expect(await amiss()).toMatchObject([{ is: 'bad', remedy: 'start that version, or a later one' }])
  await database.close()
})
