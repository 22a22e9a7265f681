import { adminLimits } from '../interface/adminShapes.ts'
import { createAdminCommand, idOf, secondsOf } from './adminCommand.ts'
import { usageError } from './kit/cliError.ts'
import { createCommandGroup } from './kit/command.ts'
import { wholeNumber } from './kit/flags.ts'
import { jsonLine, writeErr, writeOut } from './kit/terminal.ts'

const flags = {
  format: { value: 'csv|jsonl', about: 'CSV with a head, or a JSON object a line; csv unless said, jsonl with --json' },
  project: { value: 'number', about: 'Of one project' },
  after: { value: 'position', about: 'Go on behind this position, which the last export named' },
} as const

const details = [
  'Oldest first. Lines of the last two minutes come with the next export, which goes on where this one ended: --after.',
]

type Columns<Line> = readonly (keyof Line & string)[]

const ledgerColumns = [
  ...([
    'id',
    'at',
    'intentId',
    'projectId',
    'from',
    'to',
    'why',
    'chainId',
    'tokenAddress',
    'symbol',
    'decimals',
  ] as const),
  ...(['amount', 'microUsd', 'gasMicroUsd', 'txnHash', 'blockNumber'] as const),
] as const
const auditColumns = ['id', 'at', 'actor', 'act', 'projectId', 'detail'] as const

const ledger = createAdminCommand({
  name: 'export ledger',
  about: 'Write the lines of the ledger: each amount that went from one place to another.',
  details: [
    ...details,
    'Fees are the lines to the collector, gas those whose why is gas: their microUsd add up to what causeway books shows, in millionths of a dollar.',
  ],
  flags: {
    since: { value: 'time', about: 'How far back, like 24h or 30d; from the first line unless said' },
    until: { value: 'time', about: 'How long before now it ends; two minutes ago unless said' },
    ...flags,
  },
  examples: [
    'export ledger > ledger.csv',
    'export ledger --since 30d --project 2 --format jsonl',
    'export ledger --after 1042',
  ],
  run: async ({ admin, flags, out }) => {
    const print = printerOf<Line>(flags.format, out.json, ledgerColumns)
    type Line = Awaited<ReturnType<typeof admin.listLedger>>['lines'][number]
    const nowS = Math.floor(Date.now() / 1_000)
    const range = {
      ...(flags.since !== undefined && { fromTime: Math.max(0, nowS - secondsOf('since', flags.since)) }),
      ...(flags.until !== undefined && { toTime: Math.max(0, nowS - secondsOf('until', flags.until)) }),
      ...projectOf(flags),
    }
    let afterId = positionOf(flags)
    for (;;) {
      const { lines, lastId } = await admin.listLedger({ ...range, afterId })
      for (const line of lines) print(line)
      if (lastId === undefined) return printEnd(afterId)
      afterId = lastId
    }
  },
})

const audit = createAdminCommand({
  name: 'export audit',
  about: 'Write the audit: who did what.',
  details,
  flags,
  examples: ['export audit > audit.csv', 'export audit --format jsonl --after 310'],
  run: async ({ admin, flags, out }) => {
    type Entry = Awaited<ReturnType<typeof admin.listAudit>>['entries'][number]
    const print = printerOf<Entry>(flags.format, out.json, auditColumns)
    let afterId = positionOf(flags)
    for (;;) {
      const { entries } = await admin.listAudit({ ...projectOf(flags), afterId, limit: adminLimits.pageMax })
      for (const entry of entries) print(entry)
      const last = entries.at(-1)
      if (last === undefined) return printEnd(afterId)
      afterId = last.id
    }
  },
})

const projectOf = ({ project }: { project?: string }) =>
  project === undefined ? {} : { projectId: idOf('--project', project) }

const positionOf = ({ after }: { after?: string }) => (after === undefined ? 0 : wholeNumber('after', after, 0))

/** Always on stderr. Skipped lines of other projects move the position too, so the last printed id may be lower. */
function printEnd(afterId: number): undefined {
  writeErr(`lines of the last two minutes come with the next export, which goes on with --after ${afterId}`)
}

function printerOf<Line extends object>(
  format: string | undefined,
  json: boolean,
  columns: Columns<Line>,
): (line: Line) => void {
  const chosen = format ?? (json ? 'jsonl' : 'csv')
  if (chosen === 'jsonl') return (line) => writeOut(jsonLine(line))
  if (chosen !== 'csv') throw usageError(`--format is csv or jsonl, not "${chosen}"`)
  writeOut(columns.join(','))
  return (line) => writeOut(columns.map((name) => csvField(line[name])).join(','))
}

/** Quotes by RFC 4180. Puts an apostrophe before a text that a spreadsheet would run as a formula. */
function csvField(value: unknown): string {
  if (value === undefined) return ''
  const text = String(value)
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export const exportLines = createCommandGroup({
  name: 'export',
  about: 'Write what the service has in its books, for books elsewhere: ledger, audit.',
  children: { ledger, audit },
})
