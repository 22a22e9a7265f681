import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { endWithParent } from '../../../src/host/endWithParent.ts'
import type { Account } from '../../../src/host/postgres/account.ts'
import { isAlive } from '../../../src/host/processes.ts'
import { until } from './until.ts'

/** One process of the cluster, which can be ended, frozen and started again at the same address. */
export type Part = {
  readonly name: string
  readonly pid: number
  readonly logFile: string
  isRunning(): boolean
  /** Starts it again after `kill`, and waits until it answers. */
  start(): Promise<void>
  /** As a machine that loses power. */
  kill(): Promise<void>
  /** Asks it to end; after `stopMsMax` it is killed. */
  stop(): Promise<void>
  /** How it ended each time that nobody had asked it to. */
  readonly unasked: readonly string[]
}

export type PartOptions = {
  name: string
  command: readonly [file: string, ...args: string[]]
  env?: Record<string, string>
  account?: Account
  logFile: string
  isReady(): Promise<boolean>
}

const readyMsMax = 90_000
const stopMsMax = 30_000
const logCharsShown = 2_000

/** A process group of its own, so that Ctrl-C is for us; it ends with us, however we end. */
export async function startPart(options: PartOptions): Promise<Part> {
  const unasked: string[] = []
  let child: ChildProcess | undefined
  let isAsked = false
  let gone: Promise<void> = Promise.resolve()

  const launch = () => {
    const log = openSync(options.logFile, 'a')
    const [file, ...args] = options.command
    const started = spawn(file, args, {
      ...options.account,
      cwd: options.account ? '/' : undefined,
      env: { PATH: process.env.PATH, HOME: '/', LC_ALL: 'C.UTF-8', ...options.env },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    isAsked = false
    child = started
    const callOff = started.pid ? endWithParent([started.pid]) : () => {}
    gone = new Promise((resolve) => {
      const end = (how: string) => {
        callOff()
        if (!isAsked) unasked.push(how)
        child = undefined
        resolve()
      }
      started.once('error', (error) => end(error.message))
      started.once('exit', (code, signal) => end(signal ? `by ${signal}` : `with code ${code}`))
    })
  }
  const part: Part = {
    name: options.name,
    logFile: options.logFile,
    get pid() {
      return child?.pid ?? 0
    },
    isRunning: () => child?.pid !== undefined && isAlive(child.pid),
    start: async () => {
      if (!child) launch()
      const isUp = await until(async () => child === undefined || (await options.isReady()), readyMsMax)
      if (isUp && child) return
      const said = readFileSync(options.logFile, 'utf8').slice(-logCharsShown)
      throw new Error(`${options.name} ${child ? 'does not answer' : 'ended at its start'}: ${said}`)
    },
    kill: async () => {
      isAsked = true
      child?.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      isAsked = true
      child?.kill('SIGCONT')
      child?.kill('SIGTERM')
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopMsMax)
      await gone
      clearTimeout(timer)
    },
    unasked,
  }
  launch()
  await part.start().catch(async (error: unknown) => {
    await part.kill()
    throw error
  })
  return part
}
