import { type WeatherName, weatherNames } from '../chains/definitions/devnet/weather.ts'
import type { NodeDeath } from '../devnet/nodes.ts'
import { chooseNodePorts, portBaseMax } from './chooseNodePorts.ts'
import { describeDevnet, describeNodeOutput } from './describeDevnet.ts'
import { CliError } from './kit/cliError.ts'
import { createCommand } from './kit/command.ts'
import { wholeNumber } from './kit/flags.ts'
import { keepLocalNodes } from './kit/localNodes.ts'
import { writeErr, writeOut, writeProgress } from './kit/terminal.ts'
import { loadDevnet } from './loadDevnet.ts'

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
    'data-dir': { value: 'folder', about: '.causeway unless said' },
    'cache-dir': { value: 'folder', about: 'Where built chains are kept; ~/.cache/causeway/devnet unless said' },
    'port-base': {
      value: 'port',
      about: 'First of three ports; 8545 unless said, or the next three that are free; 0: any',
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
    const base = flags['port-base']
    const portBase = base === undefined ? undefined : wholeNumber('port-base', base, 0, portBaseMax)
    writeOut('Causeway devnet: Harbor, Island and Summit, three chains on this machine. Nothing on them has any worth.')
    const { promise: ended, resolve: end } = deferred<{ signal: string } | { death: NodeDeath }>()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end({ signal }))
    const { startDevnet } = await loadDevnet(() => import('../devnet/devnet.ts'))
    const say = (line: string) => writeOut(`  ${line}`)
    const { ports, release } = await chooseNodePorts(portBase, { flag: '--port-base', say })
    const dataDir = flags['data-dir'] ?? '.causeway'
    let isReady = false
    const running = await startDevnet({
      dataDir,
      cacheDir: flags['cache-dir'],
      blockTimeS,
      weather,
      ports,
      persist: true,
      fresh: flags.fresh,
      onProgress: (line) => (isReady ? say(line) : writeProgress(`  ${line}`)),
      onDeath: (death) => end({ death }),
    })
    isReady = true
    const forget = keepLocalNodes(dataDir, running.chains)
    writeOut(describeDevnet(running, blockTimeS, weather))
    const ending = await ended
    writeOut(`stopping (${'signal' in ending ? ending.signal : 'a node died'})`)
    forget()
    await running.stop()
    release()
    if ('death' in ending) {
      writeErr(describeNodeOutput(ending.death))
      throw new CliError('failed', ending.death.line, 'start it again; --fresh forgets what happened on the chains')
    }
  },
})

function weatherOf(name: string | undefined): WeatherName | undefined {
  const found = weatherNames.find((one) => one === name)
  if (name !== undefined && !found)
    throw new CliError('usage', `there is no weather ${name}; known: ${weatherNames.join(', ')}`)
  return found
}

function deferred<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value) => resolve(value) }
}
