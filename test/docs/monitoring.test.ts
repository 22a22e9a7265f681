import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readRules } from '../../scripts/readRules.ts'
import { lifecycle } from '../../src/intents/lifecycle.ts'
import { errors } from '../../src/interface/errors.ts'
import { operationNames } from '../../src/interface/operations.ts'
import { createObserve } from '../../src/observe/observe.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../docs/monitoring', name), 'utf8')

type Panel = { type: string; title: string; description: string; targets?: { expr: string }[] }
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }
const rules = readRules()
const expressions = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: `panel "${title}"`, expr }))),
  ...rules.map(({ alert, expr }) => ({ where: `alert ${alert}`, expr })),
]

/** Every series that a process exports, with what Prometheus adds by itself. */
async function exported(): Promise<Set<string>> {
  const observe = createObserve(pino({ level: 'silent' }))
  const names = [...(await observe.metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, kind]) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
  )
  return new Set([...names, 'up'])
}

const named = /\b(up|(?:causeway|nodejs|process)_\w+)\b/g
const labelled = (label: string) => new RegExp(`\\b${label}(?:=|=~|!=|!~)"([^"]+)"`, 'g')

test('panels and alerts speak of what is really exported', async () => {
  const known = await exported()
  expect(expressions.length).toBeGreaterThan(40)
  for (const { where, expr } of expressions) {
    const names = [...expr.matchAll(named)].map(([name]) => name)
    expect(names, `${where}: names no series`).not.toEqual([])
    for (const name of names) expect(known, `${where}: nothing exports ${name}`).toContain(name)
  }
})

test('what they select by exists: steps, errors, operations', () => {
  const values: [label: string, known: readonly string[]][] = [
    ['to', Object.keys(lifecycle)],
    ['error', [...Object.keys(errors), 'none']],
    ['operation', operationNames],
  ]
  for (const [label, known] of values) {
    for (const { where, expr } of expressions) {
      for (const [, text] of expr.matchAll(labelled(label))) {
        for (const value of text!.split('|')) expect(known, `${where}: ${label}="${value}"`).toContain(value)
      }
    }
  }
})

test('every alert leads to its section of the runbook, at the address that the configuration of Prometheus names', () => {
  expect(rules.length).toBeGreaterThan(10)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(
      `{{ $externalLabels.causeway_url }}/docs/reference/runbook.html#${alert.toLowerCase()}`,
    )
  expect(parse(read('prometheus.yml')).global.external_labels.causeway_url).toMatch(/^http:\/\/[^/]+$/)
})

test('every objective of the guide has its two alerts, which allow what it says', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/keep-it-running.md'), 'utf8')
  const row = /^\| ([\d.]+) % of .+ \| .*`(causeway_\w+)`.* \| (\w+) \| (\w+) \|$/gm
  const objectives = [...guide.matchAll(row)].map(([, percent, series, ...alerts]) => ({
    allowed: Math.round(1_000 * (100 - Number(percent))) / 100_000,
    series: series!,
    alerts,
  }))
  expect(objectives.flatMap(({ alerts }) => alerts).toSorted()).toEqual(
    rules.flatMap(({ alert }) => (/Budget(Fast|Slow)$/.test(alert) ? [alert] : [])).toSorted(),
  )
  const [fast, slow] = [
    { burn: '14.4', windows: ['1h', '5m'], severity: 'page' },
    { burn: '6', windows: ['6h', '30m'], severity: 'ticket' },
  ]
  for (const { allowed, series, alerts } of objectives) {
    for (const [at, { burn, windows, severity }] of [fast!, slow!].entries()) {
      const { expr, labels } = rules.find(({ alert }) => alert === alerts[at])!
      expect(labels.severity).toBe(severity)
      expect([...expr.matchAll(/> ([\d.]+) \* ([\d.]+)/g)].map(([, by, share]) => [by, Number(share)])).toEqual([
        [burn, allowed],
        [burn, allowed],
      ])
      expect(new Set([...expr.matchAll(/\[(\w+)\]/g)].map(([, window]) => window))).toEqual(new Set(windows))
      for (const [name] of expr.matchAll(named)) expect(name.startsWith(series), name).toBe(true)
    }
  }
})

test('the Alertmanager of the documents sends every severity to a receiver of its own, and one panel shows limits', () => {
  const { route, receivers, inhibit_rules } = parse(read('alertmanager.yml'))
  const severities = [...new Set(rules.map(({ labels }) => labels.severity))].toSorted()
  expect(route.routes.map(({ matchers }: { matchers: string[] }) => matchers)).toEqual(
    severities.map((severity) => [`severity = "${severity}"`]),
  )
  const known = receivers.map(({ name }: { name: string }) => name)
  expect(known).toEqual(route.routes.map(({ receiver }: { receiver: string }) => receiver))
  const [, alert] = /alertname = "(\w+)"/.exec(inhibit_rules[0].source_matchers[0])!
  expect(rules.map((rule) => rule.alert)).toContain(alert)
  expect(parse(read('prometheus.yml')).alerting.alertmanagers).toHaveLength(1)
  expect(expressions.filter(({ expr }) => expr.includes('RateLimited')).map(({ where }) => where)).toEqual([
    'panel "Refused for want of rate or quota"',
  ])
})

test('every panel says what it shows', () => {
  for (const { type, title, description } of panels) {
    if (type !== 'row') expect(description?.length, title).toBeGreaterThan(10)
  }
})
