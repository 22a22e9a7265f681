import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { freePort } from '../../src/host/ports.ts'
import { saidBy } from '../cli/runCli.ts'
import { type Child, finished, start as startIn } from './installed.ts'
import type { Described } from './manifests.ts'

export type Image = { folder: string; env: Record<string, string>; entrypoint: string[]; health: string[] }
export type Running = { api: string; admin: string; stop(): Promise<void> }

const isRoot = process.getuid?.() === 0
const portSettings = /^CAUSEWAY_HTTP_(PORT|WORKER_PORT|ADMIN_PORT)$/

/**
 * Starts what a manifest describes: the image's program in its folder, as the manifest's user, with none of this
 * environment, secrets in files with the right owner and mode, and each port mapped to a free one. Runs probes as
 * written. Not covered: a read-only root for root, and separate networks.
 */
export async function runManifest(
  parts: readonly Described[],
  { image, secrets, scratch }: { image: Image; secrets: Record<string, string>; scratch: string },
): Promise<Running> {
  const started: { part: Described; child: Child; ports: Map<number, number> }[] = []
  const stop = async () => {
    for (const { part, child } of started.splice(0)) {
      const peak = peakOf(child)
      if (part.memoryMax) expect(peak, `${part.name} took more memory than its limit`).toBeLessThan(part.memoryMax)
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      expect(await ended, `${part.name} ends when it is told to`).toBe(0)
    }
  }
  const address = (setting: string) => {
    const { part, ports } = started.find(({ part }) => part.args.includes('--api'))!
    return `http://127.0.0.1:${ports.get(Number(part.env[setting] ?? 4180))}`
  }
  for (const part of parts) {
    const { child, ports, said } = await start(part, image, secrets, scratch)
    if (part.args[0] === 'migrate') {
      const code = await new Promise((resolve) => child.once('close', resolve))
      expect([part.name, code, said.err]).toEqual([part.name, 0, expect.any(String)])
      continue
    }
    started.push({ part, child, ports })
    await untilReady(part, child, ports, said)
    for (const { port, path } of part.probes) {
      const { status } = await fetch(`http://127.0.0.1:${ports.get(port)}${path}`)
      expect([part.name, path, status]).toEqual([part.name, path, 200])
    }
    // Its own, and the image's, which `docker run` uses.
    for (const check of part.check ? [part.check, image.health] : [])
      expect(await exitOf(check, ports), `${part.name}: ${check.join(' ')}`).toBe(0)
  }
  return { api: address('CAUSEWAY_HTTP_PORT'), admin: address('CAUSEWAY_HTTP_ADMIN_PORT'), stop }
}

/** A command of the image, run in an operator's folder. */
export const causewayIn = (image: Image, folder: string, args: readonly string[], env: Record<string, string>) =>
  finished(startIn(folder, ['node', join(image.folder, 'bin/causeway.mjs'), ...args], env))

async function start(part: Described, image: Image, secrets: Record<string, string>, scratch: string) {
  const own = mkdtempSync(join(scratch, `${part.name.replace('@', '')}-`))
  const place = (path: string) => join(own, path.replace('%d', 'credentials'))
  for (const [path, name] of part.files) {
    const text = secrets[name]
    if (text === undefined) throw new Error(`${part.name} wants the secret ${name}, which its manifest says nothing of`)
    mkdirSync(dirname(place(path)), { recursive: true })
    writeFileSync(place(path), `${text}\n`)
    chmodSync(place(path), part.mode)
    // The readable group is the pod's, fsGroup.
    if (isRoot) chownSync(place(path), part.mode & 0o40 ? 0 : part.user, part.user)
  }
  chmodSync(own, 0o755)
  const folders = [...new Set([...part.files.keys()].map((path) => path.slice(0, path.lastIndexOf('/') + 1)))]
  const ports = new Map<number, number>()
  const settings: Record<string, string> = { CAUSEWAY_HTTP_PORT: '4180', ...image.env, ...part.env }
  for (const [name, value] of Object.entries(settings)) {
    if (portSettings.test(name)) {
      const port = Number(value)
      if (!ports.has(port)) ports.set(port, await freePort())
      settings[name] = String(ports.get(port))
    }
    for (const folder of folders) if (value.startsWith(folder)) settings[name] = place(value)
  }
  const [, ...program] = image.entrypoint
  const child = spawn(process.execPath, [...program, ...part.args], {
    cwd: image.folder,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: part.user, gid: part.user }),
  }) as Child
  return { child, ports, said: saidBy(child) }
}

function untilReady(part: Described, child: Child, ports: Map<number, number>, said: { out: string; err: string }) {
  return new Promise<void>((resolve, reject) => {
    const look = () => {
      if (/^ready /m.test(said.out)) resolve()
    }
    child.stdout.on('data', look)
    child.once('close', (code) =>
      reject(new Error(`${part.name} ended with ${code} on ${[...ports.values()]}:\n${said.out}\n${said.err}`)),
    )
  })
}

/** As Docker runs it, next to the process: with its ports mapped. */
function exitOf(command: readonly string[], ports: ReadonlyMap<number, number>): Promise<number | null> {
  const [, ...args] = command.map((word) => word.replace(/\b4180\b/g, (port) => String(ports.get(Number(port)))))
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', resolve))
}

/** Peak memory in bytes. */
const peakOf = ({ pid }: Child): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
