import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { LocalAccount } from 'viem'
import { isLocalChain } from '../intents/trustedChains.ts'
import { depositWayNames } from '../interface/enums.ts'
import { nativeToken } from '../interface/limits.ts'
import type { ChainInfo } from '../interface/tokenShapes.ts'
import type { DepositBy } from '../sdk/chosenDeposit.ts'
import {
  type Bounds,
  type CheckedReceipt,
  NotEnoughFunds,
  ownChainFrom,
  type Progress,
  resumeIntent,
  runIntent,
  type TrustedChain,
} from '../sdk/client.ts'
import { walletBalance } from '../sdk/findDeposit.ts'
import { IntentInterrupted } from '../sdk/intentInterrupted.ts'
import { readRequest } from '../sdk/runIntent.ts'
import type { VerifiedIntent } from '../sdk/verifyQuote.ts'
import { accountFlags, readAccount } from './kit/account.ts'
import { formatToken, parseAmount } from './kit/amounts.ts'
import { CliError, usageError } from './kit/cliError.ts'
import { type ClientContext, createClientCommand } from './kit/clientCommand.ts'
import { describeQuote } from './kit/describeQuote.ts'
import { describeReceipt } from './kit/describeReceipt.ts'
import { ExplainedError, explainError } from './kit/explainError.ts'
import { findService } from './kit/findService.ts'
import { requireTokenOnChain, requireTokenSomewhere } from './kit/findToken.ts'
import { readChains, requireOwnWord } from './kit/knownNames.ts'
import { type Nodes, nodeFlags, nodeOf, readNodes } from './kit/nodes.ts'
import { operatorFlags, readContracts, readOperatorIdentity } from './kit/operator.ts'
import { createProgressView } from './kit/progressView.ts'
import { readersOf } from './kit/readers.ts'
import { requireSameBlocks } from './kit/requireSameBlocks.ts'
import { resumeLine } from './kit/resumeLine.ts'
import { readSaved, type SavedBounds, savedFolderDefault, saveIntent } from './kit/savedIntents.ts'
import { oneLine } from './kit/terminal.ts'
import {
  max,
  readTrade,
  readWords,
  requestOf,
  type Trade,
  type TradeWords,
  tradeArgs,
  tradeDetails,
  tradeFlags,
  tradeOf,
} from './kit/trade.ts'

const flags = {
  ...tradeFlags,
  ...accountFlags,
  ...nodeFlags,
  ...operatorFlags,
  deposit: {
    value: 'how',
    choices: ['auto', 'signature', ...depositWayNames],
    about:
      'The cheapest way that the account can do (auto); the cheapest that is only signed and costs no gas (signature); or one way by its name',
  },
  'least-out': { value: 'amount', about: 'Refuse a quote that may bring less than this' },
  'max-fee': {
    value: 'amount',
    about:
      'Refuse a quote whose fees are higher, that for relaying included; 1 % of the deposit, or what gas costs, unless said',
  },
  'max-in': { value: 'amount', about: 'Refuse a quote that needs a larger deposit' },
  'chain-file': {
    value: 'file',
    many: true,
    about: 'Facts of a chain that is not known here, from whom you trust with them; again for more',
  },
  yes: {
    about: 'Accept what passes all checks without being asked; on real chains only with --least-out or --max-in',
  },
  resume: { value: 'intent-id', about: 'Go on with an intent that was left behind; never deposits twice' },
  save: {
    value: 'folder',
    about: `Where intents are saved for \`causeway recover\`; ${savedFolderDefault} unless said`,
  },
} as const

type Context = ClientContext<typeof flags>

export const send = createClientCommand({
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
    'send max USDC@harbor ETH@island --account 0',
    'send USDC@harbor 0.05 ETH@island --account 0 --max-in 200',
    'send 1 ETH@harbor USDC@summit --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --account 0',
    'send --resume 0x3f…9a --account 0',
  ],
  run: async (context) => {
    const { out, client } = context
    // Checks the arguments before any request.
    const words = context.flags.resume ? undefined : readWords(context.args)
    if (words && !context.flags.yes) requirePerson(context)
    const chains = await readChains(client)
    const receipt = await (words ? start(context, words, chains) : resume(context, chains))
    out.result(receipt, () => describeReceipt(receipt, chains))
    return receipt.status === 'SUCCEEDED' ? undefined : 'intentFailed'
  },
})

