import { vi } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { parseJson } from '../../src/interface/json.ts'
import type { CliRun } from './runCli.ts'

/** The same command line in this process, where starting another would cost more than the command. */
export async function runInside(args: readonly string[], env: Record<string, string>): Promise<CliRun> {
  const lines = { out: '', err: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => {
      lines.out += `${line}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => {
      lines.err += `${line}\n`
    }),
  ]
  const before = process.exitCode
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    const [name = '', ...rawArgs] = args
    process.exitCode = undefined
    await (await commands[name]!.load()).run(rawArgs)
    const code = Number(process.exitCode ?? 0)
    return { code, ...lines, json: <T>() => parseJson(lines.out) as T }
  } finally {
    process.exitCode = before
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}
