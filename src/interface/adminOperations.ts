import * as z from 'zod'
import { adminBoard } from './adminBoard.ts'
import { adminReplay } from './adminReplay.ts'
import {
  accessKeyShape,
  account,
  adminLimits,
  afterProject,
  auditEntry,
  fundStates,
  heldFunds,
  keyId,
  operationList,
  origins,
  projectId,
  projectLimits,
  projectShape,
  services,
  switchesShape,
  switchNames,
  usageCycle,
} from './adminShapes.ts'
import { adminSponsorship } from './adminSponsorship.ts'
import { adminWebhooks } from './adminWebhooks.ts'
import type { ErrorName } from './errors.ts'
import { bool, choice, integer, list, text, time, unixSeconds } from './fields.ts'

export type AdminRow = {
  summary: string
  area: 'Tokens' | 'Projects' | 'Members' | 'Keys' | 'Usage' | 'Switches' | 'Audit' | 'Funds' | 'Signers' | 'Webhooks'
  /**
   * `anyone`: no token needed. `account`: any token. `member`: the operator, or an account that is a member of the
   * project in the request; without a `projectId` only the operator. `operator`: only the operator.
   */
  access: 'anyone' | 'account' | 'member' | 'operator'
  effect: 'read' | 'act' // an act changes something and is in the audit
  /** The operator may call it for a deleted project. */
  afterDeletion?: true
  request: z.ZodObject
  response: z.ZodObject
  /** Errors beyond `adminErrors` that this operation can answer with. */
  errors: readonly ErrorName[]
}

/** Every admin operation can answer with these. */
export const adminErrors = [
  'WebrpcBadRoute',
  'WebrpcBadMethod',
  'WebrpcBadRequest',
  'WebrpcBadResponse',
  'WebrpcServerPanic',
  'WebrpcInternalError',
  'Unauthorized',
  'PermissionDenied',
  'SessionExpired',
  'MethodNotFound',
  'Aborted',
  'Geoblocked',
  'RateLimited',
  'InvalidOrigin',
  'Timeout',
  'InvalidArgument',
  'Unexpected',
] as const satisfies readonly ErrorName[]

const projectErrors = ['ProjectNotFound', 'UnauthorizedUser'] as const
const keyErrors = [...projectErrors, 'AccessKeyNotFound'] as const

const projectRequest = z.object({ projectId: projectId() })
const memberRequest = z.object({ projectId: projectId(), account: account().describe('Who') })
const membersAnswer = z.object({ members: list(text(), 100_000).describe('Accounts, in order') })
const keyRequest = z.object({ projectId: projectId(), keyId: keyId() })
const projectAnswer = z.object({ project: projectShape.describe('The project') })
const keyAnswer = z.object({ key: accessKeyShape.describe('What is known of the key') })
const newKeyAnswer = z.object({
  accessKey: text(256).describe('The key. It is shown this once and kept nowhere'),
  key: accessKeyShape.describe('What is known of it'),
})
const tokenAnswer = z.object({
  token: text(4_096).describe('For the header `Authorization: Bearer <token>`'),
  expiresAt: time().describe('When it ends'),
})
const switchesAnswer = z.object({
  switches: switchesShape.describe('What is in force: what was turned, over the configuration'),
  turned: list(choice(switchNames), switchNames.length).describe('Those that do not follow the configuration'),
})
const tokenLifeS = integer(adminLimits.tokenLifeSMin, 24 * 3_600)
  .optional()
  .describe('Seconds that it is good for, within what the service allows')
const pageSize = (max: number) =>
  integer(1, max).optional().describe(`Rows in an answer, ${adminLimits.pageDefault} by default`)
const keyRules = {
  origins: origins().optional().describe('Origins it may be used from; empty: any'),
  services: services().optional().describe('Services it opens; empty: all'),
  operations: operationList().optional().describe('Operations it opens; empty: all'),
  expiresInS: integer(adminLimits.keyLifeSMin, adminLimits.keyLifeSMax)
    .optional()
    .describe('Seconds from now until it ends by itself'),
}
const projectFields = {
  name: text(128).describe('For people'),
  anchorDay: integer(1, 28).optional().describe('Day of the month on which the quota begins anew, UTC'),
  limits: projectLimits.optional().describe('What it may use; replaces all of its limits'),
}

const keyAct = { area: 'Keys', access: 'member', effect: 'act' } as const
const keyRead = { area: 'Keys', access: 'member', effect: 'read' } as const
const projectAct = { area: 'Projects', access: 'operator', effect: 'act' } as const

