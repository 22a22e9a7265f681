import { join } from 'node:path'
import { createServer, createServerModuleRunner } from 'vite'
import type { Plant } from './plants.ts'
import type { RunOptions, RunResult } from './simulate.ts'

type Simulation = { simulate(options: RunOptions): Promise<RunResult> }

const root = join(import.meta.dirname, '..', '..')

/** The simulation with one file of the service changed as it is loaded. The files on disk, and every other load of them, stay as they are. */
export async function openPlanted(plant: Plant): Promise<Simulation & { close(): Promise<void> }> {
  let changed = 0
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: 'plant',
        enforce: 'pre',
        transform(code, id) {
          if (id !== join(root, plant.file)) return undefined
          changed += code.split(plant.find).length - 1
          return code.replace(plant.find, () => plant.replace)
        },
      },
    ],
  })
  const runner = createServerModuleRunner(server.environments.ssr!, { hmr: false })
  const loaded: Simulation = await runner.import(join(root, 'test/sim/simulate.ts'))
  if (changed !== 1) throw new Error(`the plant "${plant.name}" fits ${plant.file} ${changed} times instead of once`)
  return {
    simulate: loaded.simulate,
    close: async () => {
      await runner.close()
      await server.close()
    },
  }
}
