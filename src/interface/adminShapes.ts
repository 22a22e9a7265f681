import type { z } from 'zod'
import { intentStatuses } from './enums.ts'
import {
  address,
  big,
  bool,
  chainId,
  choice,
  dollars,
  hash,
  integer,
  list,
  shape,
  text,
  textLike,
  time,
} from './fields.ts'
import { type OperationName, operationNames } from './operations.ts'

/** Bounds of the admin interface. */
export const adminLimits = {
  pageDefault: 50,
  pageMax: 200,
  accountCharsMax: 128,
  keysMax: 1_000,
  originsMax: 100,
  rangesMax: 10_000,
  cyclesMax: 120,
  tokenLifeSMin: 10,
  graceSDefault: 24 * 3_600,
  graceSMax: 30 * 24 * 3_600,
  keyLifeSMin: 60,
  keyLifeSMax: 10 * 365 * 24 * 3_600,
  fundsPageMax: 100,
  hoursMax: 10_000,
  groupsMax: 5_000,
  ledgerPageMax: 1_000,
  /** No statement that writes lines takes this long, so no line can appear later in front of one already listed. */
  settledAfterMs: 120_000,
} as const

const accountForm = /^[A-Za-z0-9][A-Za-z0-9._@:+/-]{0,127}$/
export const account = () =>
  textLike(accountForm, '1 to 128 letters, digits or ._@:+/- after a letter or digit', adminLimits.accountCharsMax)

// A star stands for one whole label: the leftmost one, and never directly below a top-level domain.
const originForm = /^https?:\/\/(?:\*\.(?=[a-z0-9-]+\.))?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[0-9]{1,5})?$/
const origin = () => textLike(originForm, 'an origin like https://app.example.org or https://*.example.org')

const rangeForm = /^[0-9A-Fa-f.:]{2,45}(?:\/[0-9]{1,3})?$/
const countryForm = /^[A-Z]{2}$/
const versionForm = /^[0-9]{1,9}(?:\.[0-9]{1,9}){0,2}$/
const clientForm = /^(?:\*|[A-Za-z0-9@._/-]{1,64})$/

export const operationName = () => choice(operationNames as [OperationName, ...OperationName[]])

export const projectId = () => integer(1, 2 ** 31 - 1).describe('The project')
export const afterProject = () => integer(0, 2 ** 31 - 1).describe('Read on after this number')
export const keyId = () => integer(1, 2 ** 31 - 1).describe('Number of the key, as ListAccessKeys shows it')

export const origins = () => list(origin(), adminLimits.originsMax)
export const services = () => list(text(40), 32)
export const operationList = () => list(operationName(), operationNames.length)

export const projectLimits = shape(
  'ProjectLimits',
  'What a project may use. What is left out is the configuration’s.',
  {
    requestsPerS: integer(0, 1_000_000).optional().describe('Requests a second in the long run; 0: no limit'),
    burst: integer(0, 1_000_000).optional().describe('Requests at once'),
    quotesPerMinute: integer(0, 1_000_000).optional().describe('QuoteIntent a minute; 0: no limit'),
    unitsPerCycle: integer().optional().describe('Units of a monthly cycle; 0: no limit'),
    keysMax: integer(1, adminLimits.keysMax).optional().describe('Active keys at once'),
    sponsorUsdPerDay: dollars()
      .optional()
      .describe('Dollars a day (UTC) that the project pays for relaying deposits of its users; left out or 0: none'),
  },
)

export const projectShape = shape('Project', 'A caller of the service with access keys of its own.', {
  id: integer(1).describe('Number of the project'),
  name: text(128).describe('For people'),
  anchorDay: integer(1, 28).describe('Day of the month on which the quota begins anew, UTC'),
  limits: projectLimits.describe('What it may use'),
  createdAt: time().describe('Creation'),
})

