/**
 * Plays the first hour of an integrator, an operator or a contributor from the documents alone: every command and snippet of the guides, in
 * their order, in a clone of its own. `--install` begins without packages, as a stranger does.
 */
import { parseArgs } from 'node:util'
import { createHour, hours, readers } from './hours.ts'
import { openPlayer } from './openPlayer.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { install: { type: 'boolean', default: false } },
})
const unknown = positionals.find((name) => !readers.some((reader) => reader === name))
if (unknown !== undefined) {
  console.error(`nobody is called ${unknown}; whose hour: ${readers.join(', ')}, or all of them`)
  process.exit(2)
}

for (const reader of readers.filter((one) => positionals.length === 0 || positionals.includes(one))) {
  const player = openPlayer({ isInstalled: !values.install })
  const reached = createHour(reader)
  const timed = async (file: string, milestone: string, act: () => Promise<unknown>) => {
    const from = performance.now()
    await act()
    console.log(reached({ file, milestone }, performance.now() - from))
  }
  try {
    if (values.install) await timed('npm ci', 'the packages are there', () => player.run('npm ci --no-audit --no-fund'))
    for (const { file, milestone, play } of hours[reader]) await timed(file, milestone, () => play(player))
  } finally {
    await player.close()
  }
}
