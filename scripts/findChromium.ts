// The browser of the browser suite: Chromium as Debian packages it. Where it is missing and this user may install it, it is installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Where it is, or why there is none. Installing takes about 40 s and 414 MB, once a machine. */
export function findChromium(): { path: string } | { why: string } {
  const path = process.env.CHROMIUM ?? known.find((file) => existsSync(file))
  if (path) return { path }
  if (process.getuid?.() !== 0)
    return { why: 'there is no Chromium and this user may not install it (apt-get install chromium)' }
  if (!existsSync('/usr/bin/apt-get')) return { why: 'there is no Chromium and no apt-get to install it with' }
  console.error('causeway: installing Chromium for the browser suite (apt-get install chromium), about a minute')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 }).status
  if (apt('update', '-qq') !== 0 || apt('install', '-y', '-qq', '--no-install-recommends', 'chromium') !== 0)
    return { why: 'there is no Chromium and apt-get could not install it, see above' }
  return { path: known[0]! }
}
