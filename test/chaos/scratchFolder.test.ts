import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openScratchFolder } from './cluster/scratchFolder.ts'

const prefix = `causeway-scratch-${process.pid}-`
const module = new URL('./cluster/scratchFolder.ts', import.meta.url).href

/** Another process that has a scratch folder, with a disk in memory in it where this user may mount one. */
async function startOther() {
  const script = `import { openScratchFolder } from ${JSON.stringify(module)}
    console.log(openScratchFolder(${JSON.stringify(prefix)}).path)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const folder = String(line).trim()
  onTestFinished(() => void child.kill('SIGKILL'))
  const disk = join(folder, 'n1')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    // Not allowed here: the folder alone is looked at.
  }
  writeFileSync(join(disk, 'data'), 'kept')
  return { child, folder, disk }
}

test('what a killed run left, mounts included, goes at the next start; a run that lives is left alone', async () => {
  const [dead, living] = [await startOther(), await startOther()]
  dead.child.kill('SIGKILL')
  await once(dead.child, 'exit')
  const lines: string[] = []
  const own = openScratchFolder(prefix, (line) => lines.push(line))
  expect(existsSync(dead.folder)).toBe(false)
  expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(dead.folder)
  expect(lines).toEqual([expect.stringContaining(dead.folder)])
  expect(readFileSync(join(living.disk, 'data'), 'utf8')).toBe('kept')
  own.remove()
  expect(existsSync(own.path)).toBe(false)

  living.child.kill('SIGKILL')
  await once(living.child, 'exit')
  openScratchFolder(prefix).remove()
  expect(existsSync(living.folder)).toBe(false)
})
