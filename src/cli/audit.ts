import { createAdminCommand, idOf } from './adminCommand.ts'
import { wholeNumber } from './kit/flags.ts'
import { table } from './kit/table.ts'

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
        ? 'nobody did anything yet'
        : table(answer.entries, [
            { title: 'AT', value: ({ at }) => at },
            { title: 'WHO', value: ({ actor }) => actor },
            { title: 'WHAT', value: ({ act }) => act },
            { title: 'PROJECT', value: ({ projectId }) => (projectId === undefined ? '' : String(projectId)) },
            { title: 'DETAIL', value: ({ detail }) => (detail === '{}' ? '' : detail) },
          ]),
    )
    if (answer.nextBeforeId !== undefined) out.note(`more: --page ${answer.nextBeforeId}`)
    return undefined
  },
})
