import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a Debian package for a test, if this user may. Undefined on success, otherwise the reason. */
export function installPackage(name: string, what: string, forWhat: string): string | undefined {
  if (process.getuid?.() !== 0) return `there is no ${what} and this user may not install it (apt-get install ${name})`
  if (!existsSync('/usr/bin/apt-get')) return `there is no ${what} and no apt-get to install it with`
  console.error(`causeway: installing ${what} for ${forWhat} (apt-get install ${name}), about a minute`)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 }).status
  const isDone = apt('update', '-qq') === 0 && apt('install', '-y', '-qq', '--no-install-recommends', name) === 0
  return isDone ? undefined : `there is no ${what} and apt-get could not install it, see above`
}
