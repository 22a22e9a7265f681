/**
 * Measures every step of an intent on the local chains and writes docs/reference/gas.md.
 *   npx tsx scripts/generateGas.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GasRow } from '../test/devnet/gas.ts'
import { measureGas } from '../test/devnet/gas.ts'
import { startTestDevnet } from '../test/devnet/setup.ts'

const figure = (gas: number) => gas.toLocaleString('en-US')

/** The first design, in which anyone could run a batch: 15 November 2026, same chains. */
const before: Record<string, number> = {
  "deposit by signature and permit, the user's first": 129_866,
  'deposit by signature and permit, later ones': 95_666,
  'origin: deploy, swap, Across deposit, fee': 420_316,
  "fill on the destination (the filler's)": 103_565,
  'destination: deploy, supply to Aave': 309_450,
  'deposit by transfer': 51_484,
  'origin that fails: deploy, refund in the same transaction': 365_561,
  'destination whose target refuses: deploy, pay the user': 207_897,
  'timed refund by a stranger: deploy, refund': 97_713,
}

/** From contracts/test/Gas.t.sol (`forge test --match-path test/Gas.t.sol -vv`): base and call data in, refunds out. */
const withMocks = [
  '## With mocks',
  '',
  'The Solidity suite runs the same batches against mocks, storage cold, refunds for cleared storage not counted. Strict and tolerant runs cost the same.',
  '',
  '| step | before | now | change |',
  '|---|---:|---:|---:|',
  '| deposit with permit | 160,060 | 160,995 | +935 |',
  '| deposit by ERC-3009 authorization | | 153,793 | |',
  '| origin: deploy, swap, bridge, fee | 452,632 | 461,982 | +9,350 |',
  '| destination: deploy, supply | 360,561 | 364,862 | +4,301 |',
  '| strict bundle of five origins, each | | 358,504 | |',
  '| refund by anyone | 65,087 | 66,036 | +949 |',
  '| deploy and refund by anyone | 116,997 | 118,876 | +1,879 |',
  "| a relayer's first grant | | 53,478 | |",
  '',
  'A run by the executor pays for the grant (a cold storage read, 2,100), two more words of configuration, the lock of the guest, and a look at the code of',
  'every target. The origin has six calls where the destination has three, and two steps that are held against the list of forbidden functions.',
  '',
]

function change({ step, gas }: GasRow): string {
  const was = before[step]
  if (was === undefined) return ''
  const difference = gas - was
  return `${difference < 0 ? '−' : '+'}${figure(Math.abs(difference))}`
}

function page(rows: GasRow[]): string {
  return [
    '# Gas per step',
    '',
    'Measured on freshly built local chains by `scripts/generateGas.ts`, from the receipts. A test holds this page against the chains.',
    'Fresh is dear: the second origin step costs about 41,000 gas less on chains where an intent has run before.',
    'The wallet is deployed in the same transaction where a step says so. "At most" is what a prototype of this design needed.',
    '',
    'The change is against the first design, in which anyone could run a batch and make it fail.',
    '',
    '| step | gas | change | at most |',
    '|---|---:|---:|---:|',
    ...rows.map((row) => {
      const { step, gas, gasMax } = row
      return `| ${step} | ${figure(gas)} | ${change(row)} | ${gasMax ? figure(gasMax) : ''} |`
    }),
    '',
    "A user's first deposit writes two storage slots that are still zero (the token's permit nonce, the entrypoint's nonce word), at",
    '17,100 gas each more than a later one. The prototype gave 110,000 for a deposit with permit and did not say which it was: the',
    'first one here is above it, later ones are below.',
    '',
    'The swap is one Uniswap v3 pool (DAI to USDC); the bridge is Across; Aave is v3.',
    '',
    ...withMocks,
    '## Beside others',
    '',
    "What others publish for a part of the same work. 0x's own note says that its figures are nearer to a gas limit than to gas used.",
    '',
    '| who | what | gas | from |',
    '|---|---|---:|---|',
    '| Across | fill on the destination | see above | its published bytecode on these chains |',
    '| 0x Settler | gasless swap, Uniswap v3 DAI/WETH, one chain, no bridge, no wallet | 154,142 | [README](https://github.com/0xProject/0x-settler/blob/0054f17e10df7728842dc7912a41f2c36bcbe4ad/README.md), "MetaTransactions" |',
    '| 0x Settler | swap with custody, Uniswap v3 DAI/WETH | 148,076 | the same, "Custody" |',
    '| 0x Settler | swap with a fee in the sold token, Uniswap v3 DAI/WETH | 160,398 | the same, "Sell token fee" |',
    '| Relay | settlement of an order on its own chain | no gas figure; about $0.005 | [The Relay Chain](https://docs.relay.link/references/protocol/components/relay-chain) |',
    '| LI.FI diamond | an example transaction of its documents to the diamond on Ethereum; what it does is not said | a limit of 350,000, gas used not published | [Transaction Execution](https://docs.li.fi/agents/workflows/execution.md), `gasLimit` 0x55730 |',
    '',
  ].join('\n')
}

const devnet = await startTestDevnet()
try {
  const text = page(await measureGas(devnet))
  writeFileSync(fileURLToPath(new URL('../docs/reference/gas.md', import.meta.url)), text)
  console.log(text)
} finally {
  await devnet.stop()
}
