import { lifecycle } from '../src/intents/lifecycle.ts'

/** The life of an intent as a picture and a table, from the engine's own table. */
export function lifecyclePage(): string {
  const rows = Object.entries(lifecycle)
  const table = rows.map(
    ([step, { status, next, about }]) =>
      `| \`${step}\` | ${status} | ${about} | ${next.map((to) => `\`${to}\``).join(', ') || 'final'} |`,
  )
  return [
    '# The life of an intent',
    '',
    'Generated from `src/intents/lifecycle.ts`. Callers see the status; the step says what the intent waits for or does next.',
    '',
    '![The steps of an intent, from the quote to its end](../pictures/life.svg)',
    '',
    'The table has the ways back too.',
    '',
    '| step | status | meaning | next |',
    '|---|---|---|---|',
    ...table,
    '',
  ].join('\n')
}
