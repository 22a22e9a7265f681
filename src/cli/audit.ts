import { createAdminCommand, idOf } from './adminCommand.ts'
import { formatCount, formatUsd } from './kit/amounts.ts'
import { wholeNumber } from './kit/flags.ts'
import { table } from './kit/table.ts'

/** `usdPerDay $25.00, name "Shop"`: the fields of a JSON object, with readable money and times. Keeps other text. */
function describeDetail(detail: string): string {
  const fields = readObject(detail)
  if (!fields) return detail
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${describeValue(name, value)}`)
    .join(', ')
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Milliseconds from here on (2001) are a date, fewer are a duration. */
const momentMsMin = 1e12

function describeValue(name: string, value: unknown): string {
  if (typeof value !== 'number') return JSON.stringify(value)
  if (/usd/i.test(name)) return formatUsd(value)
  return /Ms$/.test(name) && value >= momentMsMin ? new Date(value).toISOString() : formatCount(value)
}

export const audit = createAdminCommand({
  name: 'audit',
  about: 'Show who did what: keys, projects, switches, tokens; newest first.',
  details: ['Entries are never changed, and are kept for ever unless engine.auditKeptMs says how long.'],
  flags: {
    project: { value: 'number', about: 'Of one project' },
    limit: { value: 'number', about: 'Entries of a page' },
    page: { value: 'cursor', about: 'The page that the last one named' },
  },
  examples: ['audit', 'audit --project 2 --limit 20', 'audit --json'],
  run: async ({ admin, flags, out }) => {
    const answer = await admin.listAudit({
      ...(flags.project !== undefined && { projectId: idOf('--project', flags.project) }),
      ...(flags.limit !== undefined && { limit: wholeNumber('limit', flags.limit, 1) }),
      ...(flags.page !== undefined && { beforeId: wholeNumber('page', flags.page, 1) }),
    })
    out.result(answer, () =>
      answer.entries.length === 0
        ? 'no entries yet'
        : table(answer.entries, [
            { title: 'AT', value: ({ at }) => at },
            { title: 'WHO', value: ({ actor }) => actor },
            { title: 'WHAT', value: ({ act }) => act },
            { title: 'PROJECT', value: ({ projectId }) => (projectId === undefined ? '' : String(projectId)) },
            { title: 'DETAIL', value: ({ detail }) => describeDetail(detail) },
          ]),
    )
    if (answer.nextBeforeId !== undefined) out.note(`more: --page ${answer.nextBeforeId}`)
  },
})
