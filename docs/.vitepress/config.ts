import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig } from 'vitepress'

const docs = join(import.meta.dirname, '..')

/** The first heading of a page is its name in lists; files without one are not listed. */
function pagesOf(folder: string): { text: string; link: string }[] {
  return readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => {
      const text = /^# (.+)$/m.exec(readFileSync(join(docs, folder, name), 'utf8'))?.[1]
      return text ? [{ text: text.replaceAll('`', ''), link: `/${folder}/${name.replace(/\.md$/, '')}` }] : []
    })
}

/** In the order of a reader's day. A guide that is in none of the lists is refused, so that none is lost. */
const day = {
  'Send an intent': [
    'integrate-from-typescript',
    'integrate-with-react',
    'integrate-with-python',
    'integrate-with-curl',
    'send-form-in-your-page',
    'destination-calls',
    'verify-webhooks',
    'provoke-failures',
    'move-from-another-service',
  ],
  'Run a service': ['run-in-production', 'keep-it-running', 'run-on-a-cluster', 'security-model'],
  'Extend it': ['add-a-chain', 'add-a-provider'],
}

function guidesOfTheDay() {
  const pages = pagesOf('guides')
  const named = Object.values(day).flat()
  const lost = pages.filter(({ link }) => !named.includes(link.replace('/guides/', '')))
  if (lost.length > 0) throw new Error(`no place in the sidebar: ${lost.map(({ link }) => link).join(', ')}`)
  return Object.entries(day).map(([text, names]) => ({
    text,
    items: names.map((name) => pages.find(({ link }) => link === `/guides/${name}`)!),
  }))
}

/** A page may link to a file that is no page of the site, as it lies in the repository: there the link is shown as its text. */
function leavesTheSite(page: string, href: string): boolean {
  const [path = ''] = href.split('#')
  if (path === '' || /^[a-z]+:/.test(path)) return false
  return !/\.(md|png)$/.test(path) || relative(docs, join(docs, dirname(page), path)).startsWith('..')
}

export default defineConfig({
  title: 'Causeway',
  description: 'A self-hosted cross-chain intent service',
  base: '/docs/',
  srcDir: docs,
  // Pictures of the console are read in the repository; in the package they would weigh more than the service.
  srcExclude: ['console/**'],
  outDir: join(docs, '..', 'dist', 'docs'),
  cacheDir: join(docs, '..', 'node_modules', '.cache', 'vitepress'),
  // The reader's choice of light or dark comes from the system: the switch needs a script inside the page.
  appearance: false,
  metaChunk: true,
  lastUpdated: false,
  markdown: {
    config: (md) => {
      md.core.ruler.push('links-that-leave', ({ tokens, env }) => {
        for (const { children } of tokens) {
          let isDropping = false
          for (const token of children ?? []) {
            if (token.type === 'link_open') isDropping = leavesTheSite(env.relativePath, token.attrGet('href') ?? '')
            if (isDropping && token.type.startsWith('link_')) token.type = 'text'
          }
        }
      })
    },
  },
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/integrate-from-typescript' },
      { text: 'Reference', link: '/reference/operations' },
      { text: 'Decisions', link: '/decisions/engine' },
      { text: 'Glossary', link: '/glossary' },
    ],
    sidebar: [
      ...guidesOfTheDay(),
      { text: 'Reference', items: [...pagesOf('reference'), { text: 'Glossary', link: '/glossary' }] },
      { text: 'Decisions', collapsed: true, items: pagesOf('decisions') },
    ],
  },
})
