import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const contractsFolder = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
// linux-amd64 also where the processor is another: preparing the clone lays a wrapper there that emulates it.
const packaged = [platform, 'linux-amd64'].map((name) =>
  fileURLToPath(new URL(`../../node_modules/@foundry-rs/forge-${name}/bin/forge`, import.meta.url)),
)

export type ForgeRun = { code: number; stdout: string; stderr: string }

/** The platform package first, then whatever `forge` is on the PATH; says how to get one where neither is there. */
export function forgePath(): string {
  const found = packaged.find((path) => existsSync(path))
  if (found) return found
  if (spawnSync('forge', ['--version'], { stdio: 'ignore' }).status === 0) return 'forge'
  throw new Error(
    `No forge for ${platform}. Run "npm ci" (it brings one for linux-amd64), or install Foundry and put forge on the PATH.`,
  )
}

/** Whether forge runs under emulation, at about a tenth of its speed. */
export function forgeIsEmulated(): boolean {
  return process.arch !== 'x64' && forgePath() === packaged[1]
}

/** Runs forge in `contracts/` (or in a copy of it) to its end; a non-zero code is an answer, not an exception. */
export function runForge(args: string[], options: { cwd?: string; env?: Record<string, string> } = {}): Promise<ForgeRun> {
  const path = forgePath()
  return new Promise((done, fail) => {
    const child = spawn(path, args, {
      cwd: options.cwd ?? contractsFolder,
      env: { ...process.env, NO_COLOR: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', fail)
    child.on('close', (code) => done({ code: code ?? 1, stdout, stderr }))
  })
}
