import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDevnet } from '../../src/devnet/lockDevnet.ts'
import { type Holder, lockFolder } from '../../src/host/folderLock.ts'
import { lockDatabase } from '../../src/host/postgres/lockDatabase.ts'
import { birthOf } from '../../src/host/processes.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'causeway-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The two uses of the one lock: each with its file and what it says to a second process. */
const uses = [
  {
    name: 'devnet',
    file: () => join(dataDir, 'devnet.lock'),
    lock: () => lockDevnet(dataDir),
    refusal: (pid: number) => new RegExp(`A devnet.*pid ${pid}.*"kill ${pid}".*--data-dir`),
  },
  {
    name: 'embedded Postgres',
    file: () => join(dataDir, 'postgres', 'lock'),
    lock: () => {
      mkdirSync(join(dataDir, 'postgres'), { recursive: true })
      return lockDatabase(join(dataDir, 'postgres', 'lock'), dataDir)
    },
    refusal: (pid: number) => new RegExp(`Process ${pid} has the database.*"kill ${pid}".*DATABASE_URL`),
  },
]

describe.each(uses)('$name', ({ file, lock, refusal }) => {
  const leave = (text: string) => {
    mkdirSync(join(file(), '..'), { recursive: true })
    writeFileSync(file(), text)
  }

  test('a second start names the process that runs and what to do', () => {
    const release = lock()
    expect(() => lock()).toThrow(refusal(process.pid))
    expect(() => lock()).toThrow(expect.objectContaining({ name: 'HostError', kind: 'running' }))
    release()
    lock()()
    expect(existsSync(file())).toBe(false)
  })

  test('a living holder that is another process is named', () => {
    leave(`${process.ppid} ${birthOf(process.ppid)}\n`)
    expect(() => lock()).toThrow(refusal(process.ppid))
  })

  test('the lock of a process that is gone is taken over', async () => {
    const gone = spawn(process.execPath, ['-e', ''])
    await once(gone, 'exit')
    leave(`${gone.pid} ${birthOf(process.pid)}\n`)
    lock()
    expect(readFileSync(file(), 'utf8')).toBe(`${process.pid} ${birthOf(process.pid)}\n`)
  })

  // In a container every start has the same few process numbers, so a number alone proves nothing.
  test.each([
    ['process 1', () => '1 of-an-earlier-boot\n'],
    ['process 1, without the time it began', () => '1\n'],
    ['our own parent', () => `${process.ppid} of-an-earlier-boot\n`],
    ['ourselves', () => `${process.pid} of-an-earlier-boot\n`],
  ])('a stale lock whose number was reused by %s is taken over', (_who, text) => {
    leave(text())
    lock()()
    expect(existsSync(file())).toBe(false)
  })

  test('a lock with nothing in it, as a full disk may leave, is taken over', () => {
    leave('')
    lock()()
  })

  test('a release leaves the lock of a successor alone', () => {
    const release = lock()
    leave(`${process.ppid} ${birthOf(process.ppid)}\n`)
    release()
    expect(existsSync(file())).toBe(true)
  })
})

test('process 1 is never to be killed: it is the container or the machine', () => {
  const file = join(dataDir, 'lock')
  writeFileSync(file, `1 ${birthOf(1)}\n`)
  const seen: Holder[] = []
  const explain = (holder: Holder) => {
    seen.push(holder)
    return holder.howToStop
  }
  expect(() => lockFolder(file, explain)).toThrow('stop its container')
  expect(seen).toEqual([{ pid: 1, howToStop: expect.not.stringContaining('kill') }])
})

test('of many processes that find the same stale lock, one gets it', async () => {
  const file = join(dataDir, 'lock')
  writeFileSync(file, '1 of-an-earlier-boot\n')
  const module = JSON.stringify(join(import.meta.dirname, '../../src/host/folderLock.ts'))
  const script = `import { lockFolder } from ${module}
    process.stdin.once('data', () => {
      try { lockFolder(${JSON.stringify(file)}, () => 'held'); console.log('got it') } catch (error) { console.log(error.message) }
    })
    process.stdin.once('end', () => process.exit())
    console.log('ready')`
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]),
  )
  await Promise.all(children.map((child) => once(child.stdout, 'data')))
  const answers = children.map(async (child) => String((await once(child.stdout, 'data'))[0]).trim())
  for (const child of children) child.stdin.write('go\n')
  expect((await Promise.all(answers)).toSorted()).toEqual(['got it', 'held', 'held', 'held'])
  const ended = children.map((child) => once(child, 'exit'))
  for (const child of children) child.stdin.end()
  await Promise.all(ended)
})

test('what a killed parent started ends with it', async () => {
  const bystander = spawn('sleep', ['600'])
  const guard = join(import.meta.dirname, '../../src/host/endWithParent.ts')
  const script = `import { endWithParent } from ${JSON.stringify(guard)}; endWithParent([${bystander.pid}]); console.log('guarded'); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  await once(parent.stdout, 'data')
  const ended = once(bystander, 'exit')
  parent.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGTERM'])
})
