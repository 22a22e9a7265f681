import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock } from '../../src/devnet/lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'causeway-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('a second start names the process that runs and what to do', () => {
  const release = acquireLock(dataDir, process.pid)
  expect(() => acquireLock(dataDir, process.pid)).toThrow(
    new RegExp(`pid ${process.pid}.*kill ${process.pid}.*--data-dir`),
  )
  release()
  acquireLock(dataDir, process.pid)()
  expect(existsSync(join(dataDir, 'devnet.lock'))).toBe(false)
})

test('the lock of a process that is gone is taken over', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  writeFileSync(join(dataDir, 'devnet.lock'), `${gone.pid}\n`)
  acquireLock(dataDir, process.pid)
  expect(readFileSync(join(dataDir, 'devnet.lock'), 'utf8')).toBe(`${process.pid}\n`)
})

test('a lock with nothing in it, as a crash may leave, is taken over', () => {
  writeFileSync(join(dataDir, 'devnet.lock'), '')
  acquireLock(dataDir, process.pid)()
})

test('what a killed parent started ends with it', async () => {
  const bystander = spawn('sleep', ['600'])
  const watchdog = join(import.meta.dirname, '../../src/host/endWithParent.ts')
  const script = `import { startWatchdog } from ${JSON.stringify(watchdog)}; startWatchdog([${bystander.pid}]); console.log('guarded'); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  await once(parent.stdout, 'data')
  const ended = once(bystander, 'exit')
  parent.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGTERM'])
})
