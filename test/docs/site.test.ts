import { execFile } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { readRules } from '../../scripts/readRules.ts'
import { serve } from '../server/serve.ts'
import { useFolder } from '../useParts.ts'

const root = join(import.meta.dirname, '..', '..')
const site = useFolder()
const parts = useFolder()

/** The build itself refuses a link to a page that does not exist. */
beforeAll(async () => {
  await promisify(execFile)(join(root, 'node_modules/.bin/vitepress'), ['build', 'docs', '--outDir', site], {
    cwd: root,
  })
})

const targetsOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)].map(([, target]) => target!)

test('every page is served, and all that it loads or links to comes from the service and exists', async () => {
  const { url } = await serve({}, { docsFolder: site })
  const open = ['/docs/']
  const seen = new Set(open)
  const assets = new Set<string>()
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const answer = await fetch(url + path)
    expect(answer.status, path).toBe(200)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/)
    for (const target of targetsOf(await answer.text())) {
      if (/^[a-z]+:/.test(target)) continue
      const next = new URL(target, url + path).pathname
      expect(next, path).toMatch(/^\/docs\//)
      if (!next.endsWith('.html')) assets.add(next)
      else if (!seen.has(next)) open.push(next)
      seen.add(next)
    }
  }
  for (const path of assets) expect((await fetch(url + path)).status, path).toBe(200)
  // The pictures of the console are for readers of the repository: the console itself stands beside the site.
  const pages = (await readdir(join(root, 'docs'), { recursive: true })).filter(
    (name) => name.endsWith('.md') && !name.startsWith('console/'),
  )
  expect(
    pages.filter((name) => !seen.has(`/docs/${name.replace(/(index)?\.md$/, (_, index) => (index ? '' : '.html'))}`)),
  ).toEqual([])
})

test('the link of every alert opens its section of the runbook', async () => {
  const { url } = await serve({}, { docsFolder: site })
  for (const { annotations } of readRules()) {
    const [page, section] = annotations.runbook_url.replace('{{ $externalLabels.causeway_url }}', url).split('#')
    expect(await (await fetch(page!)).text(), page).toContain(`id="${section}"`)
  }
})

test('a page that is not there says so, and without a build the way to one is said', async () => {
  const { url } = await serve({}, { docsFolder: site })
  expect((await fetch(`${url}/docs/guides/none.html`)).status).toBe(404)
  expect((await fetch(`${url}/docs/..%2f..%2fpackage.json`)).status).toBe(404)
  const later = join(parts, 'later')
  const bare = await serve({}, { docsFolder: later })
  const answer = await fetch(`${bare.url}/docs/`)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('npm run docs')
  // A build that goes on beside the service: what is written last makes it one.
  const isLast = (path: string) => path.endsWith('hashmap.json')
  cpSync(site, later, { recursive: true, filter: (path) => !isLast(path) })
  expect((await fetch(`${bare.url}/docs/`)).status).toBe(503)
  cpSync(join(site, 'hashmap.json'), join(later, 'hashmap.json'))
  expect((await fetch(`${bare.url}/docs/`)).status).toBe(200)
})

test('readers search in what the site itself holds', async () => {
  const chunks = await readdir(join(site, 'assets', 'chunks'))
  expect(chunks.some((name) => name.startsWith('@localSearchIndex'))).toBe(true)
  expect(existsSync(join(site, 'reference', 'errors.html'))).toBe(true)
})
