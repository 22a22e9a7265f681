import { type WeatherName, weatherNames } from '../chains/definitions/devnet/weather.ts'
import { isPortTaken } from '../host/ports.ts'
import { describeDevnet, describeNodeOutput } from './describeDevnet.ts'
import { CliError } from './kit/cliError.ts'
import { createCommand } from './kit/command.ts'
import { wholeNumber } from './kit/flags.ts'
import { writeErr, writeOut } from './kit/terminal.ts'
import { loadDevnet } from './loadDevnet.ts'

const defaultPortBase = 8545
const chainCount = 3
const blockTimeSMax = 3_600

export const devnet = createCommand({
  name: 'devnet',
  about: 'Start the three local chains alone, until Ctrl-C: tokens, pools, lending, bridges, a filler and a faucet.',
  flags: {
    'block-time': { value: 'seconds', about: '1 unless said; 0 mines every transaction at once' },
    weather: {
      value: 'name',
      about: `Makes the nodes like public ones: block times, finality, latency, limits (${weatherNames.join(', ')})`,
    },
    'data-dir': { value: 'folder', about: '.causeway unless said; nothing is written elsewhere' },
    'cache-dir': { value: 'folder', about: 'Where built chains are kept; inside the data folder unless said' },
    'port-base': {
      value: 'port',
      about: 'First of three ports; 8545 unless said, or any where those are taken; 0: any',
    },
    fresh: { about: 'Forget what happened on the chains before' },
  },
  examples: [
    'devnet',
    'devnet --block-time 0 --fresh',
    'devnet --weather mainnet',
    'devnet --data-dir other --port-base 9545',
  ],
  run: async ({ flags }) => {
    const blockTimeS = wholeNumber('block-time', flags['block-time'] ?? '1', 0, blockTimeSMax)
    const weather = weatherOf(flags.weather)
    const ports = await choosePorts(flags['port-base'])
    writeOut('Causeway devnet: Harbor, Island and Summit, three chains on this machine. Nothing on them has any worth.')
    const { promise: ended, resolve: end } = deferred<
      { signal: string } | { death: string; lastOutput: readonly string[] }
    >()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end({ signal }))
    const { startDevnet } = await loadDevnet(() => import('../devnet/devnet.ts'))
    const running = await startDevnet({
      dataDir: flags['data-dir'] ?? '.causeway',
      cacheDir: flags['cache-dir'],
      blockTimeS,
      weather,
      ports,
      persist: true,
      fresh: flags.fresh,
      onProgress: (line) => writeOut(`  ${line}`),
      onDeath: (death, lastOutput) => end({ death, lastOutput }),
    })
    writeOut(describeDevnet(running, blockTimeS, weather))
    const ending = await ended
    writeOut(`stopping (${'signal' in ending ? ending.signal : 'a node died'})`)
    await running.stop()
    if ('death' in ending) {
      writeErr(describeNodeOutput(ending.lastOutput))
      throw new CliError('failed', ending.death, 'start it again; --fresh forgets what happened on the chains')
    }
    return undefined
  },
})

function weatherOf(name: string | undefined): WeatherName | undefined {
  const found = weatherNames.find((one) => one === name)
  if (name !== undefined && !found)
    throw new CliError('usage', `there is no weather ${name}; known: ${weatherNames.join(', ')}`)
  return found
}

/** The ports from the flag, else the default ones if they are free, else undefined for any. A port that was named is never replaced. */
async function choosePorts(base: string | undefined): Promise<number[] | undefined> {
  const first = base === undefined ? defaultPortBase : wholeNumber('port-base', base, 0, 65_536 - chainCount)
  if (first === 0) return undefined
  const ports = Array.from({ length: chainCount }, (_, index) => first + index)
  const taken = await Promise.all(ports.map((port) => isPortTaken(port, '127.0.0.1')))
  if (!taken.includes(true)) return ports
  if (base === undefined) return undefined
  const named = ports.filter((_, index) => taken[index]).join(', ')
  throw new CliError('failed', `port ${named} is taken; give another --port-base`)
}

function deferred<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value) => resolve(value) }
}
