// Builds the console's pages (src/console) into dist/console, unless they exist and none of their sources has changed.
// Plain JavaScript: it runs before any code of the service is loaded.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('..', import.meta.url).pathname
const stamp = join(root, 'dist', 'console', '.made-of')
/** Rooms that pages import from, and other inputs of the build. */
const rooms = ['src/console', 'src/sdk', 'src/intents', 'src/interface', 'src/evm']
const files = ['vite.config.ts', 'package-lock.json']

/** Takes 2 s after a change, else 10 ms. The service works without the pages, so a failure is only reported. */
export function buildConsole() {
  const wanted = hashOf()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('causeway: building the pages of the console (vite), a few seconds')
  const vite = join(root, 'node_modules', '.bin', 'vite')
  const done = spawnSync(vite, ['build', '--logLevel', 'error'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status === 0) writeFileSync(stamp, wanted)
  else console.error('causeway: the console could not be built, see above; the service starts without it')
}

function hashOf() {
  const hash = createHash('sha256')
  const below = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  for (const file of [...below.sort(), ...files.map((name) => join(root, name))])
    hash.update(file).update(readFileSync(file))
  return `${hash.digest('hex')}\n`
}
