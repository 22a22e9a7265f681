import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type BuiltFile, readBuiltFiles } from './builtFiles.ts'
import { sendBuiltFile } from './sendBuiltFile.ts'

const notBuilt =
  'The documents are not built. In a clone of the repository: npm run docs, then load this page again. They are in docs/ as well.\n'

/**
 * The documents at `/docs/`, built before or after the service started. The policy allows a page's one inline script by
 * its hash, and nothing from elsewhere.
 */
export async function addDocsRoutes(app: FastifyInstance, folder?: string): Promise<void> {
  let site = await readSite(folder)
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 302))
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    site ??= await readSite(folder)
    if (!site) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    const { files, headers } = site
    const path = request.params['*']
    const file = files.get(path === '' ? 'index.html' : path) ?? files.get(`${path}.html`)
    const missing = files.get('404.html')
    if (file) return sendBuiltFile(request, reply, file, headers)
    if (missing) return sendBuiltFile(request, reply.code(404), missing, headers)
    return reply.code(404).type('text/plain; charset=utf-8').send('there is no such page\n')
  })
}

async function readSite(folder: string | undefined) {
  const files = readBuiltFiles('docs', folder)
  if (!files) return undefined
  return { files, headers: { 'Content-Security-Policy': await policyOf(files), 'X-Content-Type-Options': 'nosniff' } }
}

/** Styles are `unsafe-inline`: style attributes colour code samples, and plain CSP hashes do not cover those. */
async function policyOf(files: ReadonlyMap<string, BuiltFile>): Promise<string> {
  const hashes = new Set<string>()
  for (const [path, file] of files) {
    if (!path.endsWith('.html')) continue
    const text = (await file.body('identity')).toString()
    for (const [, script] of text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g))
      hashes.add(`'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
  }
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