async function start(context: Context, words: TradeWords, chains: readonly ChainInfo[]): Promise<CheckedReceipt> {
  const { client, flags: options, out } = context
  const trade = await readTrade(client, words, (origin) => readMax(context, origin, chains))
  const { origin, destination } = trade
  requireOwnWord(words.from, origin.chain)
  requireOwnWord(words.to, destination.chain)
  if (options.yes) requireLimit(context, trade)
  const account = await readAccount(options, process.env, [origin.chainId, destination.chainId])
  const nodes = readNodes(options.rpc, process.env, chains)
  const wallet = await payingNode(context, nodes, origin.chain, account)
  await requireTokenOnChain(wallet, origin)
  await requireTokenSomewhere(nodes, destination)
  const readers = await readersOf(nodes, [origin.chain, destination.chain])
  const request = readRequest(requestOf(trade, options), wallet)
  const bounds = boundsOf(context, trade)
  const operator = readOperatorIdentity(options, process.env)
  const contracts = await readContracts(options, process.env)
  return withView(context, chains, (show) => {
    let quoted: Extract<Progress, { stage: 'quoted' }> | undefined
    let verified: VerifiedIntent | undefined
    return runIntent({
      client,
      wallet,
      request,
      contracts,
      deposit: depositOf(context, words),
      bounds: { ...bounds, ...ownChainsOf(context) },
      readers,
      accept: options.yes
        ? undefined
        : async ({ intent }, verified) => {
            out.note(...describeQuote(intent, trade, verified).split('\n'))
            return agreed(trade, intent.quote.fromAmount)
          },
      onProgress: (progress) => {
        if (progress.stage === 'quoted') quoted = progress
        if (progress.stage === 'verified') verified = progress.verified
        if (progress.stage === 'verified' && options.yes) {
          out.note(...describeQuote(progress.intent, trade, progress.verified).split('\n'))
        }
        // Saved before anything is signed, so that a deposit can always be recovered.
        if (progress.stage === 'committed') {
          const { chosen, contracts } = verified!
          const saved = { intent: quoted!.intent, request, bounds, chosen, operator, contracts }
          saveIntent(options.save ?? savedFolderDefault, saved)
        }
        show(progress)
      },
    }).catch((error) => {
      throw explainBalanceError(error, trade)
    })
  })
}

/** The account's whole balance of a token. `depositOf` then sends a transfer: a relay fee would exceed the balance. */
async function readMax(
  { flags: options }: Context,
  origin: Trade['origin'],
  chains: readonly ChainInfo[],
): Promise<bigint> {
  if (origin.address === nativeToken)
    throw usageError(`${max} ${origin.symbol} would leave nothing for gas`, 'say an amount')
  const account = await readAccount(options, process.env, [origin.chainId])
  const node = await nodeOf(readNodes(options.rpc, process.env, chains), origin.chain, account)
  await requireTokenOnChain(node, origin)
  const balance = await walletBalance(node, origin.address, account.address)
  if (balance === 0n) throw new CliError('failed', `the account holds no ${origin.symbol}`, 'nothing was committed')
  return balance
}

function requirePerson({ out }: Context): void {
  if (!out.json && process.stdin.isTTY) return
  throw usageError(
    'the quote needs an answer, and there is no terminal',
    'pass --yes to accept whatever passes the checks',
  )
}

/** `--yes` accepts a quote that nobody has read, so the caller must set a limit that a bad quote violates. */
function requireLimit({ flags: options }: Context, { origin, destination, exact }: Trade): void {
  if (isLocalChain(origin.chainId) && isLocalChain(destination.chainId)) return
  const needed = exact === 'in' ? 'least-out' : 'max-in'
  if (options[needed] !== undefined) return
  throw usageError('--yes alone accepts any price', `say the worst that you accept with --${needed}`)
}

function boundsOf({ flags: options }: Context, { origin, destination }: Trade): SavedBounds {
  return {
    toAmountMin: boundOf(options['least-out'], destination),
    maxFee: boundOf(options['max-fee'], origin),
    maxDeposit: boundOf(options['max-in'], origin),
  }
}

/** Chains that the caller describes with --chain-file; the checks trust these facts. */
const ownChainsOf = ({ flags: options }: Context): Pick<Bounds, 'ownChains'> =>
  options['chain-file'].length > 0 ? { ownChains: options['chain-file'].map(readOwnChain) } : {}

