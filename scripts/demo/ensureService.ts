import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '../../src/sdk/client.ts'

const root = join(import.meta.dirname, '..', '..')

export type DemoService = { url: string; nodes: readonly string[]; stop(): Promise<void> }

/** The service at `url`, or one of our own that ends with the demo. */
export async function ensureService(url: string, say: (line: string) => void): Promise<DemoService> {
  const answers = await createClient({ url, retries: 0 })
    .ping()
    .then(() => true)
    .catch(() => false)
  if (answers) return { url, nodes: [], stop: async () => {} }
  const { hostname, port } = new URL(url)
  if (!/^(localhost|127\.[\d.]+)$/.test(hostname)) throw new Error(`no service answers at ${url}`)
  say(`no service answers at ${url}: starting one`)
  const args = ['--import', 'tsx', join(root, 'src/cli/main.ts'), 'serve']
  const env = { ...process.env, ...(port && { PORT: port }) }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  const nodes: string[] = []
  let building = true
  for await (const line of createInterface({ input: child.stdout })) {
    // Show the building of the chains, but not the table of addresses and keys after it.
    if (line === '') building = false
    if (building) say(line)
    const [, name, node] = /^ +chain +(\w+) +\d+ +(http\S+)$/.exec(line) ?? []
    if (name && node) nodes.push(`${name}=${node}`)
    const [, ready] = /^ready (http\S+)$/.exec(line) ?? []
    // Discard later output, but read it, so that the pipe never fills.
    if (ready) {
      child.stdout.resume()
      return { url: ready, nodes, stop }
    }
  }
  await stop()
  throw new Error('the service did not start; `npm start` says why')
}
