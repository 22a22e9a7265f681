import type { AdminClient } from '../sdk/adminClient.ts'
import { createAdminCommand, idOf, secondsOf } from './adminCommand.ts'
import { usageError } from './kit/cliError.ts'
import { createCommandGroup } from './kit/command.ts'
import { formatPairs, table } from './kit/table.ts'
import { oneLine } from './kit/terminal.ts'

type Key = Awaited<ReturnType<AdminClient['listAccessKeys']>>['keys'][number]
type Operations = Parameters<AdminClient['createAccessKey']>[0]['operations']

const projectFlag = { project: { value: 'number', about: 'The project; 1 unless said' } } as const
const ruleFlags = {
  origin: {
    value: 'origin',
    many: true,
    about: 'Page it may be used from, such as https://*.example.org; again for more',
  },
  service: { value: 'name', many: true, about: 'Service it opens; again for more, all unless said' },
  operation: { value: 'name', many: true, about: 'Operation it opens; again for more, all unless said' },
  expires: { value: 'time', about: 'When it ends by itself, from now: 90s, 15m, 24h, 30d' },
} as const

const projectOf = (flags: { project?: string }) => idOf('--project', flags.project ?? '1')

/** The rules of a key that the flags name; a list without a flag is undefined, which leaves it unchanged. */
function rulesOf(flags: {
  origin: readonly string[]
  service: readonly string[]
  operation: readonly string[]
  expires?: string
}) {
  const unlessEmpty = (values: readonly string[]) => (values.length > 0 ? values : undefined)
  return {
    origins: unlessEmpty(flags.origin),
    services: unlessEmpty(flags.service),
    operations: unlessEmpty(flags.operation) as Operations,
    expiresInS: flags.expires === undefined ? undefined : secondsOf('expires', flags.expires),
  }
}

function stateOf({ active, isDefault, expiresAt }: Key): string {
  if (!active) return 'disabled'
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) return 'expired'
  return isDefault ? 'default' : 'active'
}

function describe(key: Key): string {
  const some = (values: readonly string[], all: string) => values.join(', ') || all
  return formatPairs([
    ['key', String(key.id)],
    ['name', key.name],
    ['project', String(key.projectId)],
    ['shown as', key.hint],
    ['state', stateOf(key)],
    ['origins', some(key.origins, 'any')],
    ['services', some(key.services, 'all')],
    ['operations', some(key.operations, 'all')],
    ['ends', key.expiresAt ?? 'never'],
  ])
}

const create = createAdminCommand({
  name: 'keys create',
  about: 'Make an access key. It is shown this once.',
  mayTake: 'name',
  flags: { ...projectFlag, name: { value: 'name', about: 'For people; the same as [name]' }, ...ruleFlags },
  examples: [
    'keys create web',
    'keys create web --project 2 --origin https://app.example.org --expires 90d',
    'keys create status --project 2 --operation GetIntentReceipt --operation WaitIntentReceipt',
  ],
  run: async ({ admin, args, flags, out }) => {
    const name = args[0] ?? flags.name
    if (!name) throw usageError('[name] is missing: what the key is for')
    const answer = await admin.createAccessKey({ projectId: projectOf(flags), name, ...rulesOf(flags) })
    out.result(answer, () => `${describe(answer.key)}\n\n${oneLine(answer.accessKey)}`)
    out.note('This is the only time the key is shown. Send it in the header X-Access-Key.')
  },
})

const list = createAdminCommand({
  name: 'keys list',
  about: 'List the keys of a project, masked.',
  flags: projectFlag,
  examples: ['keys list', 'keys list --project 2 --json'],
  run: async ({ admin, flags, out }) => {
    const answer = await admin.listAccessKeys({ projectId: projectOf(flags) })
    out.result(answer, () =>
      answer.keys.length === 0
        ? 'no keys'
        : table(answer.keys, [
            { title: 'ID', value: ({ id }) => String(id), align: 'right' },
            { title: 'NAME', value: ({ name }) => name },
            { title: 'KEY', value: ({ hint }) => hint },
            { title: 'STATE', value: stateOf },
            { title: 'ORIGINS', value: ({ origins }) => origins.join(' ') || 'any' },
            { title: 'ENDS', value: ({ expiresAt }) => expiresAt ?? 'never' },
          ]),
    )
  },
})

