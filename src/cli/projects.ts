import type { AdminClient } from '../sdk/adminClient.ts'
import { createAdminCommand, idOf, secondsOf } from './adminCommand.ts'
import { formatCount, formatUsd } from './kit/amounts.ts'
import { usageError } from './kit/cliError.ts'
import { createCommandGroup } from './kit/command.ts'
import { wholeNumber } from './kit/flags.ts'
import { formatPairs, table } from './kit/table.ts'
import { oneLine } from './kit/terminal.ts'

type Project = Awaited<ReturnType<AdminClient['getProject']>>['project']
type Limits = Project['limits']

const limitFlags = {
  'requests-per-s': { value: 'number', about: 'Requests a second; 0: no limit' },
  burst: { value: 'number', about: 'Requests at once' },
  'quotes-per-minute': { value: 'number', about: 'QuoteIntent a minute; 0: no limit' },
  units: { value: 'number', about: 'Units of a monthly cycle; 0: no limit' },
  'keys-max': { value: 'number', about: 'Active keys at once' },
} as const
const anchorFlag = {
  'anchor-day': { value: 'day', about: 'Day of the month, 1 to 28, on which the quota begins anew' },
} as const

const limitNames = {
  'requests-per-s': 'requestsPerS',
  burst: 'burst',
  'quotes-per-minute': 'quotesPerMinute',
  units: 'unitsPerCycle',
  'keys-max': 'keysMax',
} as const satisfies Record<keyof typeof limitFlags, keyof Limits>

