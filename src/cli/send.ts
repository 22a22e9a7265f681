import { createInterface } from 'node:readline/promises'
import type { IntentReceipt } from '../interface/receiptShapes.ts'
import type { ChainInfo } from '../interface/tokenShapes.ts'
import { type Progress, resumeIntent, runIntent } from '../sdk/client.ts'
import { accountFlags, readAccount } from './kit/account.ts'
import { formatToken, parseAmount } from './kit/amounts.ts'
import { usageError } from './kit/cliError.ts'
import { type CommandContext, command } from './kit/command.ts'
import { describeQuote } from './kit/describeQuote.ts'
import { describeReceipt } from './kit/describeReceipt.ts'
import { nodeFlags, nodeOf, readNodes } from './kit/nodes.ts'
import { progressView } from './kit/progressView.ts'
import { readSaved, savedFolderDefault, saveIntent } from './kit/savedIntents.ts'
import { readTrade, requestOf, type Trade, tradeArgs, tradeDetails, tradeFlags } from './kit/trade.ts'

const flags = {
  ...tradeFlags,
  ...accountFlags,
  ...nodeFlags,
  deposit: {
    value: 'how',
    choices: ['auto', 'transfer', 'signature'],
    about: 'By signature, which costs no gas, where the token allows it (auto); or always one of the two',
  },
  'least-out': { value: 'amount', about: 'Refuse a quote that may bring less than this' },
  'max-fee': { value: 'amount', about: 'Refuse a quote whose fees are higher; a tenth of the deposit unless said' },
  'max-in': { value: 'amount', about: 'Refuse a quote that needs a larger deposit' },
  yes: { about: 'Accept the quote without being asked, if it passes all checks' },
  resume: { value: 'intent-id', about: 'Go on with an intent that was left behind; never deposits twice' },
  save: {
    value: 'folder',
    about: `Where intents are saved for \`causeway recover\`; ${savedFolderDefault} unless said`,
  },
} as const

type Context = CommandContext<typeof flags>

export const send = command({
  name: 'send',
  about: 'Carry out a trade: quote, check, accept, deposit, and follow it to its receipt.',
  args: tradeArgs,
  details: [
    ...tradeDetails,
    'Before anything is signed, the quote is checked here: that its calls pay the recipient, that the address to pay into',
    'commits to them, and that amounts and fees are within bounds.',
  ],
  flags,
  examples: [
    'send 100 USDC@harbor ETH@island --account 0 --yes',
    'send USDC@harbor 0.05 ETH@island --account 0 --max-in 200',
    'send 1 ETH@harbor USDC@summit --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --account 0',
    'send --resume 0x3f…9a --account 0',
  ],
  run: async (context) => {
    const { out, client } = context
    const { chains } = await client.getChains()
    const receipt = await (context.flags.resume ? resume(context, chains) : start(context, chains))
    out.result(receipt, () => describeReceipt(receipt, chains))
    return receipt.status === 'SUCCEEDED' ? undefined : 'intentFailed'
  },
})

async function start(context: Context, chains: readonly ChainInfo[]): Promise<IntentReceipt> {
  const { args, client, out } = context
  if (!context.flags.yes && (out.json || !process.stdin.isTTY)) {
    throw usageError('nobody is there to accept the quote', 'pass --yes to accept whatever passes the checks')
  }
  const trade = await readTrade(client, args)
  const { origin, destination } = trade
  const account = readAccount(context.flags, process.env, [origin.chainId, destination.chainId])
  const nodes = readNodes(context.flags.rpc, process.env, chains)
  const wallet = await nodeOf(nodes, origin.chain, account)
  const request = requestOf(trade, context.flags)
  return withView(context, chains, (onProgress) =>
    runIntent({
      client,
      wallet,
      request,
      deposit: depositOf(context),
      bounds: {
        toAmountMin: boundOf(context.flags['least-out'], destination),
        maxFee: boundOf(context.flags['max-fee'], origin),
        maxDeposit: boundOf(context.flags['max-in'], origin),
      },
      accept: async (quoted) => {
        out.note(describeQuote(quoted, trade))
        if (!context.flags.yes && !(await agreed(trade, quoted.intent.quote.fromAmount))) return false
        saveIntent(context.flags.save ?? savedFolderDefault, {
          intent: quoted.intent,
          request: quoted.intent.quoteRequest,
        })
        return true
      },
      onProgress,
    }),
  )
}

async function resume(context: Context, chains: readonly ChainInfo[]): Promise<IntentReceipt> {
  const { client, flags: given } = context
  const intentId = given.resume as `0x${string}`
  const saved = readSaved(given.save ?? savedFolderDefault, intentId)
  const { intent } = await client.getIntent({ intentId })
  const account = readAccount(given, process.env, [intent.originChainId, intent.destinationChainId])
  const origin = chains.find(({ id }) => id === intent.originChainId)
  if (!origin) throw usageError(`the service no longer knows chain ${intent.originChainId}`)
  const wallet = await nodeOf(readNodes(given.rpc, process.env, chains), origin, account)
  return withView(context, chains, (onProgress) =>
    resumeIntent({ client, intentId, wallet, request: saved?.request, deposit: depositOf(context), onProgress }),
  )
}

async function withView(
  { out }: Context,
  chains: readonly ChainInfo[],
  run: (onProgress: (progress: Progress) => void) => Promise<IntentReceipt>,
): Promise<IntentReceipt> {
  const view = progressView(out, chains)
  try {
    return await run(view.show)
  } finally {
    view.stop()
  }
}

const depositOf = ({ flags: given }: Context) => given.deposit as 'auto' | 'transfer' | 'signature' | undefined

const boundOf = (text: string | undefined, token: Trade['origin']): bigint | undefined =>
  text === undefined ? undefined : parseAmount(text, token)

async function agreed({ origin }: Trade, amount: bigint): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`Deposit ${formatToken(amount, origin)}? [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
