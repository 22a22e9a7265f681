import type { RunOptions } from './run.ts'
import type { SeedResult } from './runSeeds.ts'

/**
 * Shrinks to fewer faults, callers and time that break the same rule: leaves out each kind and caller in turn while the
 * rule still breaks, then cuts the time with faults to what the failure needs.
 */
export async function shrink(
  options: RunOptions,
  run: (options: RunOptions) => Promise<SeedResult>,
): Promise<RunOptions> {
  const failed = await run(options)
  const rule = failed.failure?.rule
  if (rule === undefined) return options
  let least: RunOptions = { ...options, intents: options.intents ?? failed.intents }
  let last = failed
  const tryWith = async (smaller: RunOptions): Promise<boolean> => {
    const result = await run(smaller)
    if (result.failure?.rule !== rule) return false
    least = smaller
    last = result
    return true
  }
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const kind of failed.weather.kinds)
      if (!least.without?.includes(kind) && (await tryWith({ ...least, without: [...(least.without ?? []), kind] })))
        isSmaller = true
    for (let index = 0; index < (least.intents ?? 1); index++)
      if (!least.silent?.includes(index) && (await tryWith({ ...least, silent: [...(least.silent ?? []), index] })))
        isSmaller = true
  }
  for (const seconds of [20, 40, 80, 160]) if (seconds < last.seconds && (await tryWith({ ...least, seconds }))) break
  return least
}

/** The command that replays a run. */
export const commandOf = ({
  seed,
  seconds,
  intents,
  without = [],
  silent = [],
  strict,
  wide,
  traits = [],
}: RunOptions): string =>
  [
    `npm run sim -- --seed ${seed}`,
    seconds === undefined ? '' : `--seconds ${seconds}`,
    intents === undefined ? '' : `--intents ${intents}`,
    without.length > 0 ? `--without ${without.join()}` : '',
    silent.length > 0 ? `--silent ${silent.join()}` : '',
    strict ? '--strict' : '',
    wide ? '--wide' : '',
    traits.length > 0 ? `--traits ${traits.join()}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