/** The admin interface, at `/rpc/SvcAdmin/<name>`: the same kind of table as `operations`. */
export const adminOperations = {
  CreateOperatorToken: {
    summary: 'Exchange the operator secret for a short-lived token.',
    area: 'Tokens',
    access: 'anyone',
    effect: 'act',
    request: z.object({
      secret: text(512).describe('The operator secret'),
      operator: account().optional().describe('Name that the audit shows; the secret does not prove it'),
      lifeS: tokenLifeS,
    }),
    response: tokenAnswer,
    errors: [],
  },
  CreateAccountToken: {
    summary: 'Issue a short-lived token for an account, which may then administer the projects it is a member of.',
    area: 'Tokens',
    access: 'operator',
    effect: 'act',
    request: z.object({
      account: account().describe('Whom it is for'),
      projectId: projectId().optional().describe('Bind it to one project'),
      lifeS: tokenLifeS,
    }),
    response: tokenAnswer,
    errors: projectErrors,
  },
  RotateTokenKey: {
    summary: 'Sign tokens with a new key from now on: every token that was issued so far is void, this one too.',
    area: 'Tokens',
    access: 'operator',
    effect: 'act',
    request: z.object({}),
    response: z.object({}),
    errors: [],
  },
  GetSession: {
    summary: 'Say whom the token is for and how long it is good.',
    area: 'Tokens',
    access: 'account',
    effect: 'read',
    request: z.object({}),
    response: z.object({
      role: choice(['operator', 'account']).describe('What the bearer may do'),
      subject: text().describe('Who the bearer is'),
      projectId: integer().optional().describe('The one project that it is bound to'),
      expiresAt: time().describe('When it ends'),
    }),
    errors: [],
  },
  CreateProject: {
    summary: 'Make a project.',
    ...projectAct,
    request: z.object(projectFields),
    response: projectAnswer,
    errors: [],
  },
  ListProjects: {
    summary: 'List projects by number: all of them for the operator, their own for an account.',
    area: 'Projects',
    access: 'account',
    effect: 'read',
    request: z.object({
      afterId: afterProject().optional(),
      limit: pageSize(adminLimits.pageMax),
    }),
    response: z.object({
      projects: list(projectShape, adminLimits.pageMax).describe('The projects'),
      nextAfterId: integer().optional().describe('Where to read on; absent at the end'),
    }),
    errors: [],
  },
  GetProject: {
    summary: 'Read one project.',
    area: 'Projects',
    access: 'member',
    effect: 'read',
    request: projectRequest,
    response: projectAnswer,
    errors: projectErrors,
  },
  UpdateProject: {
    summary: 'Rename a project, move its anchor day or replace its limits.',
    ...projectAct,
    request: z.object({
      projectId: projectId(),
      ...projectFields,
      name: projectFields.name.optional().describe('For people'),
    }),
    response: projectAnswer,
    errors: projectErrors,
  },
  DeleteProject: {
    summary: 'Delete a project: its keys open nothing any more, its running intents and refunds go on.',
    ...projectAct,
    request: projectRequest,
    response: z.object({ projectId: projectId() }),
    errors: projectErrors,
  },
  AddMember: {
    summary: 'Let an account administer a project.',
    area: 'Members',
    access: 'operator',
    effect: 'act',
    request: memberRequest,
    response: membersAnswer,
    errors: projectErrors,
  },
  RemoveMember: {
    summary: 'Take an account out of a project.',
    area: 'Members',
    access: 'operator',
    effect: 'act',
    request: memberRequest,
    response: membersAnswer,
    errors: projectErrors,
  },
  ListMembers: {
    summary: 'List the accounts of a project.',
    area: 'Members',
    access: 'member',
    effect: 'read',
    request: projectRequest,
    response: membersAnswer,
    errors: projectErrors,
  },
  CreateAccessKey: {
    summary: 'Make a key. The first one of a project is its default.',
    ...keyAct,
    request: z.object({ projectId: projectId(), name: text(128).describe('For people'), ...keyRules }),
    response: newKeyAnswer,
    errors: [...projectErrors, 'MaxAccessKeys'],
  },
  ListAccessKeys: {
    summary: 'List the keys of a project, masked.',
    ...keyRead,
    request: projectRequest,
    response: z.object({ keys: list(accessKeyShape, 100_000).describe('The keys, oldest first') }),
    errors: projectErrors,
  },
  UpdateAccessKey: {
    summary: 'Change the name or the rules of a key.',
    ...keyAct,
    request: z.object({
      projectId: projectId(),
      keyId: keyId(),
      name: text(128).optional().describe('For people'),
      ...keyRules,
      neverExpires: bool().optional().describe('true: it no longer ends by itself'),
    }),
    response: keyAnswer,
    errors: keyErrors,
  },
  RotateAccessKey: {
    summary: 'Replace a key: the new one takes over name, rules and default, the old one works for a while longer.',
    ...keyAct,
    request: z.object({
      projectId: projectId(),
      keyId: keyId(),
      graceS: integer(0, adminLimits.graceSMax)
        .optional()
        .describe(`Seconds that the old key still works, ${adminLimits.graceSDefault} by default`),
    }),
    response: newKeyAnswer,
    errors: [...keyErrors, 'RequestConflict'],
  },
  DisableAccessKey: {
    summary: 'End a key for good. The last active one cannot be disabled.',
    ...keyAct,
    request: keyRequest,
    response: keyAnswer,
    errors: [...keyErrors, 'AtLeastOneKey'],
  },
  SetDefaultAccessKey: {
    summary: 'Make a key the default of its project.',
    ...keyAct,
    request: keyRequest,
    response: keyAnswer,
    errors: [...keyErrors, 'RequestConflict'],
  },
  GetDefaultAccessKey: {
    summary: 'Read the default key of a project, masked.',
    ...keyRead,
    request: projectRequest,
    response: keyAnswer,
    errors: [...projectErrors, 'NoDefaultKey'],
  },
  GetUsage: {
    summary: 'Read what a project used, by monthly cycle.',
    area: 'Usage',
    access: 'member',
    effect: 'read',
    request: z.object({
      projectId: projectId(),
      fromTime: unixSeconds().optional().describe('Cycles that began at or after; the last year by default'),
    }),
    response: z.object({
      cycles: list(usageCycle, adminLimits.cyclesMax).describe('Cycles with use, newest first'),
      unitsPerCycle: integer().optional().describe('Units that a cycle has; absent: no limit'),
    }),
    errors: projectErrors,
  },
  GetSwitches: {
    summary: 'Read what the operator turned.',
    area: 'Switches',
    access: 'operator',
    effect: 'read',
    request: z.object({}),
    response: switchesAnswer,
    errors: [],
  },
  SetSwitches: {
    summary: 'Turn switches; they act on every process within a second. What is left out stays.',
    area: 'Switches',
    access: 'operator',
    effect: 'act',
    request: z.object({
      ...switchesShape.shape,
      reset: list(choice(switchNames), switchNames.length)
        .optional()
        .describe('Switches that follow the configuration again'),
    }),
    response: switchesAnswer,
    errors: ['UnsupportedNetwork', 'Unavailable'],
  },
  ListAudit: {
    summary: 'Read who did what, newest first; after a position oldest first, without the last two minutes.',
    area: 'Audit',
    access: 'member',
    effect: 'read',
    afterDeletion: true,
    request: z.object({
      projectId: projectId().optional(),
      beforeId: integer().optional().describe('Read on before this position'),
      afterId: integer().optional().describe('Read on after this position, oldest first; 0 for the first'),
      limit: pageSize(adminLimits.pageMax),
    }),
    response: z.object({
      entries: list(auditEntry, adminLimits.pageMax).describe('The entries'),
      nextBeforeId: integer().optional().describe('Where to read on; absent at the end, and with afterId'),
    }),
    errors: projectErrors,
  },
  GetHeldFunds: {
    summary: 'List money that rests at intent addresses after the end of an intent, or is on its way.',
    area: 'Funds',
    access: 'member',
    effect: 'read',
    afterDeletion: true,
    request: z.object({
      projectId: projectId().optional(),
      state: choice(fundStates)
        .optional()
        .describe('HELD: the intent has ended and its addresses hold something; MOVING: it is under way'),
      beforeId: integer().optional().describe('Read on before this position'),
      limit: pageSize(adminLimits.fundsPageMax).describe('Intents looked at in one answer'),
    }),
    response: z.object({
      funds: list(heldFunds, 100 * adminLimits.fundsPageMax).describe('Money, newest intent first'),
      nextBeforeId: integer().optional().describe('Where to read on; absent at the end'),
    }),
    errors: projectErrors,
  },
  ...adminSponsorship,
  ...adminBoard,
  ...adminReplay,
  ...adminWebhooks,
} as const satisfies Record<string, AdminRow>

export type AdminOperationName = keyof typeof adminOperations
export type AdminRequest<N extends AdminOperationName> = z.output<(typeof adminOperations)[N]['request']>
export type AdminResponse<N extends AdminOperationName> = z.output<(typeof adminOperations)[N]['response']>

export const adminOperationNames = Object.keys(adminOperations) as AdminOperationName[]