function readOwnChain(file: string): TrustedChain {
  try {
    return ownChainFrom(readFileSync(file, 'utf8'))
  } catch (error) {
    throw usageError(`--chain-file ${file}: ${(error as Error).message}`)
  }
}

/** The node that sends the deposit. Refuses a local node of another local world than the service's. */
async function payingNode({ flags }: Context, nodes: Nodes, chain: ChainInfo, account: LocalAccount) {
  const wallet = await nodeOf(nodes, chain, account)
  await requireSameBlocks(wallet, chain, findService(flags, process.env).url)
  return wallet
}

async function resume(context: Context, chains: readonly ChainInfo[]): Promise<CheckedReceipt> {
  const { client, flags: options, out } = context
  const intentId = options.resume as `0x${string}`
  const saved = readSaved(options.save ?? savedFolderDefault, intentId)
  const { intent } = await client.getIntent({ intentId })
  const account = await readAccount(options, process.env, [intent.originChainId, intent.destinationChainId])
  const trade = await tradeOf(client, saved?.request ?? intent.quoteRequest, chains)
  const nodes = readNodes(options.rpc, process.env, chains)
  const wallet = await payingNode(context, nodes, trade.origin.chain, account)
  await requireTokenOnChain(wallet, trade.origin)
  await requireTokenSomewhere(nodes, trade.destination)
  const readers = await readersOf(nodes, [trade.origin.chain, trade.destination.chain])
  const contracts = await readContracts(options, process.env, saved)
  const namedBounds = Object.entries(boundsOf(context, trade)).filter(([, bound]) => bound !== undefined)
  return withView(context, chains, (onProgress) =>
    resumeIntent({
      client,
      intentId,
      wallet,
      request: saved?.request,
      intent: saved?.intent,
      chosen: saved?.chosen,
      contracts,
      readers,
      bounds: { ...saved?.bounds, ...Object.fromEntries(namedBounds), ...ownChainsOf(context) },
      accept: options.yes
        ? undefined
        : async (found, verified) => {
            requirePerson(context)
            out.note(...describeQuote(found, trade, verified).split('\n'))
            return agreed(trade, found.quote.fromAmount)
          },
      deposit: depositOf(context),
      onProgress,
    }),
  )
}

async function withView(
  { out, flags: options }: Context,
  chains: readonly ChainInfo[],
  run: (onProgress: (progress: Progress) => void) => Promise<CheckedReceipt>,
): Promise<CheckedReceipt> {
  const view = createProgressView(out, chains)
  let [quotedId, intentId]: (string | undefined)[] = []
  const onInterrupt = () => {
    view.stop()
    if (intentId) out.note(`left behind; go on with: ${resumeLine(intentId, options)}`)
    process.exit(130)
  }
  process.once('SIGINT', onInterrupt)
  try {
    return await run((progress) => {
      if (progress.stage === 'quoted') quotedId = progress.intent.intentId
      if (progress.stage === 'committed') intentId = quotedId
      view.show(progress)
    })
  } catch (error) {
    if (!(error instanceof IntentInterrupted)) throw error
    const { remedy: _, ...explained } = explainError(error)
    throw new ExplainedError({ ...explained, remedy: resumeLine(error.intentId, options) }, error)
  } finally {
    process.off('SIGINT', onInterrupt)
    view.stop()
  }
}

/** Rewrites an insufficient balance from base units to the token amounts that the user typed. */
function explainBalanceError(error: unknown, { origin }: Trade): unknown {
  if (!(error instanceof NotEnoughFunds)) return error
  const [balance, needed] = [formatToken(error.balance, origin), formatToken(error.needed, origin)]
  return new CliError(
    'failed',
    `the account holds ${balance}, and ${needed} are needed`,
    'nothing was committed; send less',
  )
}

const depositOf = ({ flags: options }: Context, words?: TradeWords) =>
  (options.deposit ?? (words?.amount === max ? 'transfer' : undefined)) as DepositBy | undefined

const boundOf = (text: string | undefined, token: Trade['origin']): bigint | undefined =>
  text === undefined ? undefined : parseAmount(text, token)

async function agreed({ origin }: Trade, amount: bigint): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(oneLine(`Deposit ${formatToken(amount, origin)}? [y/N] `))
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
