import type { AdminClient } from '../sdk/adminClient.ts'
import { createAdminCommand, idOf, secondsOf } from './adminCommand.ts'
import { usageError } from './kit/cliError.ts'
import { createCommandGroup } from './kit/command.ts'
import { formatPairs, table } from './kit/table.ts'
import { oneLine } from './kit/terminal.ts'

type Webhook = Awaited<ReturnType<AdminClient['listWebhooks']>>['webhooks'][number]
type Delivery = Awaited<ReturnType<AdminClient['listDeliveries']>>['deliveries'][number]
type Kinds = Webhook['kinds']

const projectFlag = { project: { value: 'number', about: 'The project; 1 unless said' } } as const
const kindFlag = {
  kind: {
    value: 'kind',
    many: true,
    about: 'Kind of event, such as intent.succeeded; again for more, all unless said',
  },
} as const

const projectOf = (flags: { project?: string }) => idOf('--project', flags.project ?? '1')
const kindsOf = (kinds: readonly string[]) => (kinds.length > 0 ? (kinds as Kinds) : undefined)

const describe = (webhook: Webhook): string =>
  formatPairs([
    ['endpoint', String(webhook.id)],
    ['name', webhook.name],
    ['project', String(webhook.projectId)],
    ['url', webhook.url],
    ['kinds', webhook.kinds.join(', ') || 'all'],
    ['state', webhook.active ? 'on' : 'off'],
  ])

const outcomeOf = ({ statusCode, error }: Delivery): string => error ?? (statusCode ? `answered ${statusCode}` : '')

const deliveryTable = (deliveries: readonly Delivery[]): string =>
  table(deliveries, [
    { title: 'ID', value: ({ id }) => String(id), align: 'right' },
    { title: 'ENDPOINT', value: ({ webhookId }) => String(webhookId), align: 'right' },
    { title: 'KIND', value: ({ kind }) => kind },
    { title: 'STATE', value: ({ state }) => state.toLowerCase() },
    { title: 'TRIES', value: ({ attempts }) => String(attempts), align: 'right' },
    { title: 'OUTCOME', value: outcomeOf },
    { title: 'NEXT', value: ({ nextAttemptAt }) => nextAttemptAt ?? '' },
    { title: 'INTENT', value: ({ intentId }) => intentId ?? '' },
  ])

const create = createAdminCommand({
  name: 'webhooks create',
  about: 'Have the events of a project posted to an address. The secret that signs them is shown this once.',
  takes: ['url'],
  flags: { ...projectFlag, name: { value: 'name', about: 'For people' }, ...kindFlag },
  examples: [
    'webhooks create https://example.org/hooks',
    'webhooks create https://example.org/hooks --project 2 --kind intent.succeeded --kind intent.failed',
  ],
  run: async ({ admin, args, flags, out }) => {
    const url = args[0]!
    const kinds = kindsOf(flags.kind)
    const answer = await admin.createWebhook({ projectId: projectOf(flags), url, name: flags.name ?? url, kinds })
    out.result(answer, () => `${describe(answer.webhook)}\n\n${oneLine(answer.secret)}`)
    out.note('This is the only time the secret is shown. Verify messages with any library of Standard Webhooks.')
  },
})

const list = createAdminCommand({
  name: 'webhooks list',
  about: 'List the endpoints of a project.',
  flags: projectFlag,
  examples: ['webhooks list', 'webhooks list --project 2 --json'],
  run: async ({ admin, flags, out }) => {
    const answer = await admin.listWebhooks({ projectId: projectOf(flags) })
    out.result(answer, () =>
      answer.webhooks.length === 0
        ? 'no endpoints'
        : table(answer.webhooks, [
            { title: 'ID', value: ({ id }) => String(id), align: 'right' },
            { title: 'NAME', value: ({ name }) => name },
            { title: 'URL', value: ({ url }) => url },
            { title: 'KINDS', value: ({ kinds }) => kinds.join(' ') || 'all' },
            { title: 'STATE', value: ({ active }) => (active ? 'on' : 'off') },
          ]),
    )
  },
})

const update = createAdminCommand({
  name: 'webhooks update',
  about: 'Change an endpoint, or switch it on or off; what is not named stays.',
  takes: ['endpoint'],
  flags: {
    ...projectFlag,
    name: { value: 'name', about: 'New name' },
    'post-to': { value: 'url', about: 'New address' },
    ...kindFlag,
    'all-kinds': { about: 'Post every kind' },
    on: { about: 'Post to it' },
    off: { about: 'Post nothing to it' },
  },
  examples: ['webhooks update 3 --off', 'webhooks update 3 --post-to https://example.org/new --all-kinds --on'],
  run: async ({ admin, args, flags, out }) => {
    if (flags.on && flags.off) throw usageError('--on and --off exclude each other')
    const answer = await admin.updateWebhook({
      projectId: projectOf(flags),
      webhookId: idOf('<endpoint>', args[0]!),
      name: flags.name,
      url: flags['post-to'],
      kinds: flags['all-kinds'] ? [] : kindsOf(flags.kind),
      active: flags.on ? true : flags.off ? false : undefined,
    })
    out.result(answer, () => describe(answer.webhook))
  },
})

