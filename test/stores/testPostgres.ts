import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { holderOf } from '../../src/host/folderLock.ts'
import { startEmbeddedPostgres } from '../../src/host/postgres/embeddedPostgres.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { readMigrations } from '../../src/stores/postgres/readMigrations.ts'
import { countStart } from '../starts.ts'

const prefix = 'causeway-test-'
const base = roomyMemory() ?? tmpdir()
const leftoverAgeMs = 60 * 60_000
// A test cluster dies with its test: nothing needs to survive the machine.
const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '400' }

/** A Postgres server with the migrated template database `causeway`, from a copied data folder. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  removeLeftovers()
  const prepared = await preparedFolder()
  const folder = newFolder()
  await copy(join(prepared, 'postgres'), join(folder, 'postgres'))
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, settings })
  countStart('server')
  return { url, stop: () => stop().finally(() => rmSync(folder, { recursive: true, force: true })) }
}

/** A stopped server with a migrated database, made once per state of the migrations. */
async function preparedFolder(): Promise<string> {
  const checksums = readMigrations().map(({ checksum }) => checksum)
  const version = createHash('sha256').update(checksums.join()).digest('hex').slice(0, 12)
  const prepared = join(base, `causeway-prepared-${process.getuid?.()}-${version}`)
  if (existsSync(prepared)) return prepared
  const unfinished = newFolder()
  const first = await startEmbeddedPostgres({ dataDir: unfinished, settings })
  await (await openPostgresStore({ url: first.url })).close()
  await first.stop()
  try {
    renameSync(unfinished, prepared)
  } catch {
    rmSync(unfinished, { recursive: true, force: true }) // another test file was first
  }
  return prepared
}

function newFolder(): string {
  const made = mkdtempSync(join(base, prefix))
  chmodSync(made, 0o711)
  return made
}

// Keeps owners and modes, unlike `fs.cp`: the server's account owns the data.
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

/** A folder in memory, if one has room: a fresh database writes 10 MB, which takes a busy disk a second. */
function roomyMemory(): string | undefined {
  const shared = '/dev/shm'
  if (!existsSync(shared)) return undefined
  const { bavail, bsize } = statfsSync(shared)
  return bavail * bsize > 2 ** 30 ? shared : undefined
}

/** Leftovers of killed test files. */
function removeLeftovers(): void {
  for (const name of readdirSync(base)) {
    if (!name.startsWith(prefix)) continue
    const left = join(base, name)
    const age = Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > leftoverAgeMs && holderOf(join(left, 'postgres', 'lock')) === undefined)
      rmSync(left, { recursive: true, force: true })
  }
}