const update = createAdminCommand({
  name: 'keys update',
  about: 'Change the name or the rules of a key; what is not named stays.',
  takes: ['key'],
  flags: {
    ...projectFlag,
    name: { value: 'name', about: 'New name' },
    ...ruleFlags,
    'any-origin': { about: 'Let it be used from any page' },
    'all-services': { about: 'Let it open every service' },
    'all-operations': { about: 'Let it open every operation' },
    'never-expires': { about: 'It no longer ends by itself' },
  },
  examples: ['keys update 7 --name page', 'keys update 7 --project 2 --any-origin --never-expires'],
  run: async ({ admin, args, flags, out }) => {
    const rules = rulesOf(flags)
    const answer = await admin.updateAccessKey({
      projectId: projectOf(flags),
      keyId: idOf('<key>', args[0]!),
      name: flags.name,
      ...rules,
      ...(flags['any-origin'] && { origins: [] }),
      ...(flags['all-services'] && { services: [] }),
      ...(flags['all-operations'] && { operations: [] }),
      ...(flags['never-expires'] && { neverExpires: true }),
    })
    out.result(answer, () => describe(answer.key))
  },
})

const rotate = createAdminCommand({
  name: 'keys rotate',
  about: 'Replace a key: the new one takes over name, rules and default; the old one works for a while longer.',
  takes: ['key'],
  flags: { ...projectFlag, grace: { value: 'time', about: 'How long the old key still works; 24h unless said' } },
  examples: ['keys rotate 7', 'keys rotate 7 --project 2 --grace 1h'],
  run: async ({ admin, args, flags, out }) => {
    const answer = await admin.rotateAccessKey({
      projectId: projectOf(flags),
      keyId: idOf('<key>', args[0]!),
      graceS: flags.grace === undefined ? undefined : secondsOf('grace', flags.grace),
    })
    out.result(answer, () => `${describe(answer.key)}\n\n${oneLine(answer.accessKey)}`)
    out.note('This is the only time the key is shown.')
  },
})

const disable = createAdminCommand({
  name: 'keys disable',
  about: 'End a key for good; every process refuses it within seconds.',
  takes: ['key'],
  flags: projectFlag,
  examples: ['keys disable 7', 'keys disable 7 --project 2'],
  run: async ({ admin, args, flags, out }) => {
    const answer = await admin.disableAccessKey({ projectId: projectOf(flags), keyId: idOf('<key>', args[0]!) })
    out.result(answer, () => `key ${answer.key.id} (${oneLine(answer.key.hint)}) is disabled`)
  },
})

const makeDefault = createAdminCommand({
  name: 'keys default',
  about: 'Show the default key of a project, or make a key the default.',
  mayTake: 'key',
  flags: { ...projectFlag, set: { value: 'key', about: 'Make this key the default; the same as [key]' } },
  examples: ['keys default', 'keys default 7 --project 2'],
  run: async ({ admin, args, flags, out }) => {
    const projectId = projectOf(flags)
    const chosen = args[0] ?? flags.set
    const answer = chosen
      ? await admin.setDefaultAccessKey({ projectId, keyId: idOf('[key]', chosen) })
      : await admin.getDefaultAccessKey({ projectId })
    out.result(answer, () => describe(answer.key))
  },
})

export const keys = createCommandGroup({
  name: 'keys',
  about: 'Administer access keys: create, list, update, rotate, disable, default.',
  children: { create, list, update, rotate, disable, default: makeDefault },
})
