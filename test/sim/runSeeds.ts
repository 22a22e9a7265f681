import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { type Bundle, openBundle } from './bundle.ts'
import type { Mutant } from './mutants.ts'
import type { RunOptions, RunResult } from './run.ts'

export type SeedResult = Omit<RunResult, 'trace'>

export type SeedRunner = {
  /** Runs them on all cores and reports each result. Stops early once `onResult` returns false. */
  run(runs: Iterable<RunOptions>, onResult: (result: SeedResult, options: RunOptions) => boolean): Promise<void>
  one(options: RunOptions): Promise<SeedResult>
  close(): Promise<void>
}

/**
 * Runs make much short-lived data: this much room for it saves 20 % of the time. One process per core, so compiling and
 * collecting in extra threads would only slow the others.
 */
const execArgv = ['--max-semi-space-size=64', '--single-threaded']

/** The simulation, or a mutant, in one process per core. */
export async function openSeedRunner({
  mutant,
  processes = availableParallelism(),
}: {
  mutant?: Mutant
  processes?: number
} = {}): Promise<SeedRunner> {
  const bundle: Bundle = await openBundle(mutant)
  const children: ChildProcess[] = Array.from({ length: processes }, () => fork(bundle.file, { execArgv }))

  async function runOn(child: ChildProcess, options: RunOptions): Promise<SeedResult> {
    child.send(options)
    const ended = new AbortController()
    const { signal } = ended
    try {
      const [answer] = await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(([code]) => {
          throw new Error(`the process that ran seed ${options.seed} ended with ${code}`)
        }),
      ])
      return answer as SeedResult
    } finally {
      ended.abort()
    }
  }

  return {
    one: (options) => runOn(children[0]!, options),
    async run(runs, onResult) {
      const waiting = runs[Symbol.iterator]()
      let goesOn = true
      await Promise.all(
        children.map(async (child) => {
          while (goesOn) {
            const { value, done } = waiting.next()
            if (done) return
            if (!onResult(await runOn(child, value), value)) goesOn = false
          }
        }),
      )
    },
    async close() {
      for (const child of children) child.kill()
      await bundle.close()
    },
  }
}

export function* seedsFrom(first: number, count: number, shape: Omit<RunOptions, 'seed'> = {}): Generator<RunOptions> {
  for (let seed = first; seed < first + count; seed++) yield { ...shape, seed }
}