const remove = createAdminCommand({
  name: 'webhooks delete',
  about: 'Forget an endpoint and its deliveries.',
  takes: ['endpoint'],
  flags: projectFlag,
  examples: ['webhooks delete 3'],
  run: async ({ admin, args, flags, out }) => {
    const webhookId = idOf('<endpoint>', args[0]!)
    const answer = await admin.deleteWebhook({ projectId: projectOf(flags), webhookId })
    out.result(answer, () => `endpoint ${webhookId} is deleted`)
  },
})

const rotate = createAdminCommand({
  name: 'webhooks rotate',
  about: 'Replace the secret of an endpoint; for a while messages carry a signature of either.',
  takes: ['endpoint'],
  flags: { ...projectFlag, grace: { value: 'time', about: 'How long the old one still signs; 24h unless said' } },
  examples: ['webhooks rotate 3', 'webhooks rotate 3 --grace 1h'],
  run: async ({ admin, args, flags, out }) => {
    const graceS = flags.grace === undefined ? undefined : secondsOf('grace', flags.grace)
    const webhookId = idOf('<endpoint>', args[0]!)
    const answer = await admin.rotateWebhookSecret({ projectId: projectOf(flags), webhookId, graceS })
    out.result(answer, () => `${describe(answer.webhook)}\n\n${oneLine(answer.secret)}`)
  },
})

/** Rows of a page without `--limit`. */
const deliveriesDefault = 50
const testWaitMs = 30_000
const pollEveryMs = 200

const test = createAdminCommand({
  name: 'webhooks test',
  about: 'Post a message without meaning to an endpoint and say what it answered.',
  takes: ['endpoint'],
  flags: projectFlag,
  examples: ['webhooks test 3'],
  run: async ({ admin, args, flags, out }) => {
    const projectId = projectOf(flags)
    const webhookId = idOf('<endpoint>', args[0]!)
    let { delivery } = await admin.testWebhook({ projectId, webhookId })
    const untilMs = Date.now() + testWaitMs
    while (delivery.state === 'PENDING' && Date.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
      const { deliveries } = await admin.listDeliveries({ projectId, webhookId, beforeId: delivery.id + 1, limit: 1 })
      delivery = deliveries[0] ?? delivery
    }
    out.result({ delivery }, () => deliveryTable([delivery]))
    return delivery.state === 'DELIVERED' ? undefined : 'failed'
  },
})

const deliveries = createAdminCommand({
  name: 'webhooks deliveries',
  about: 'Show what was posted and what became of it, newest first.',
  mayTake: 'endpoint',
  flags: {
    ...projectFlag,
    endpoint: { value: 'number', about: 'Only of this endpoint; the same as [endpoint]' },
    state: { value: 'state', choices: ['pending', 'delivered', 'failed'], about: 'Only those in this state' },
    page: { value: 'cursor', about: 'The page that the last one named' },
    limit: { value: 'number', about: 'Rows; 50 unless said' },
  },
  examples: ['webhooks deliveries', 'webhooks deliveries 3 --state failed'],
  run: async ({ admin, args, flags, out }) => {
    const number = (name: 'endpoint' | 'page' | 'limit') =>
      flags[name] === undefined ? undefined : idOf(`--${name}`, flags[name])
    const answer = await admin.listDeliveries({
      projectId: projectOf(flags),
      webhookId: args[0] === undefined ? number('endpoint') : idOf('[endpoint]', args[0]),
      state: flags.state?.toUpperCase() as Delivery['state'] | undefined,
      beforeId: number('page'),
      limit: number('limit'),
    })
    out.result(answer, () => (answer.deliveries.length === 0 ? 'no deliveries' : deliveryTable(answer.deliveries)))
    const last = answer.deliveries.at(-1)
    if (last && answer.deliveries.length === (number('limit') ?? deliveriesDefault)) out.note(`more: --page ${last.id}`)
  },
})

const resend = createAdminCommand({
  name: 'webhooks resend',
  about: 'Post something again, whatever became of it.',
  takes: ['delivery'],
  flags: projectFlag,
  examples: ['webhooks resend 41'],
  run: async ({ admin, args, flags, out }) => {
    const deliveryId = idOf('<delivery>', args[0]!)
    const answer = await admin.resendDelivery({ projectId: projectOf(flags), deliveryId })
    out.result(answer, () => deliveryTable([answer.delivery]))
  },
})

export const webhooks = createCommandGroup({
  name: 'webhooks',
  about: 'Have the events of a project posted to you, and see what became of them.',
  children: { create, list, update, delete: remove, rotate, test, deliveries, resend },
})
