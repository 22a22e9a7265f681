/**
 * Plays the first hour of an integrator, operator or contributor from the documents alone: every command and snippet
 * of the guides, in order, in its own clone.
 */
import { readFlags } from '../../scripts/readFlags.ts'
import { createHour, hours, readers } from './hours.ts'
import { openPlayer } from './openPlayer.ts'

const { values, named } = readFlags(
  'hours',
  { install: { type: 'boolean', default: false, about: 'begins without packages, as a stranger does' } },
  readers,
)

for (const reader of named.length > 0 ? named : readers) {
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
