import { formatSeconds } from '../../intents/formatSeconds.ts'
import { type ErrorName, ServiceError } from '../../interface/errors.ts'
import { type CausewayError, isError } from '../../sdk/causewayError.ts'
import { IntentInterrupted } from '../../sdk/intentInterrupted.ts'
import { UntrustedReceipt } from '../../sdk/proveReceipt.ts'
import { QuoteDeclined } from '../../sdk/runIntent.ts'
import { UntrustedQuote } from '../../sdk/untrustedQuote.ts'
import { CliError } from './cliError.ts'
import type { ExitName } from './exits.ts'
import { oneLine } from './terminal.ts'

export type Explained = {
  exit: ExitName
  /** Name of the error if the interface defines it. */
  error?: ErrorName
  message: string
  remedy?: string
  requestId?: string
}

/** An error whose explanation was made where it occurred, with context such as the URL that was called. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError'
  readonly explained: Explained

  constructor(explained: Explained, cause: unknown) {
    super(explained.message, { cause })
    this.explained = explained
  }
}

const slow = 'the service, its nodes or its providers are slow; try again in a moment'
const broken = 'tell the operator the request id: the log of the service says what broke'

/** What a person can do about an error of the interface. */
const remedies: Partial<Record<ErrorName, string>> = {
  Unauthorized: 'pass --key or set CAUSEWAY_KEY; to administer, --secret or CAUSEWAY_OPERATOR_SECRET',
  WebrpcBadRoute:
    'with http.adminPort a service has admin operations on one port and all others on another: say the right one with --url or CAUSEWAY_URL',
  PermissionDenied: 'this needs a key or token with more rights',
  AccessKeyNotFound: 'check --key or CAUSEWAY_KEY; `causeway keys list` shows what exists',
  ProjectNotFound: 'check the project; `causeway projects list` shows what exists',
  SessionExpired: 'ask for a new token',
  QuoteExpired: 'ask for a new quote',
  HighPriceImpact: 'try another amount: a small one is eaten by fees, a large one moves the market',
  Unavailable: 'try another amount or token; `causeway routes <token@chain>` shows what can be reached now',
  UnsupportedNetwork: '`causeway chains` lists the chains',
  Timeout: slow,
  WebrpcEndpoint: slow,
  Unexpected: broken,
  WebrpcServerPanic: broken,
  InvalidOrigin: 'this key is for pages of certain sites; `causeway keys create` makes one without --origin',
  NotFound: 'check the id; `causeway search` finds intents by owner, hash or address',
  QueryFailed: 'a term is an id, a hash, an address, a token symbol, a status or a chain name',
  IntentsSkipped: 'send a plain transfer instead',
  IntentsDisabled: 'the operator has switched intents off; try again later',
  ClientOutdated: 'update this client',
  ChainNodeHealth: "the service cannot reach a chain's nodes; try again in a moment",
}

/** Any failure of a command as one sentence, what to do, and an exit code. */
export function explainError(error: unknown, url = '', command = ''): Explained {
  if (error instanceof ExplainedError) return { ...error.explained }
  if (error instanceof CliError) {
    const { exit, message, remedy } = error
    return { exit, message: oneLine(message), remedy: remedy && oneLine(remedy) }
  }
  if (error instanceof UntrustedQuote) {
    return { exit: 'untrusted', message: oneLine(inFlags(error.message)), remedy: untrustedRemedy(error) }
  }
  if (error instanceof UntrustedReceipt) {
    const remedy =
      'the service and the chain disagree; believe the chain, and `causeway recover` takes back what is stuck'
    return { exit: 'untrusted', message: oneLine(error.message), remedy }
  }
  if (error instanceof QuoteDeclined) return { exit: 'declined', message: error.message, remedy: notSigned }
  if (error instanceof IntentInterrupted) return explainInterrupted(error, url)
  if (error instanceof ServiceError) return { exit: 'usage', error: error.error, message: error.message }
  if (isError(error)) return explainRefusal(error, url, command)
  return { exit: 'failed', message: error instanceof Error ? error.message : String(error) }
}

