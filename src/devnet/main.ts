import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { devnetChains, devnetTokens, tokenNames } from '../chains/definitions/devnet/facts.ts'
import type { Devnet } from './devnet.ts'
import { startDevnet } from './devnet.ts'

const usage = `Three local EVM chains with tokens, pools, lending, bridges, a filler and a faucet.

  --block-time <seconds>   1 unless said; 0 mines every transaction at once
  --data-dir <folder>      .causeway unless said; nothing is written elsewhere
  --cache-dir <folder>     where built chains are kept; inside the data folder unless said
  --port-base <port>       the first of three ports; 8545 unless said, or any where those are taken; 0: any
  --fresh                  forget what happened on the chains before`

const defaultPortBase = 8545

/** `npm run devnet`: the world alone, until Ctrl-C. */
export async function devnetCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      'block-time': { type: 'string', default: '1' },
      'data-dir': { type: 'string', default: '.causeway' },
      'cache-dir': { type: 'string' },
      'port-base': { type: 'string' },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const blockTimeS = wholeNumber('--block-time', values['block-time'], 3_600)
  const ports = await choosePorts(values['port-base'])
  console.log(
    'Causeway devnet: Harbor, Island and Summit, three chains on this machine. Nothing on them has any worth.',
  )
  const ended = deferred<string>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.resolve(signal))
  const devnet = await startDevnet({
    dataDir: values['data-dir'],
    cacheDir: values['cache-dir'],
    blockTimeS,
    ports,
    persist: true,
    fresh: values.fresh,
    onProgress: (line) => console.log(`  ${line}`),
    onDeath: (line) => ended.resolve(line),
  })
  console.log(describe(devnet, blockTimeS))
  const why = await ended.promise
  console.log(`stopping (${why})`)
  await devnet.stop()
}

/** What a person needs to use the chains, and no more than fits a screen. */
export function describe(devnet: Devnet, blockTimeS: number): string {
  const chains = devnet.chains.map(({ name, id, rpcUrl }) => `  ${name.padEnd(8)} ${id}  ${rpcUrl}`)
  const accounts = devnet.accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}`)
  const tokens = tokenNames.map((name) => {
    const { symbol, decimals, priceUsd } = devnetTokens[name]
    return `  ${symbol.padEnd(5)} ${devnet.contracts[name]}  ${String(decimals).padStart(2)} decimals  ${priceUsd} USD`
  })
  return [
    `chains (${blockTimeS === 0 ? 'a block for each transaction' : `a block every ${blockTimeS} s`})`,
    ...chains,
    'tokens (the same addresses on every chain)',
    ...tokens,
    'accounts (10,000 ether and 300,000 USD of each token on every chain; keys of a public mnemonic: never fund them elsewhere)',
    ...accounts,
    `attestations  ${devnet.attestationUrl}/v2/messages/{domain}?transactionHash=…  (domains ${devnetChains.map(({ domain }) => domain).join(', ')})`,
    'Ctrl-C stops everything.',
  ].join('\n')
}

async function choosePorts(base: string | undefined): Promise<number[] | undefined> {
  const first = base === undefined ? defaultPortBase : wholeNumber('--port-base', base, 65_533)
  if (first === 0) return undefined
  const ports = devnetChains.map((_, index) => first + index)
  const free = await Promise.all(ports.map(isFree))
  if (free.every(Boolean)) return ports
  const taken = ports.filter((_, index) => !free[index])
  if (base !== undefined) throw new Error(`port ${taken.join(', ')} is taken; give another --port-base`)
  return undefined
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

function deferred<value>(): { promise: Promise<value>; resolve(value: value): void } {
  let resolve: (value: value) => void = () => {}
  const promise = new Promise<value>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value) => resolve(value) }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (text === '' || !Number.isInteger(value) || value < 0 || value > max) {
    throw new Error(`${name} must be a whole number from 0 to ${max}, not "${text}"`)
  }
  return value
}

if (process.argv[1] === import.meta.filename) {
  devnetCommand(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