export const accessKeyShape = shape(
  'AccessKey',
  'What is known of a key. The key itself is shown once, when it is made.',
  {
    id: integer(1).describe('Number of the key'),
    projectId: integer(1).describe('Its project'),
    hint: text(64).describe('First and last four characters'),
    name: text(128).describe('For people'),
    active: bool().describe('Whether it opens anything'),
    isDefault: bool().describe('Whether it is the default key of its project'),
    origins: origins().describe('Origins it may be used from; empty: any'),
    services: services().describe('Services it opens; empty: all'),
    operations: list(text(64), 1_000).describe('Operations it opens; empty: all'),
    expiresAt: time().optional().describe('When it ends by itself'),
    createdAt: time().describe('Creation'),
    updatedAt: time().describe('Last change'),
  },
)

export const clientVersion = shape('ClientVersion', 'The least version of a client that is served.', {
  client: textLike(clientForm, 'the name of a client, or *').describe('Name that the client declares; * for any'),
  version: textLike(versionForm, 'a version like 1.2.3', 32).describe('Least version'),
})

const switchFields = {
  intents: bool().optional().describe('false: quote, commit and execute refuse; running intents go on'),
  operationsOff: operationList().optional().describe('Operations that answer MethodNotFound'),
  chainsPaused: list(chainId(), 1_000).optional().describe('Chains that take no new intents'),
  projectsPaused: list(integer(1, 2 ** 31 - 1), 1_000)
    .optional()
    .describe('Projects that take no new intents'),
  providersPaused: list(text(64), 100).optional().describe('Bridges and swap providers that take no new intents'),
  blockedRanges: list(textLike(rangeForm, 'an address or a range like 203.0.113.0/24', 64), adminLimits.rangesMax)
    .optional()
    .describe('Address ranges that are refused, CIDR'),
  blockedCountries: list(textLike(countryForm, 'two capital letters', 2), 300)
    .optional()
    .describe('Countries that are refused, ISO 3166; needs a country database'),
  clientVersionMin: list(clientVersion, 1_000).optional().describe('Least versions of clients'),
}

export const switchNames = [
  'intents',
  'operationsOff',
  'chainsPaused',
  'projectsPaused',
  'providersPaused',
  'blockedRanges',
  'blockedCountries',
  'clientVersionMin',
] as const satisfies readonly (keyof typeof switchFields)[]
export type SwitchName = (typeof switchNames)[number]

export const switchesShape = shape('Switches', 'What the operator can turn without a restart.', switchFields)

export const auditEntry = shape(
  'AuditEntry',
  'One act of an operator or an account. Never changed; removed only after the time for which the operator keeps it.',
  {
    id: integer().describe('Position in the audit'),
    at: time().describe('When'),
    actor: text().describe('Who: the role and name of a token'),
    act: text(64).describe('What'),
    projectId: integer().optional().describe('To which project'),
    detail: text(1_024 * 1_024).describe('JSON text of what else is known'),
  },
)

export const usageCycle = shape('UsageCycle', 'What a project used in one monthly cycle.', {
  cycleStart: time().describe('When the cycle began'),
  units: integer().describe('Units spent'),
})

export const fundStates = ['HELD', 'MOVING'] as const
export const fundPlaces = ['originIntent', 'destinationIntent', 'bridge'] as const

export const heldFunds = shape('HeldFunds', 'Money of an intent that is not where it should end.', {
  intentId: hash().describe('Intent identifier'),
  projectId: integer().describe('Its project'),
  status: choice(intentStatuses).describe('Status of the intent'),
  ownerAddress: address().describe('Whose it is'),
  place: choice(fundPlaces).describe('Where it is'),
  address: address().optional().describe('The intent address that holds it'),
  chainId: chainId().describe('On which chain'),
  tokenAddress: address().describe('Token'),
  symbol: text(64).optional().describe('Symbol of the token, where the service knows it'),
  decimals: integer(0, 255).optional().describe('Decimals of the token, where the service knows it'),
  amount: big().describe('How much, base units'),
  updatedAt: time().describe('Last change of the intent'),
})

export type Project = z.output<typeof projectShape>
export type AccessKey = z.output<typeof accessKeyShape>
export type HeldFunds = z.output<typeof heldFunds>
export type SwitchesShape = z.output<typeof switchesShape>
export type AuditEntry = z.output<typeof auditEntry>
