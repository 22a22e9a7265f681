import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPromtool } from '../../scripts/findPromtool.ts'
import { readRules } from '../../scripts/readRules.ts'
import { useFolder } from '../useParts.ts'
import { type AlertCase, alertCases } from './alertCases.ts'

const file = join(import.meta.dirname, '../../docs/monitoring/alerts.yml')
const text = readFileSync(file, 'utf8')
const rules = readRules()

const folder = useFolder()

test('every rule has a case in which it fires and one in which it does not', () => {
  expect(Object.keys(alertCases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

test('promtool finds that each fires in the one and is silent in the other', () => {
  const promtool = findPromtool()
  if ('why' in promtool) return console.error(`causeway: THE ALERT RULES WERE NOT TRIED OUT: ${promtool.why}`)
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(promtool.path, args, { cwd: folder, encoding: 'utf8' })
    return { status, said: `${stdout}${stderr}` }
  }
  expect(run('check', 'rules', file)).toMatchObject({ status: 0 })
  // Without annotations, which would have to be repeated here word for word.
  writeFileSync(join(folder, 'alerts.yml'), text.replace(/^ {8}annotations:\n(?: {10}.*\n)+/gm, ''))
  const tests = rules.flatMap(({ alert, labels }) => groupsOf(alert, labels.severity, alertCases[alert]!))
  // JSON is YAML.
  const written = { rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }
  writeFileSync(join(folder, 'tests.yml'), JSON.stringify(written))
  const { status, said } = run('test', 'rules', 'tests.yml')
  expect(status, said).toBe(0)
})

const seriesOf = (series: AlertCase['loud']) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }))

function groupsOf(alertname: string, severity: string, { loud, quiet, brief, labels = {}, at = 25 }: AlertCase) {
  const fires = { eval_time: `${at}m`, alertname, exp_alerts: [{ exp_labels: { severity, ...labels } }] }
  const silent = Array.from({ length: 30 }, (_, minute) => ({ eval_time: `${minute + 1}m`, alertname, exp_alerts: [] }))
  const silences = [quiet, ...(brief ? [brief] : [])]
  return [
    { name: `${alertname} fires`, interval: '1m', input_series: seriesOf(loud), alert_rule_test: [fires] },
    ...silences.map((series) => ({
      ...{ name: `${alertname} is silent`, interval: '1m' },
      ...{ input_series: seriesOf(series), alert_rule_test: silent },
    })),
  ]
}
