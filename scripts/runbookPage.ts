import { readRules } from './readRules.ts'

const urgency = {
  page: 'Now: money or callers suffer.',
  ticket: 'Within a working day.',
} as const

/** A section for each alert; its `runbook_url` annotation points there. */
export function runbookPage(): string {
  return [
    '<!-- Made from docs/monitoring/alerts.yml by `npm run generate`. -->',
    '',
    '# Runbook',
    '',
    'What each alert of [alerts.yml](../monitoring/alerts.yml) means and what to do about it. Money at an intent address is safe while nothing moves: the contract lets its owner take it',
    'back at any time, and anyone send it back to the owner after the refund time.',
    '',
    ...readRules().flatMap(({ alert, expr, for: lasting, labels, annotations }) => [
      `## ${alert}`,
      '',
      `${readable(annotations.summary)}. **${urgency[labels.severity]}**`,
      '',
      `**Do**: ${readable(annotations.action)}`,
      '',
      `Fires when \`${expr.trim().replaceAll(/\s+/g, ' ')}\`${lasting ? ` for ${lasting}` : ''}.`,
      '',
    ]),
  ].join('\n')
}

/** Prometheus fills in `{{ $labels.chain }}`; the page names the label. Angle brackets would become tags. */
const readable = (text: string): string =>
  text
    .replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, '‹$1›')
    .replaceAll(/\{\{[^}]*\$value[^}]*\}\}/g, '‹so many›')
    .replaceAll(/<([^>]+)>/g, '‹$1›')
