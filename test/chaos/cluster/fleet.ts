import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigInput } from '../../../src/config/config.ts'
import { builtService } from '../builtService.ts'
import { type Part, startPart } from './part.ts'
import { answers } from './until.ts'

/** A process of the service. */
export type Service = Part & { role: 'api' | 'worker'; url: string }

export type FleetPorts = { api: readonly number[]; worker: readonly number[] }

const root = new URL('../../../', import.meta.url).pathname

/** How to start a process: `causeway serve` as users do, or the chaos variant with an adjustable clock. */
export const programs = {
  serve: (file: string) => ['--import', 'tsx', join(root, 'src/cli/main.ts'), 'serve', '--config', file],
  chaos: async (file: string) => [await builtService(), file],
}

/** One process per port, half for callers and half for work, each with its own configuration file. */
export async function startFleet(options: {
  folder: string
  ports: FleetPorts
  config: ConfigInput
  program: keyof typeof programs
  env?: Record<string, string>
}): Promise<Service[]> {
  const { folder, ports, config } = options
  const started: Service[] = []
  const startOne = async (role: Service['role'], port: number, at: number): Promise<void> => {
    const name = `${role}${at + 1}`
    const isApi = role === 'api'
    const own: ConfigInput = {
      ...config,
      http: { ...config.http, ...(isApi ? { port } : { workerPort: port }) },
      roles: { api: isApi, worker: !isApi },
    }
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(own), { mode: 0o600 })
    const url = `http://127.0.0.1:${port}`
    const part = await startPart({
      name,
      command: [process.execPath, ...(await programs[options.program](file))],
      env: { NODE_OPTIONS: process.env.NODE_OPTIONS ?? '', ...options.env },
      logFile: join(folder, `${name}.log`),
      isReady: () => answers(`${url}/ready`),
    })
    // `Object.assign` would read the pid once; the part's own getter must stay.
    started.push(Object.create(part, { role: { value: role }, url: { value: url } }) as Service)
  }
  try {
    // The first one migrates; the others would only wait for its lock.
    await startOne('api', ports.api[0]!, 0)
    await Promise.all([
      ...ports.api.slice(1).map((port, at) => startOne('api', port, at + 1)),
      ...ports.worker.map((port, at) => startOne('worker', port, at)),
    ])
    return started.toSorted((a, b) => a.name.localeCompare(b.name))
  } catch (error) {
    await stopAll(started)
    throw error
  }
}

export const stopAll = (parts: readonly Part[]): Promise<unknown> => Promise.all(parts.map((part) => part.stop()))