/** Replaces the library's option names in a message by the flags that set them. */
const flagOfOption: readonly (readonly [option: string, flag: string])[] = [
  ['say it in bounds.crossingMin, or pass `accept` and look', 'leave --yes away and look'],
  ['bounds.maxFee', '--max-fee'],
  ['bounds.maxDeposit', '--max-in'],
  ['bounds.toAmountMin', '--least-out'],
  ['bounds.ownChains', 'a --chain-file'],
]

const inFlags = (text: string): string =>
  flagOfOption.reduce((said, [option, flag]) => said.replaceAll(option, flag), text)

const untrustedRemedy = ({ field }: UntrustedQuote): string =>
  /MetaTxn\.contract$/.test(field)
    ? `${notSigned}. If another operator runs this service, name its address with --operator or CAUSEWAY_OPERATOR`
    : notSigned

const notSigned = 'nothing was signed and nothing sent'

function explainInterrupted(error: IntentInterrupted, url: string): Explained {
  const { exit, error: name } = explainError(error.cause, url)
  return { exit, error: name, message: oneLine(error.message), remedy: `causeway send --resume ${error.intentId}` }
}

/** The flag or argument that fills a field of a request. */
const flagOf: Readonly<Record<string, string>> = {
  ownerAddress: '--owner',
  byOwnerAddress: '--owner',
  destinationToAddress: '--to',
  byTransactionHash: '--hash',
  byDepositTransactionHash: '--deposit-hash',
  byOriginIntentAddress: '--address',
  'options.bridgeProvider': '--bridge',
  'options.swapProvider': '--swap',
  'options.slippageTolerance': '--slippage',
  'page.pageSize': '--limit',
  'page.after': '--page',
  url: '<url>',
}

/** If the service refused a field, names the flag that filled it. */
function describeRefusal({ error, message }: CausewayError): string {
  const [, field = '', why = ''] = /^Invalid argument: ([\w.]+): (.+)$/s.exec(message) ?? []
  const flag = error === 'InvalidArgument' && Object.hasOwn(flagOf, field) ? flagOf[field] : undefined
  return flag ? `${flag} ${why}` : message
}

/** The remedy depends on the command: `search` finds intents, but no keys, projects or webhooks. */
function remedyOf({ error: name, message }: CausewayError, command: string): string | undefined {
  if (name === 'Unavailable' && /timed out|out of service/.test(message))
    return 'not every way was answered in time; try again in a moment'
  if (name === 'Unavailable' && /paused by the operator/.test(message))
    return 'no other amount helps while it is paused; try again later'
  if (/no smaller amount works/.test(message)) return 'no pool takes it now; try another token or chain'
  if (name === 'InvalidArgument' && command) return `causeway ${command} --help`
  const [group, child] = command.split(' ')
  if (name !== 'NotFound' || child === undefined) return remedies[name]
  return `check the number; \`causeway ${group} ${child === 'resend' ? 'deliveries' : 'list'}\` shows what exists`
}

function explainRefusal(error: CausewayError, url: string, command: string): Explained {
  if (error.error === 'WebrpcRequestFailed' || error.error === 'WebrpcStreamLost') {
    return {
      exit: 'unreachable',
      error: error.error,
      message: oneLine(`no service answers at ${url} (${error.detail ?? error.message})`),
      remedy: 'start one with `causeway serve`, or say where it is with --url or CAUSEWAY_URL',
    }
  }
  const wait = error.retryAfterSeconds
  return {
    exit: 'refused',
    error: error.error,
    message: oneLine(describeRefusal(error)),
    remedy: wait === undefined ? remedyOf(error, command) : `try again in ${formatSeconds(wait)}`,
    requestId: error.requestId && oneLine(error.requestId),
  }
}
