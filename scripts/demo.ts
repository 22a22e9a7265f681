/**
 * `npm run demo`: three intents in turn on the local chains, and a table of where every unit went. Uses the service at
 * CAUSEWAY_URL or on the usual port, with nodes from CAUSEWAY_RPC; starts one if none answers there.
 */
import { readAccount } from '../src/cli/kit/account.ts'
import { exits } from '../src/cli/kit/exits.ts'
import { explainError } from '../src/cli/kit/explainError.ts'
import { findService } from '../src/cli/kit/findService.ts'
import { nodeOf, readNodes } from '../src/cli/kit/nodes.ts'
import { createOutput } from '../src/cli/kit/output.ts'
import { createProgressView } from '../src/cli/kit/progressView.ts'
import { table } from '../src/cli/kit/table.ts'
import { formatAmount } from '../src/intents/formatAmount.ts'
import type { IntentReceipt } from '../src/interface/receiptShapes.ts'
import type { ChainInfo } from '../src/interface/tokenShapes.ts'
import type { YieldMarket } from '../src/interface/yieldShapes.ts'
import { type Client, createClient, depositToMarket, runIntent } from '../src/sdk/client.ts'
import { ensureService } from './demo/ensureService.ts'
import { type Flow, moneyFlows } from './demo/moneyFlows.ts'

type Story = { title: string; deposit: 'transfer' | 'signature'; request: Parameters<typeof runIntent>[0]['request'] }

const [harbor, island] = ['Harbor', 'Island']
const account = await readAccount({ account: '0', keystore: undefined }, {}, [31337])
const out = createOutput(false)
const service = await ensureService(findService({}, process.env).url, (line) => out.note(line))

try {
  const startedMs = performance.now()
  const client = createClient({ url: service.url })
  const { chains } = await client.getChains()
  const nodes = readNodes(service.nodes, process.env, chains)
  const flows: Flow[] = []
  for (const [index, story] of (await stories(client, chains)).entries()) {
    console.log(`\n${index + 1}. ${story.title}`)
    const receipt = await tell(client, chains, story)
    const wallets = new Map(
      await Promise.all(chains.map(async (chain) => [chain.id, await nodeOf(nodes, chain, account)] as const)),
    )
    flows.push(...(await moneyFlows(`${index + 1}`, receipt, wallets)))
  }
  console.log(`\nWhere every unit went, read from the chains:\n\n${await describeFlows(client, flows, chains)}`)
  const strays = flows.filter(({ into, fee, route, delivered, back }) => into !== fee + route + delivered + back)
  if (strays.length > 0) throw new Error('the table does not add up: look at the rows that differ')
  console.log(
    `\nEvery row adds up to the unit. Three intents in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s.`,
  )

  /** Runs one story with its progress on the screen. */
  async function tell(
    client: Client,
    chains: readonly ChainInfo[],
    { request, deposit }: Story,
  ): Promise<IntentReceipt> {
    const view = createProgressView(out, chains)
    try {
      const wallet = await nodeOf(nodes, chains.find(({ id }) => id === request.originChainId)!, account)
      const receipt = await runIntent({ client, wallet, request, deposit, onProgress: view.show })
      if (receipt.status !== 'SUCCEEDED') throw new Error(`the intent ended as ${receipt.status}: ${receipt.intentId}`)
      return receipt
    } finally {
      view.stop()
    }
  }
} catch (error) {
  const explained = explainError(error, service.url)
  out.failure(explained)
  process.exitCode = exits[explained.exit].code
} finally {
  await service.stop()
}

async function stories(client: Client, chains: readonly ChainInfo[]): Promise<Story[]> {
  const idOf = (name: string) => {
    const chain = chains.find((one) => one.name === name)
    if (!chain)
      throw new Error(`the demo needs the local chains; this service has ${chains.map((one) => one.name).join(', ')}`)
    return chain.id
  }
  const [from, to] = [idOf(harbor), idOf(island)]
  const { tokens } = await client.getTokenList({ chainIds: [from, to], includeAllListed: true })
  const token = (chainId: number, symbol: string) =>
    tokens.find((one) => one.chainId === chainId && one.symbol === symbol)!.address
  const { payload } = await client.yieldGetMarkets({ chainId: String(to), provider: 'aave-v3', search: 'USDC' })
  const [market] = JSON.parse(payload) as YieldMarket[]
  if (!market) throw new Error(`there is no USDC market of Aave on ${island}`)
  const dai = {
    ownerAddress: account.address,
    originChainId: from,
    originTokenAddress: token(from, 'DAI'),
    originTokenAmount: 400n * 10n ** 18n,
  }
  return [
    {
      title: `Swap 500 USDC to WETH on ${harbor}`,
      deposit: 'transfer',
      request: {
        originChainId: from,
        originTokenAddress: token(from, 'USDC'),
        destinationChainId: from,
        destinationTokenAddress: token(from, 'WETH'),
        originTokenAmount: 500_000_000n,
      },
    },
    {
      title: `Bridge 300 USDC from ${harbor} to ${island}, deposited by signature: the wallet spends no gas`,
      deposit: 'signature',
      request: {
        originChainId: from,
        originTokenAddress: token(from, 'USDC'),
        destinationChainId: to,
        destinationTokenAddress: token(to, 'USDC'),
        originTokenAmount: 300_000_000n,
      },
    },
    {
      title: `400 DAI on ${harbor} become a position in Aave on ${island}`,
      deposit: 'transfer',
      request: depositToMarket(market, dai),
    },
  ]
}

async function describeFlows(client: Client, flows: readonly Flow[], chains: readonly ChainInfo[]): Promise<string> {
  const { tokens } = await client.getTokenList({ chainIds: chains.map(({ id }) => id), includeAllListed: true })
  const tokenOf = ({ chainId, token }: Flow) =>
    tokens.find((one) => one.chainId === chainId && one.address.toLowerCase() === token.toLowerCase())
  const amount = (name: 'into' | 'fee' | 'route' | 'delivered' | 'back') => ({
    value: (flow: Flow) => (flow[name] === 0n ? '' : formatAmount(flow[name], tokenOf(flow)?.decimals ?? 0)),
    align: 'right' as const,
  })
  return table(flows, [
    { title: 'INTENT', value: ({ intent }) => intent },
    { title: 'CHAIN', value: ({ chainId }) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId) },
    { title: 'TOKEN', value: (flow) => tokenOf(flow)?.symbol ?? flow.token },
    { title: 'CAME IN', ...amount('into') },
    { title: '= FEE', ...amount('fee') },
    { title: '+ ROUTE', ...amount('route') },
    { title: '+ DELIVERED', ...amount('delivered') },
    { title: '+ BACK TO OWNER', ...amount('back') },
  ])
}
