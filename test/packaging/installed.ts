import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { expect } from 'vitest'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { saidBy } from '../cli/runCli.ts'

export type Child = ChildProcessByStdio<null, Readable, Readable>

/** A program in a folder that knows nothing of the clone: of the environment it gets the PATH and what is given. */
export const start = (folder: string, [file, ...args]: readonly string[], env: Record<string, string>): Child =>
  spawn(file === 'node' ? process.execPath : file!, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** The command of an installed service, as its link in `node_modules/.bin` starts it. */
export const causeway = (
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
  node = 'node',
): Child => start(folder, [node, 'node_modules/causeway-service/bin/causeway.mjs', ...args], env)

export async function finished(child: Child): Promise<{ code: number | null; out: string; err: string }> {
  const said = saidBy(child)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })))
}

/** Resolves once the output holds a line; rejects if the process ends before. */
function printed(child: Child, line: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      const found = line.exec(out)
      if (found) resolve(found)
    })
    child.stderr.on('data', (chunk) => {
      err = (err + chunk).slice(-4_000)
    })
    child.on('close', (code) => reject(new Error(`ended with ${code}: ${out}\n${err}`)))
  })
}

/** Settings of a service for chains that run already, on a database that is there. */
export const settingsFor = (devnet: Devnet, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  CAUSEWAY_CHAINS: JSON.stringify(devnet.chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [rpcUrl] }))),
  CAUSEWAY_SIGNERS_PRIVATE_KEYS: devnet.relayers.map(({ privateKey }) => privateKey).join(','),
})

/** Waits until the process serves, asks it for its chains, lets `use` use it, and stops it. */
export async function expectServes(child: Child, use = async (_url: string): Promise<void> => {}): Promise<void> {
  const closed = finished(child)
  const [, url] = await printed(child, /^ready (http:\S+)$/m)
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/rpc/Svc/GetChains`, { method: 'POST', headers, body: '{}' })
  const { chains } = (await reply.json()) as { chains: { id: number }[] }
  expect(chains.map(({ id }) => id)).toEqual([31337, 31338, 31339])
  try {
    await use(url!)
  } finally {
    child.kill('SIGTERM')
  }
  expect((await closed).code).toBe(0)
}
