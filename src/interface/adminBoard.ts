import * as z from 'zod'
import { adminLimits, projectId } from './adminShapes.ts'
import { intentStatuses, movePlaces, moveReasons } from './enums.ts'
import {
  address,
  big,
  bool,
  chainId,
  choice,
  float,
  hash,
  integer,
  list,
  shape,
  text,
  time,
  unixSeconds,
} from './fields.ts'

const projectErrors = ['ProjectNotFound', 'UnauthorizedUser'] as const
const fromTime = (otherwise: string) =>
  unixSeconds().optional().describe(`From this time on, unix seconds; ${otherwise} by default`)

const openTransaction = shape('OpenTransaction', 'What was signed under one nonce and is not final yet.', {
  nonce: integer().describe('Its nonce'),
  hash: hash().describe('Hash of the newest bytes'),
  state: text(20).describe('planned, broadcast or indeterminate'),
  items: integer().describe('Legs that it carries; none: a cancellation or a pass'),
  mined: bool().describe('Whether it is in a block, which is not final yet'),
  replacements: integer().describe('How often it was replaced'),
  since: time().describe('When its first bytes were signed'),
})

const signer = shape('Signer', 'A key of the service on one chain, and its lane of nonces.', {
  chainId: chainId().describe('On which chain'),
  address: address().describe('Address of the key'),
  balance: big().optional().describe('Native token that it holds, base units; absent: the chain did not answer'),
  spentPerHour: big().describe('Native token that the chain’s signers spend in an hour, each, by the last six hours'),
  hoursLeft: float().optional().describe('How long the balance lasts at that pace; absent: nothing was spent'),
  held: bool().describe('Whether a process works with it now'),
  nextNonce: integer().describe('The nonce after the highest that was signed'),
  open: list(openTransaction, 10_000).describe('What is not final, lowest nonce first'),
})

const usageHour = shape('UsageHour', 'What a project called in one hour.', {
  start: time().describe('When the hour began'),
  requests: integer().describe('Calls that were answered'),
  errors: integer().describe('Those that were answered with an error'),
  units: integer().describe('Units that they cost'),
})

const recentRequest = shape('RecentRequest', 'One call of a group, as its line in the log of the service.', {
  requestId: text(64).describe('Its id, as in X-Request-Id and in the log'),
  at: time().describe('When it was answered'),
  tookMs: float().describe('How long it took'),
  status: integer().describe('HTTP status of the answer'),
  bytesIn: integer().describe('Size of the request’s body'),
  bytesOut: integer().describe('Size of the answer’s body'),
  cause: text(300).describe('Why it was refused; empty where it was answered'),
})

const requestGroup = shape('RequestGroup', 'Calls of one operation that ended in the same way.', {
  operation: text(64).describe('The operation'),
  outcome: text(64).describe('ok, or the name of the error'),
  count: integer().describe('How many'),
  averageMs: float().describe('How long they took on average'),
  lastAt: time().describe('When the last one was answered'),
  lastNote: text(300).describe('Id of the last request, and the cause of its error'),
  recent: list(recentRequest, 10).describe('The last ones of them, newest first'),
})

const providerHour = shape('ProviderHour', 'What a provider answered in one hour.', {
  provider: text(64).describe('Its name'),
  start: time().describe('When the hour began'),
  asked: integer().describe('Questions'),
  answered: integer().describe('Those that brought a price'),
  refused: integer().describe('Those that it refused for a reason of the request, such as an amount that is too small'),
  failed: integer().describe('Those that it failed to answer or answered too late'),
  averageMs: float().describe('How long an answer took on average'),
  lastFailure: text(300).optional().describe('What the last failure said'),
})

const earning = shape('Earning', 'What one token brought to the collector on a chain.', {
  chainId: chainId().describe('On which chain'),
  tokenAddress: address().describe('Token'),
  fees: big().describe('Fees of intents, base units'),
  relayFees: big().describe('Fees for sending signed deposits, base units'),
})

const booksFields = {
  intents: integer().describe('Intents that it is about'),
  feesUsd: float().describe('Fees of intents, dollars at the prices of their quotes'),
  relayFeesUsd: float().describe('Fees for sending signed deposits'),
  sponsoredUsd: float().describe('What projects pay for deposits of their users'),
  gasUsd: float().describe('Gas that was paid'),
  resultUsd: float().describe('All that was earned, less the gas'),
  gasChargedUsd: float().describe('Of what was earned, the part that was charged for gas'),
  chargedToPaid: float().optional().describe('Gas charged divided by gas paid; absent: no gas was paid'),
  unpriced: integer().describe('Entries that no price was known for, and that are left out'),
}

