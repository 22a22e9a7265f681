import type { ChainDefinition } from '../src/chains/chainDefinition.ts'
import { devnetDefinitions } from '../src/chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../src/chains/definitions/mainnets.ts'
import { ownTokens } from '../src/tokens/ownTokens.ts'

type Column = { title: string; of(chain: ChainDefinition): string }

const none = '–'
const list = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(', ') || none

const columns: readonly Column[] = [
  { title: 'chain', of: ({ name, id }) => `${name} (${id})` },
  {
    title: 'swaps',
    of: ({ uniswapV3, uniswapV2, uniswapV4, pancakeswapV3, curve, solidly, aggregators }) =>
      list(
        uniswapV3 && `Uniswap v3 (${uniswapV3.routerTakesDeadline ? 'SwapRouter' : 'SwapRouter02'})`,
        uniswapV2 && 'Uniswap v2',
        uniswapV4 && 'Uniswap v4',
        pancakeswapV3 && 'PancakeSwap v3',
        curve && 'stable pools of the Curve kind',
        solidly && 'stable pools of the Solidly kind',
        aggregators?.zeroX && '0x',
        aggregators?.lifi && 'LI.FI',
        'wrapping',
      ),
  },
  {
    title: 'bridges',
    of: ({ across, cctp, layerZero }) =>
      list(
        across && 'Across',
        cctp && `CCTP ${timeOf(cctp.standardS)}`.trim(),
        cctp?.fastS !== undefined && `CCTP fast ${timeOf(cctp.fastS)}`,
        layerZero &&
          `LayerZero: ${layerZero.ofts.map(({ asset }) => asset).join(' and ')} ${timeOf(layerZero.deliveredS)}`.trim(),
      ),
  },
  {
    title: 'prices',
    of: ({ feeds, aaveV3, sequencerUptime, uniswapV2, uniswapV3 }) =>
      list(
        `${feeds.length} Chainlink feeds`,
        aaveV3 && 'AaveOracle',
        (uniswapV2 ?? uniswapV3) && 'pools over time',
        sequencerUptime && 'sequencer watched',
      ),
  },
  { title: 'yields', of: ({ aaveV3, erc4626 }) => list(aaveV3 && 'Aave v3', erc4626 && 'ERC-4626 vaults') },
  {
    title: 'charge for bytes',
    of: ({ l1Fee }) =>
      list(l1Fee?.by === 'oracle' && 'fee, by its oracle', l1Fee?.by === 'nodeInterface' && 'gas, by its node'),
  },
  { title: 'tokens', of: ({ id }) => symbols(id, false) },
  { title: 'of them bridged', of: ({ id }) => symbols(id, true) },
]

function timeOf(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  const time = seconds < 120 ? `${seconds} s` : seconds < 7_200 ? `${seconds / 60} min` : `${seconds / 3_600} h`
  return `(${time})`
}

function symbols(chainId: number, bridged: boolean): string {
  const here = ownTokens().filter((token) => token.chainId === chainId && (!bridged || token.supportsBridging))
  return list(...here.map(({ symbol }) => symbol))
}

function table(chains: readonly ChainDefinition[]): string[] {
  return [
    `| ${columns.map(({ title }) => title).join(' | ')} |`,
    `|${columns.map(() => '---|').join('')}`,
    ...chains.map((chain) => `| ${columns.map(({ of }) => of(chain)).join(' | ')} |`),
  ]
}

/** Each chain's definition, and what a test has verified of it. */
export function chainsPage(): string {
  return [
    '# Chains',
    '',
    'Generated from `src/chains/definitions` and `src/tokens/lists`. A chain is served if the configuration names it; what its row lacks is not offered.',
    '',
    '## Local chains: run by the tests',
    '',
    'Swaps, bridges, prices, yields and the ways to sign a deposit ([gasless deposits](gasless-deposits.md)) are run on these, with the protocols’ own',
    'published contracts where there are any; CCTP, LayerZero, the price feeds, the vault and the tokens are stand-ins of the same shape. They charge for bytes only under a',
    'weather: there chains like Optimism and Base have the OP stack’s own GasPriceOracle, and the gas of those like Arbitrum is added by what stands in front of the node.',
    '',
    ...table(devnetDefinitions()),
    '',
    '## Public chains: addresses checked, nothing run',
    '',
    'Of these rows the tests have seen that every address is the one in its protocol’s published book, that the calls have the shape of the published',
    'interface, and nothing more: no test has sent a transaction to a public chain. Heartbeats, finality and the times of CCTP (seconds from a burn to',
    'its attestation) are checked by nothing here. What crosses by LayerZero is reckoned to take until its block is final, and half a minute. Which ways to sign a deposit a token has is read from the token when it is',
    'quoted, so no row claims any. Try a chain with `causeway doctor` and a small amount first.',
    '',
    ...table(mainnets),
    '',
  ].join('\n')
}
