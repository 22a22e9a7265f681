// Finds the browser suite's browser, Debian's Chromium, and installs it if it is missing and this user may.
import { existsSync } from 'node:fs'
import { installPackage } from './installPackage.ts'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Its path, or why there is none. Installing takes about 40 s and 414 MB, once a machine. */
export function findChromium(): { path: string } | { why: string } {
  const path = process.env.CHROMIUM ?? known.find((file) => existsSync(file))
  if (path) return { path }
  const why = installPackage('chromium', 'Chromium', 'the browser suite')
  return why === undefined ? { path: known[0]! } : { why }
}
