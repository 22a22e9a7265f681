import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { parseJson } from '../../src/interface/json.ts'

const root = join(import.meta.dirname, '..', '..')

export type CliRun = { code: number | null; out: string; err: string; json<T>(): T }

/** `causeway …` as a process of its own, as a person would start it. */
export function runCli(args: readonly string[], { env = {}, cwd = root, input = '' } = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [join(root, 'bin/causeway.mjs'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, COLUMNS: '80', ...env },
  })
  const said = saidBy(child)
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...said, json: <T>() => parseJson(said.out) as T }))
  })
}

/** What a process prints, as far as it has. */
export function saidBy(child: { stdout: Readable; stderr: Readable }, heard = () => {}): { out: string; err: string } {
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
    heard()
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return said
}