const booksRow = shape('BooksRow', 'What the operator earned and spent, of one hour, day, project, chain or intent.', {
  start: time().optional().describe('When the hour began, by `hour`'),
  day: text(10).optional().describe('The day, UTC, by `day`'),
  projectId: integer().optional().describe('The project, by `project`'),
  chainId: chainId().optional().describe('The chain, by `chain`'),
  intentId: hash().optional().describe('The intent, by `intent`'),
  ...booksFields,
})

const ledgerLine = shape('LedgerLine', 'An amount that went from one place to another. Never changed.', {
  id: integer().describe('Position in the ledger'),
  at: time().describe('When it was booked'),
  intentId: hash().describe('The intent'),
  projectId: integer().describe('Its project'),
  from: choice(movePlaces).describe('Where it was'),
  to: choice(movePlaces).describe('Where it is'),
  why: choice(moveReasons).describe('Why'),
  chainId: chainId().describe('On which chain'),
  tokenAddress: address().describe('Token; the zero address is the native one'),
  symbol: text(64).optional().describe('Symbol of a listed token'),
  decimals: integer().optional().describe('Decimals of a listed token'),
  amount: big().describe('Base units'),
  microUsd: big().optional().describe('Fees and gas: millionths of a dollar at the prices of the quote'),
  gasMicroUsd: big().optional().describe('Of a fee, what was charged for gas'),
  txnHash: hash().optional().describe('Transaction that moved it'),
  blockNumber: integer().optional().describe('Its block'),
})

const foundIntent = shape('FoundIntent', 'An intent of any project.', {
  id: integer().describe('Position in the list'),
  intentId: hash().describe('Intent identifier'),
  projectId: integer().describe('Its project'),
  status: choice(intentStatuses).describe('Status'),
  step: text(40).describe('Where it is'),
  ownerAddress: address().describe('Whose it is'),
  originChainId: chainId().describe('Where it is paid'),
  destinationChainId: chainId().describe('Where it is delivered'),
  createdAt: time().describe('Quoted'),
  updatedAt: time().describe('Last change'),
})

const funds = { area: 'Funds', access: 'operator', effect: 'read' } as const

