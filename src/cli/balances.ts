import { formatAmount } from '../intents/formatAmount.ts'
import type { ChainInfo, TokenInfo } from '../interface/tokenShapes.ts'
import type { YieldBalance } from '../interface/yieldShapes.ts'
import { walletBalance } from '../sdk/findDeposit.ts'
import { accountFlags, createWatchOnlyAccount, readOwner } from './kit/account.ts'
import { formatUsd } from './kit/amounts.ts'
import { usageError } from './kit/cliError.ts'
import { type ClientContext, createClientCommand } from './kit/clientCommand.ts'
import { atMostOne } from './kit/flags.ts'
import { readChains, requireKnownToken } from './kit/knownNames.ts'
import { type Nodes, nodeFlags, nodeOf, readNodes } from './kit/nodes.ts'
import { table } from './kit/table.ts'

const flags = { account: accountFlags.account, ...nodeFlags } as const
type TokenBalance = { token: TokenInfo; chain: ChainInfo; amount: bigint }

export const balances = createClientCommand({
  name: 'balances',
  about: 'Show what a wallet holds: tokens, read from the nodes that are known, and positions that earn.',
  args: '<address>',
  flags,
  examples: [
    'balances --account 0',
    'balances 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --rpc harbor=http://127.0.0.1:8545 --json',
  ],
  run: async (context) => {
    const { client, out } = context
    const chains = await readChains(client)
    const address = await ownerOf(context)
    const nodes = readNodes(context.flags.rpc, process.env, chains)
    const tokenBalances = (
      await Promise.all(chains.map((chain) => readBalances(context, chain, nodes, address)))
    ).flat()
    const queries = chains.map(({ name }) => ({ address, network: name.toLowerCase() }))
    const { payload } = await client.yieldGetAggregateBalances({ queries })
    const positions = JSON.parse(payload) as YieldBalance[]
    const tokens = tokenBalances.map(({ token, amount }) => ({
      chainId: token.chainId,
      tokenAddress: token.address,
      amount,
    }))
    out.result({ address, tokens, positions }, () => describe(tokenBalances, positions))
  },
})

const noWalletNamed = usageError('<address> is missing', 'name a wallet, or --account 0..9 on the local chains')

async function ownerOf({ args, flags: options }: ClientContext<typeof flags>): Promise<`0x${string}`> {
  const address = atMostOne(args, 'address')
  if (address !== undefined) return address as `0x${string}`
  return readOwner({ ...options, keystore: undefined }, process.env, [], noWalletNamed)
}

/** Balances on one chain. If no node answers, prints a note and returns none, so that other chains still show. */
async function readBalances(
  { client, out }: ClientContext<typeof flags>,
  chain: ChainInfo,
  nodes: Nodes,
  address: `0x${string}`,
): Promise<TokenBalance[]> {
  const node = await nodeOf(nodes, chain, createWatchOnlyAccount(address)).catch((error: Error) =>
    out.note(`${chain.name}: ${error.message}`),
  )
  if (!node) return []
  const { tokens } = await client.getTokenList({ chainIds: [chain.id], includeAllListed: true })
  tokens.forEach(requireKnownToken)
  const amounts = await Promise.all(tokens.map((token) => walletBalance(node, token.address, address)))
  return tokens.map((token, at) => ({ token, chain, amount: amounts[at]! })).filter(({ amount }) => amount > 0n)
}

function describe(tokenBalances: readonly TokenBalance[], positions: readonly YieldBalance[]): string {
  const parts = [
    tokenBalances.length > 0 &&
      table(tokenBalances, [
        { title: 'CHAIN', value: ({ chain }) => chain.name },
        { title: 'TOKEN', value: ({ token }) => token.symbol },
        { title: 'AMOUNT', value: ({ token, amount }) => formatAmount(amount, token.decimals), align: 'right' },
      ]),
    positions.length > 0 &&
      table(positions, [
        { title: 'POSITION', value: ({ yieldId }) => yieldId },
        { title: 'AMOUNT', value: ({ amount }) => amount, align: 'right' },
        { title: 'USD', value: ({ amountUsd }) => formatUsd(Number(amountUsd)), align: 'right' },
      ]),
  ]
  return parts.filter(Boolean).join('\n\n') || 'nothing'
}