/** The limits that flags set; undefined if no flag sets one. */
function limitsOf(flags: Partial<Record<keyof typeof limitFlags, string>>): Limits | undefined {
  const entries = Object.entries(limitNames).flatMap(([flag, name]) => {
    const text = flags[flag as keyof typeof limitFlags]
    return text === undefined ? [] : [[name, wholeNumber(flag, text)] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

const anchorOf = (text: string | undefined) => (text === undefined ? undefined : wholeNumber('anchor-day', text, 1))

function describe({ id, name, anchorDay, limits, createdAt }: Project): string {
  const shown = Object.entries(limits).map(([limit, value]) => `${limit} ${formatCount(value)}`)
  return formatPairs([
    ['project', String(id)],
    ['name', name],
    ['limits', shown.join(', ') || 'those of the configuration'],
    ['anchor day', String(anchorDay)],
    ['created', createdAt],
  ])
}

const list = createAdminCommand({
  name: 'projects list',
  about: 'List projects: all of them for the operator, their own for an account.',
  flags: { page: { value: 'cursor', about: 'The page that the last one named' } },
  examples: ['projects list', 'projects list --json'],
  run: async ({ admin, flags, out }) => {
    const afterId = flags.page === undefined ? undefined : wholeNumber('page', flags.page)
    const answer = await admin.listProjects({ afterId })
    out.result(answer, () =>
      table(answer.projects, [
        { title: 'ID', value: ({ id }) => String(id), align: 'right' },
        { title: 'NAME', value: ({ name }) => name },
        { title: 'ANCHOR DAY', value: ({ anchorDay }) => String(anchorDay), align: 'right' },
        { title: 'CREATED', value: ({ createdAt }) => createdAt },
      ]),
    )
    if (answer.nextAfterId !== undefined) out.note(`more: --page ${answer.nextAfterId}`)
  },
})

const create = createAdminCommand({
  name: 'projects create',
  about: 'Make a project.',
  takes: ['name'],
  flags: { ...anchorFlag, ...limitFlags },
  examples: ['projects create Shop', 'projects create "Big shop" --requests-per-s 200 --burst 400 --units 5000000'],
  run: async ({ admin, args, flags, out }) => {
    const request = { name: args[0]!, anchorDay: anchorOf(flags['anchor-day']), limits: limitsOf(flags) }
    const answer = await admin.createProject(request)
    out.result(answer, () => describe(answer.project))
    out.note(`make a key for it: causeway keys create --project ${answer.project.id} --name web`)
  },
})

const show = createAdminCommand({
  name: 'projects show',
  about: 'Show a project, its members, its keys and what it used.',
  takes: ['project'],
  flags: {},
  examples: ['projects show 2', 'projects show 2 --json'],
  run: async ({ admin, args, out }) => {
    const projectId = idOf('<project>', args[0]!)
    const [{ project }, { members }, { keys }, usage] = await Promise.all([
      admin.getProject({ projectId }),
      admin.listMembers({ projectId }),
      admin.listAccessKeys({ projectId }),
      admin.getUsage({ projectId }),
    ])
    const active = keys.filter((key) => key.active).length
    const used = usage.cycles.map(({ cycleStart, units }) => `${formatCount(units)} since ${cycleStart.slice(0, 10)}`)
    out.result({ project, members, keys, ...usage }, () =>
      [
        describe(project),
        formatPairs([
          ['members', members.join(', ') || 'none'],
          ['keys', `${active} active of ${keys.length}`],
          ['units', used[0] ?? 'none used'],
        ]),
      ].join('\n'),
    )
  },
})

const update = createAdminCommand({
  name: 'projects update',
  about: 'Rename a project, move its anchor day or change its limits; limits that are not named stay.',
  takes: ['project'],
  flags: { name: { value: 'name', about: 'New name' }, ...anchorFlag, ...limitFlags },
  examples: ['projects update 2 --name Market', 'projects update 2 --requests-per-s 20 --units 100000'],
  run: async ({ admin, args, flags, out }) => {
    const projectId = idOf('<project>', args[0]!)
    const changed = limitsOf(flags)
    const before = changed && (await admin.getProject({ projectId })).project.limits
    const limits = changed && { ...before, ...changed }
    const answer = await admin.updateProject({
      projectId,
      name: flags.name,
      anchorDay: anchorOf(flags['anchor-day']),
      limits,
    })
    out.result(answer, () => describe(answer.project))
  },
})

const remove = createAdminCommand({
  name: 'projects delete',
  about: 'Delete a project: its keys open nothing any more; running intents and refunds go on.',
  takes: ['project'],
  flags: { yes: { about: 'It is meant; a deleted project does not come back' } },
  examples: ['projects delete 2 --yes'],
  run: async ({ admin, args, flags, out }) => {
    const projectId = idOf('<project>', args[0]!)
    if (!flags.yes) throw usageError(`project ${projectId} would not come back`, 'say --yes if that is meant')
    const answer = await admin.deleteProject({ projectId })
    out.result(answer, () => `project ${projectId} is deleted`)
  },
})

const members = createAdminCommand({
  name: 'projects members',
  about: 'List the accounts of a project, or add or remove one.',
  takes: ['project'],
  flags: {
    add: { value: 'account', about: 'Let this account administer the project' },
    remove: { value: 'account', about: 'Take this account out of it' },
  },
  examples: [
    'projects members 2',
    'projects members 2 --add ada@example.org',
    'projects members 2 --remove ada@example.org',
  ],
  run: async ({ admin, args, flags, out }) => {
    const projectId = idOf('<project>', args[0]!)
    if (flags.add && flags.remove) throw usageError('--add and --remove exclude each other')
    const answer = flags.add
      ? await admin.addMember({ projectId, account: flags.add })
      : flags.remove
        ? await admin.removeMember({ projectId, account: flags.remove })
        : await admin.listMembers({ projectId })
    out.result(answer, () => answer.members.map(oneLine).join('\n') || 'no members')
  },
})

const token = createAdminCommand({
  name: 'projects token',
  about: 'Issue a short-lived token for an account, which may then administer its projects.',
  takes: ['account'],
  flags: {
    project: { value: 'number', about: 'Bind the token to one project' },
    expires: { value: 'time', about: 'When it ends by itself, from now, such as 15m or 1h' },
  },
  examples: ['projects token ada@example.org', 'projects token ada@example.org --project 2 --expires 30m'],
  run: async ({ admin, args, flags, out }) => {
    const answer = await admin.createAccountToken({
      account: args[0]!,
      projectId: flags.project === undefined ? undefined : idOf('--project', flags.project),
      lifeS: flags.expires === undefined ? undefined : secondsOf('expires', flags.expires),
    })
    out.result(answer, () => oneLine(answer.token))
    out.note(`good until ${answer.expiresAt}; use it with --token or CAUSEWAY_TOKEN`)
  },
})

const sponsor = createAdminCommand({
  name: 'projects sponsor',
  about: 'Show or set what a project pays a day for relaying deposits of its users.',
  takes: ['project'],
  flags: { 'usd-per-day': { value: 'dollars', about: 'Dollars that it may pay a day (UTC); 0: none' } },
  examples: ['projects sponsor 2', 'projects sponsor 2 --usd-per-day 25'],
  run: async ({ admin, args, flags, out }) => {
    const projectId = idOf('<project>', args[0]!)
    const text = flags['usd-per-day']
    if (text !== undefined) await admin.setSponsorBudget({ projectId, usdPerDay: dollarsOf('usd-per-day', text) })
    const answer = await admin.getSponsorship({ projectId })
    out.result(answer, () => describeSponsorship(answer))
  },
})

function dollarsOf(flag: string, text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text))
    throw usageError(`--${flag} ${oneLine(text)} is no amount of dollars`, 'give a number such as 25 or 0.5')
  return Number(text)
}

type Sponsorship = Awaited<ReturnType<AdminClient['getSponsorship']>>

const describeSponsorship = ({ usdPerDay, leftUsd, nextDayAt, days }: Sponsorship): string =>
  [
    formatPairs([
      ['pays a day', usdPerDay > 0 ? formatUsd(usdPerDay) : 'nothing'],
      ['left today', usdPerDay > 0 ? `${formatUsd(leftUsd)}, whole again at ${nextDayAt}` : undefined],
    ]),
    ...(days.length === 0
      ? []
      : [
          table(days, [
            { title: 'DAY', value: ({ day }) => day.slice(0, 10) },
            { title: 'DEPOSITS', value: ({ deposits }) => formatCount(deposits), align: 'right' },
            { title: 'SPENT', value: ({ spentUsd }) => formatUsd(spentUsd), align: 'right' },
            { title: 'SET ASIDE', value: ({ heldUsd }) => formatUsd(heldUsd), align: 'right' },
          ]),
        ]),
  ].join('\n')

export const projects = createCommandGroup({
  name: 'projects',
  about: 'Administer projects: list, create, show, update, delete, members, sponsor, token.',
  children: { list, create, show, update, delete: remove, members, sponsor, token },
})
