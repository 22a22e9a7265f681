import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseJson } from '../../src/interface/json.ts'

const root = join(import.meta.dirname, '..', '..')

export type CliRun = { code: number | null; out: string; err: string; json<T>(): T }

/** `causeway …` as a process of its own, as a person would start it. */
export function runCli(args: readonly string[], { env = {}, cwd = root, input = '' } = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [join(root, 'bin/causeway.mjs'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err, json: <T>() => parseJson(out) as T }))
  })
}
