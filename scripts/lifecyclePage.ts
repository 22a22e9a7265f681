import { lifecycle } from '../src/intents/lifecycle.ts'

/** The life of an intent as a picture and a table, from the table that the engine runs on. */
export function lifecyclePage(): string {
  const rows = Object.entries(lifecycle)
  const arrows = rows.flatMap(([step, { next }]) => next.map((to) => `  ${step} --> ${to}`))
  const ends = rows.filter(([, { next }]) => next.length === 0).map(([step]) => `  ${step} --> [*]`)
  const table = rows.map(
    ([step, { status, next, about }]) =>
      `| \`${step}\` | ${status} | ${about} | ${next.map((to) => `\`${to}\``).join(', ') || 'final'} |`,
  )
  return [
    '# The life of an intent',
    '',
    'Generated from `src/intents/lifecycle.ts`. Callers see the status; the step says what the intent waits for or does next.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> quoted',
    ...arrows,
    ...ends,
    '```',
    '',
    '| step | status | meaning | next |',
    '|---|---|---|---|',
    ...table,
    '',
  ].join('\n')
}
