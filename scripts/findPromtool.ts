// promtool, which tests the alert rules: a part of Debian's package prometheus.
import { existsSync } from 'node:fs'
import { installPackage } from './installPackage.ts'

const known = ['/usr/bin/promtool', '/usr/local/bin/promtool']

/** Its path, or why there is none. Installing takes about 20 s and 160 MB, once a machine. */
export function findPromtool(): { path: string } | { why: string } {
  const path = known.find((file) => existsSync(file))
  if (path) return { path }
  const why = installPackage('prometheus', 'promtool', 'the tests of alert rules')
  return why === undefined ? { path: known[0]! } : { why }
}
