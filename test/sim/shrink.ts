import { type RunOptions, type RunResult, simulate } from './simulate.ts'

/** The same failure with fewer kinds of faults and fewer callers: each is left out in turn, and stays out if the rule is broken all the same. */
export async function shrink(options: RunOptions, failed: RunResult): Promise<RunOptions> {
  const rule = failed.failure?.rule
  let least = options
  const tryWith = async (smaller: RunOptions): Promise<void> => {
    if ((await simulate(smaller)).failure?.rule === rule) least = smaller
  }
  for (const kind of failed.weather.kinds) await tryWith({ ...least, without: [...(least.without ?? []), kind] })
  for (let index = 0; index < (options.intents ?? 3); index++)
    await tryWith({ ...least, silent: [...(least.silent ?? []), index] })
  return least
}

/** The command that replays a run. */
export const commandOf = ({ seed, seconds, intents, without = [], silent = [] }: RunOptions): string =>
  [
    `npm run sim -- --seed ${seed}`,
    seconds === undefined ? '' : `--seconds ${seconds}`,
    intents === undefined ? '' : `--intents ${intents}`,
    without.length > 0 ? `--without ${without.join()}` : '',
    silent.length > 0 ? `--silent ${silent.join()}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
