import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
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

  // Container processes always have the same few ids, so an id alone proves nothing.
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

test('of three processes that find the same stale lock, one gets it, wherever the first is slow', async () => {
  const sleepers = Array.from({ length: 3 }, () => spawn('sleep', ['600']))
  const [slow, second, third] = sleepers.map(({ pid }) => openLocker(pid!)) as [Locker, Locker, Locker]
  const got: number[] = []
  for (let before = 0; before < operationsMax; before++) {
    for (let between = 0; before + between < operationsMax; between++) {
      const file = join(dataDir, `lock-${before}-${between}`)
      writeFileSync(file, '1 of-an-earlier-boot\n')
      slow.begin(file)
      slow.allow(before)
      second.begin(file)
      second.allow(operationsMax)
      slow.allow(between)
      third.begin(file)
      third.allow(operationsMax)
      slow.allow(operationsMax)
      got.push([slow, second, third].filter((one) => one.hasIt()).length)
    }
  }
  for (const one of [slow, second, third]) await one.close()
  for (const sleeper of sleepers) sleeper.kill()
  expect(new Set(got)).toEqual(new Set([1]))
  // Nothing is left beside the locks, so nothing is in the way of the next start.
  expect(readdirSync(dataDir).filter((name) => !/^lock-\d+-\d+$/.test(name))).toEqual([])
})

test('a takeover whose process died is taken over like the lock', () => {
  const file = join(dataDir, 'lock')
  for (const name of [file, `${file}.takeover`]) writeFileSync(name, '1 of-an-earlier-boot\n')
  lockFolder(file, () => 'held')
  expect(readdirSync(dataDir)).toEqual(['lock'])
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

/** More operations on files than a takeover of a stale lock takes. */
const operationsMax = 16

type Locker = ReturnType<typeof openLocker>

/** A thread that locks for a living process and pauses before each file operation until allowed. */
function openLocker(pid: number) {
  const shared = new Int32Array(new SharedArrayBuffer(12))
  const [allowed, waits, end] = [0, 1, 2]
  const [gotIt, refused] = [1, 2]
  const worker = new Worker(
    `const { workerData: { shared, pid, module }, parentPort } = require('node:worker_threads')
    const fs = require('node:fs')
    Object.defineProperty(process, 'pid', { value: pid })
    const stop = () => { Atomics.store(shared, ${waits}, 1); Atomics.notify(shared, ${waits}) }
    const step = () => {
      while (Atomics.load(shared, ${allowed}) === 0) { stop(); Atomics.wait(shared, ${allowed}, 0) }
      Atomics.sub(shared, ${allowed}, 1)
    }
    import('tsx/esm/api').then(({ register }) => { register(); return import(module) }).then(({ lockFolder }) => {
      for (const name of ['linkSync', 'readFileSync', 'renameSync', 'rmSync', 'writeFileSync']) {
        const original = fs[name]
        fs[name] = (path, ...rest) => { if (!String(path).startsWith('/proc/')) step(); return original(path, ...rest) }
      }
      require('node:module').syncBuiltinESMExports()
      parentPort.on('message', (file) => {
        let ended = ${refused}
        try { lockFolder(file, () => 'held'); ended = ${gotIt} } catch {}
        Atomics.store(shared, ${end}, ended)
        stop()
      })
      stop()
    })`,
    { eval: true, workerData: { shared, pid, module: join(import.meta.dirname, '../../src/host/folderLock.ts') } },
  )
  const untilItWaits = () => expect(Atomics.wait(shared, waits, 0, 60_000)).not.toBe('timed-out')
  return {
    begin: (file: string) => {
      untilItWaits()
      for (const index of [waits, end]) Atomics.store(shared, index, 0)
      worker.postMessage(file)
      untilItWaits()
    },
    allow: (operations: number) => {
      if (operations === 0 || Atomics.load(shared, end) !== 0) return
      Atomics.store(shared, waits, 0)
      Atomics.store(shared, allowed, operations)
      Atomics.notify(shared, allowed)
      untilItWaits()
      if (Atomics.load(shared, end) !== 0) Atomics.store(shared, allowed, 0)
    },
    hasIt: () => Atomics.load(shared, end) === gotIt,
    close: () => worker.terminate(),
  }
}
