import { devnetChains, devnetTokens, tokenNames } from '../chains/definitions/devnet/facts.ts'
import { type WeatherName, weathers } from '../chains/definitions/devnet/weather.ts'
import type { Devnet } from '../devnet/devnet.ts'
import type { NodeDeath } from '../devnet/nodes.ts'

/** What a person needs to use the chains, within 80 columns. */
export function describeDevnet(devnet: Devnet, blockTimeS: number, weather?: WeatherName): string {
  const like = (index: number) => (weather ? `  like ${weathers[weather][index]?.like}` : '')
  const chains = devnet.chains.map(({ name, id, rpcUrl }, i) => `  ${name.padEnd(8)} ${id}  ${rpcUrl}${like(i)}`)
  const pace = blockTimeS === 0 ? 'a block for each transaction' : `a block every ${blockTimeS} s`
  const accounts = devnet.accounts.flatMap(({ address, privateKey }) => [`  ${address}`, `    ${privateKey}`])
  const tokens = tokenNames.map((name) => {
    const { symbol, decimals, priceUsd } = devnetTokens[name]
    return `  ${symbol.padEnd(5)} ${devnet.contracts[name]}  ${String(decimals).padStart(2)} decimals  ${priceUsd} USD`
  })
  return [
    `chains (${weather ? `weather ${weather}; a service on them needs --devnet.weather ${weather}` : pace})`,
    ...chains,
    'tokens (the same addresses on every chain)',
    ...tokens,
    'accounts (10,000 ether and 300,000 USD of each token on every chain)',
    ...accounts,
    'Their keys are of a public phrase: never fund them elsewhere.',
    `attestations (domains ${devnetChains.map(({ domain }) => domain).join(', ')})`,
    `  ${devnet.attestationUrl}/v2/messages/{domain}?transactionHash=…`,
    'Ctrl-C stops everything.',
  ].join('\n')
}

/** The last lines of a node that died, indented below a heading. */
export function describeNodeOutput({ lastOutput }: NodeDeath): string {
  if (lastOutput.length === 0) return 'the node that died printed nothing'
  return ['the node that died printed last:', ...lastOutput.map((line) => `  ${line}`)].join('\n')
}