/** Reads behind the pages of operators and projects. */
export const adminBoard = {
  GetSigners: {
    summary: 'List the signers with their balances, how long these last, and what is not final in their lanes.',
    area: 'Signers',
    access: 'operator',
    effect: 'read',
    request: z.object({}),
    response: z.object({ signers: list(signer, 10_000).describe('By chain and address') }),
    errors: [],
  },
  ReplaceTransaction: {
    summary:
      'Have a transaction that is in no block replaced by one with a higher fee, or cancelled; the signer’s process does it at once.',
    area: 'Signers',
    access: 'operator',
    effect: 'act',
    request: z.object({
      chainId: integer(1).describe('On which chain'),
      signer: address().describe('Whose transaction'),
      nonce: integer().describe('Its nonce'),
      cancel: bool().optional().describe('true: nothing is sent under this nonce; what it carried is sent anew'),
    }),
    response: z.object({}),
    errors: ['NotFound'],
  },
  GetBacklog: {
    summary: 'Read how many intents wait at each step, and since when the oldest of each kind of work does.',
    ...funds,
    request: z.object({}),
    response: z.object({
      steps: list(
        shape('BacklogStep', 'Intents that are scheduled at one step.', {
          step: text(40).describe('The step'),
          count: integer().describe('How many'),
          dueAt: time().describe('When the first of them is or was due'),
        }),
        1_000,
      ).describe('Steps with work'),
      executingSince: time().optional().describe('Start of the oldest intent that is being carried out'),
      unsentSince: time().optional().describe('Oldest call that no transaction carries'),
      unminedSince: time().optional().describe('Oldest transaction that is in no block'),
      damaged: integer().describe('Intents whose row cannot be read'),
    }),
    errors: [],
  },
  FindIntents: {
    summary: 'Search intents of all projects by id, hash, address, symbol, chain or status; newest first.',
    ...funds,
    request: z.object({
      query: text(256).optional().describe('Words that all must match; absent: the newest'),
      projectId: projectId().optional(),
      beforeId: integer().optional().describe('Read on before this position'),
      limit: integer(1, adminLimits.fundsPageMax)
        .optional()
        .describe(`Rows in an answer, ${adminLimits.pageDefault} by default`),
    }),
    response: z.object({
      intents: list(foundIntent, adminLimits.fundsPageMax).describe('The intents'),
      nextBeforeId: integer().optional().describe('Where to read on; absent at the end'),
    }),
    errors: ['QueryFailed'],
  },
  GetEarnings: {
    summary: 'Read what fees brought and what gas cost, by the ledger.',
    ...funds,
    request: z.object({ fromTime: fromTime('the last 24 hours') }),
    response: z.object({
      earnings: list(earning, 10_000).describe('By chain and token'),
      gas: list(
        shape('GasSpent', 'What the service paid for gas on a chain.', {
          chainId: chainId().describe('On which chain'),
          amount: big().describe('Native token, base units'),
        }),
        10_000,
      ).describe('By chain'),
      from: time().describe('Since when'),
    }),
    errors: [],
  },
  GetBooks: {
    summary: 'Read whether it pays: fees earned and gas spent in dollars, by hour, day, project, chain or intent.',
    ...funds,
    request: z.object({
      by: choice(['hour', 'day', 'project', 'chain', 'intent']).optional().describe('What a row is of; day by default'),
      fromTime: fromTime('the last 30 days'),
      toTime: unixSeconds().optional().describe('Before this time, unix seconds; now by default'),
      projectId: projectId().optional(),
      limit: integer(1, adminLimits.fundsPageMax)
        .optional()
        .describe(`Rows in an answer, ${adminLimits.fundsPageMax} by default`),
    }),
    response: z.object({
      rows: list(booksRow, adminLimits.fundsPageMax).describe(
        'Newest hour or day first, otherwise the largest loss first',
      ),
      total: shape('BooksTotal', 'All of the time together.', booksFields).describe(
        'All rows, also those beyond the limit',
      ),
      from: time().describe('Since when'),
      to: time().describe('Until when'),
    }),
    errors: ['ProjectNotFound'],
  },
  ListLedger: {
    summary:
      'Read the lines of the ledger, oldest first, for books elsewhere. Lines of the last two minutes come later.',
    ...funds,
    request: z.object({
      fromTime: fromTime('the first line'),
      toTime: unixSeconds()
        .optional()
        .describe('Before this time, unix seconds; two minutes ago by default and at most'),
      projectId: projectId().optional(),
      afterId: integer().optional().describe('Read on after this position'),
      limit: integer(1, adminLimits.ledgerPageMax).optional().describe('Lines looked at, 1000 by default'),
    }),
    response: z.object({
      lines: list(ledgerLine, adminLimits.ledgerPageMax).describe('Lines; of one project perhaps none'),
      lastId: integer().optional().describe('Where to read on; absent where nothing was left'),
    }),
    errors: ['ProjectNotFound'],
  },
  GetProviderHistory: {
    summary: 'Read what each provider answered, by hour.',
    area: 'Usage',
    access: 'operator',
    effect: 'read',
    request: z.object({ fromTime: fromTime('the last 24 hours') }),
    response: z.object({ hours: list(providerHour, adminLimits.hoursMax).describe('Newest hour first') }),
    errors: [],
  },
  GetUsageByHour: {
    summary: 'Read what a project called, by hour.',
    area: 'Usage',
    access: 'member',
    effect: 'read',
    request: z.object({ projectId: projectId(), fromTime: fromTime('the last 48 hours') }),
    response: z.object({
      hours: list(usageHour, adminLimits.hoursMax).describe('Hours with calls, newest first'),
      requestsPerS: integer()
        .optional()
        .describe('Calls a second that the project may make in the long run; absent: no limit'),
    }),
    errors: projectErrors,
  },
  ListRequests: {
    summary: 'Read how the calls of a project ended, those that ended alike in one row.',
    area: 'Usage',
    access: 'member',
    effect: 'read',
    request: z.object({ projectId: projectId(), fromTime: fromTime('the last 24 hours') }),
    response: z.object({ groups: list(requestGroup, adminLimits.groupsMax).describe('Errors first, then by number') }),
    errors: projectErrors,
  },
} as const
