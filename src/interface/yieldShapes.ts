import * as z from 'zod'
import { yieldTypes } from './enums.ts'
import {
  address,
  bool,
  chainId,
  choice,
  float,
  integer,
  list,
  shape,
  text,
  textLike,
  time,
  writtenHex,
} from './fields.ts'

const urlCharsMax = 2_048

export const poolTokenInfo = shape('PoolTokenInfo', 'The deposit token of a pool.', {
  symbol: text().describe('Symbol'),
  name: text().describe('Name'),
  address: address().describe('Contract address'),
  decimals: integer(0, 255).describe('Decimals'),
  logoUrl: text(urlCharsMax).optional().describe('URL of the logo'),
})

export const earnPool = shape('EarnPool', 'A yield pool of a lending protocol or vault.', {
  id: text().describe('Unique pool identifier'),
  name: text().describe('Pool name'),
  protocol: text().describe('Protocol name'),
  chainId: chainId().describe('Chain of the pool'),
  apy: float().describe('Current annual percentage yield, percent'),
  tvl: float().describe('Total value locked, dollars'),
  token: poolTokenInfo.describe('Deposit token'),
  depositAddress: address().describe('Contract address to deposit to'),
  isActive: bool().describe('Whether the pool currently accepts deposits'),
  poolUrl: text(urlCharsMax).optional().describe("URL of the pool in the protocol's interface"),
  protocolUrl: text(urlCharsMax).optional().describe("URL of the protocol's site"),
  wrappedTokenGatewayAddress: address().optional().describe('Gateway address for native-token deposits'),
})

export const yieldQuery = shape('YieldQuery', 'A wallet on a network.', {
  address: address().describe('Wallet address'),
  network: text(64).describe('Network identifier: the chain name in lower case'),
})

/** Carried as JSON text inside `payload`. */
export const yieldBalance = shape('YieldBalance', 'A position in a market.', {
  yieldId: text().describe('Market identifier, equal to the id of a market from YieldGetMarkets'),
  address: address().describe('Wallet'),
  network: text(64).describe('Network the position is on'),
  amount: text(100).describe("Balance in the market's token, decimal string"),
  amountUsd: text(100).describe('Dollar value, decimal string'),
})

/** Carried as JSON text inside `payload`. */
export const yieldMarket = shape('YieldMarket', 'A market that earns.', {
  id: text().describe('Market identifier: network-token-protocol-kind'),
  providerId: text().describe('Protocol'),
  network: text(64).describe('Network identifier'),
  chainId: text(32).describe('Chain id, decimal string'),
  type: choice(yieldTypes).describe('Kind of the market'),
  rewardRate: float().describe('Yearly rate, fraction of 1'),
  token: poolTokenInfo.describe('Deposit token'),
  depositAddress: address().describe('Contract address to deposit to'),
  status: z.object({ enter: bool(), exit: bool() }).describe('Whether one can enter and leave now'),
  statistics: z
    .object({
      tvlUsd: float(),
      updatedAt: time().optional().describe('When the market was read'),
      stale: bool().optional().describe('The source does not answer; this is what it said last'),
    })
    .describe('Size of the market'),
  metadata: z.object({ name: text(), url: text(urlCharsMax).optional() }).describe('For people'),
})

const humanAmount = () =>
  textLike(/^(0|[1-9][0-9]{0,59})(\.[0-9]{1,36})?$/, 'an amount in whole tokens, such as 12.5', 100)

export const yieldEnterArgs = shape('YieldEnterArgs', 'How much to put in.', {
  amount: humanAmount().optional().describe("In whole units of the market's token, decimal string"),
})

export const yieldExitArgs = shape('YieldExitArgs', 'How much to take out: exactly one of these.', {
  amount: humanAmount().optional().describe("In whole units of the market's token, decimal string"),
  shareAmount: humanAmount()
    .optional()
    .describe('In whole units of what the wallet holds of the market, decimal string'),
  useMaxAmount: bool().optional().describe('true: all of it'),
})

/** Carried as JSON text inside `payload`. */
export const yieldAction = shape('YieldAction', 'Transactions for a wallet to sign and send, in order.', {
  earnMarketId: text().describe('Market'),
  userWalletAddress: address().describe('Wallet that sends them'),
  action: choice(['enter', 'exit']).describe('Into the market or out of it'),
  simulated: bool().describe('Always true: they were run one after the other on the newest block, and none failed'),
  transactions: list(
    shape('YieldTransaction', 'An unsigned transaction.', {
      type: choice(['approve', 'deposit', 'withdraw']).describe('What it does'),
      chainId: chainId().describe('Chain'),
      from: address().describe('Who signs and sends it'),
      to: address().describe('Receiver of the call'),
      data: writtenHex().describe('Call data'),
      value: text(80).describe('Native base units, decimal string'),
    }),
    8,
  ).describe('In the order in which they are sent'),
})

/** Carried as JSON text inside `payload`. */
export const yieldProvider = shape('YieldProvider', 'A protocol whose markets are listed.', {
  id: text(64).describe('providerId of its markets'),
  name: text().describe('For people'),
  url: text(urlCharsMax).optional().describe('Site of the protocol'),
  type: choice(yieldTypes).describe('Kind of its markets'),
  networks: list(text(64), 1_000).describe('Networks on which it is read'),
})

/** Carried as JSON text inside `payload`. */
export const yieldNetwork = shape('YieldNetwork', 'A network that has markets.', {
  id: text(64).describe('Network identifier: the chain name in lower case'),
  name: text().describe('For people'),
  chainId: text(32).describe('Chain id, decimal string'),
  providers: list(text(64), 100).describe('Protocols that are read there'),
})

export type YieldAction = z.output<typeof yieldAction>
export type YieldProvider = z.output<typeof yieldProvider>
export type YieldNetwork = z.output<typeof yieldNetwork>
export type EarnPool = z.output<typeof earnPool>
export type YieldBalance = z.output<typeof yieldBalance>
export type YieldMarket = z.output<typeof yieldMarket>
