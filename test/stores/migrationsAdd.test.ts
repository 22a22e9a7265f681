import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '../../src/stores/postgres/readMigrations.ts'

/**
 * A new version runs beside the previous one on the same database. So a migration only adds: the previous version's
 * reads and writes keep working. Unused parts are removed one release later, by a file that says so.
 */
const root = join(import.meta.dirname, '..', '..')

/** What breaks the previous version's statements, each with a remedy. */
const breaks: [RegExp, string][] = [
  [
    /\bdrop\s+(table|column|view|type|function|trigger)\b/,
    'removes what the version before uses: do it one release later',
  ],
  [/\brename\b/, 'add the new name beside the old one'],
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/, 'add a column of the new type beside the old one'],
  [/\bset\s+not\s+null\b/, 'the version before writes rows without it'],
  [/\badd\s+column\s+\w+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/, 'the version before writes rows without it'],
  [/\bdefault\b[^,;]*\bdrop\b|\bdrop\s+default\b/, 'the version before relies on the default'],
  [/\badd\s+(constraint|check|unique|primary|foreign)\b/, 'rows of the version before may break it'],
  [/\bcreate\s+unique\s+index\b/, 'rows of the version before may break it'],
  [/\btruncate\b/, 'the version before still reads these rows'],
]

/** Before the first release nothing ran in parallel. */
const beforeRelease = 23

const withoutComments = (sql: string) => sql.replaceAll(/--[^\n]*/g, '').toLowerCase()

/** Tables made by the file itself have no rows yet. */
const made = (sql: string) =>
  [...sql.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/g)].map(([, name]) => name)

const existing = new Set(readMigrations().flatMap(({ sql }) => made(withoutComments(sql))))

function faults(text: string): string[] {
  const sql = withoutComments(text)
  const own = made(sql)
  const statements = sql
    .split(';')
    .filter((one) => !own.some((name) => new RegExp(`\\b(on|table)\\s+${name}\\b`).test(one)))
  const broken = breaks.filter(([form]) => statements.some((one) => form.test(one))).map(([, why]) => why)
  const used = statements.flatMap((one) => [...one.matchAll(/\b(?:on|table|references|update)\s+(\w+)/g)])
  const tables = new Set(used.map(([, name]) => name).filter((name) => name !== undefined && existing.has(name)))
  if (tables.size > 1) broken.push('changes two tables: a file each, or it deadlocks with statements that use both')
  const index = statements.some((one) => /\bcreate\s+index\b(?!\s+if\s+not\s+exists)/.test(one))
  return index ? [...broken, 'create index if not exists: an operator makes it concurrently before'] : broken
}

test('migrations only add, unless they say since which release nothing uses what they remove', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const found = readMigrations()
    .filter(({ number }) => number > beforeRelease)
    .flatMap(({ number, sql, removes }) => {
      if (!removes) return faults(sql).map((why) => `${number}: ${why}`)
      const since = /^-- removes what is unused since (\S+)/.exec(sql)?.[1] ?? ''
      const released = new RegExp(`^## ${since.replaceAll('.', '\\.')} .*\\d{4}-\\d{2}-\\d{2}`, 'm').test(changelog)
      return released ? [] : [`${number}: ${since} is no release with a date in CHANGELOG.md`]
    })
  expect(found).toEqual([])
})

test.each([
  'alter table runs drop column route;',
  'alter table runs rename column route to way;',
  'alter table runs\n  alter column route type bytea;',
  'alter table runs alter column route set not null;',
  'alter table runs add column more text not null;',
  'alter table runs add constraint positive check (id > 0);',
  'create unique index only_one on runs (route);',
  'drop table runs;',
  'create index runs_by_more on runs (more);',
  'alter table runs add column more text; alter table intents add column more text;',
])('told: %s', (sql) => {
  expect(faults(sql)).toHaveLength(1)
})

test.each([
  'alter table runs add column more text;',
  `alter table runs add column more text not null default 'x';`,
  'create table other (id bigint primary key, name text not null);\ncreate unique index others on other (name);',
  'create index if not exists runs_by_more on runs (more);',
  '-- drop table runs;',
  'drop index runs_by_more;',
])('accepted: %s', (sql) => {
  expect(faults(sql)).toEqual([])
})

/** A prepared `select *` fails after a column is added: "cached plan must not change result type". */
test('no statement asks for whatever columns a table has', () => {
  const folder = join(root, 'src/stores/postgres')
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const stars = [...text.matchAll(/select (?:\w+\.)?\* from (\w+)/g)].filter(([, table]) =>
        existing.has(table ?? ''),
      )
      // At the statement's end; inside, the outer part names the columns.
      const returning = [...text.matchAll(/returning (?:\w+\.)?\*`/g)]
      return [...stars, ...returning].map(([statement]) => `${name}: ${statement}`)
    })
  expect(found).toEqual([])
})
