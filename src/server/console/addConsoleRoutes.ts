import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shareAnswer } from '../../host/shareAnswer.ts'
import { defaultBrand } from '../../interface/brand.ts'
import type { ServerContext } from '../http/serverContext.ts'
import { readBuiltFiles } from '../pages/builtFiles.ts'
import { sendBuiltFile } from '../pages/sendBuiltFile.ts'
import { addLocalNodes, localNodesOf } from './localNodes.ts'

/**
 * Allows only scripts, styles and requests of the service's own origin: text that a caller wrote into a name, a memo or
 * a revert reason cannot load or run anything, even if a page rendered it wrongly.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/**
 * Pages of other origins use `<causeway-send>` and load its script, its parts and these settings from here. Only public
 * files are exposed: no cookie is read, and no foreign page can frame the console.
 */
const sharedHeaders = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

const notBuilt =
  'The console is not built. In a clone of the repository: npm run build. The service works without it.\n'

/** The operations that pages may call on their own port. */
export type ConsolePart = 'all' | 'operations' | 'admin'

/** The console at `/console/`, the short link `/i/<intentId>`, and the pages' initial settings. */
export function addConsoleRoutes(
  app: FastifyInstance,
  context: ServerContext,
  part: ConsolePart,
  folder?: string,
): void {
  const files = readBuiltFiles('console', folder)
  const index = files?.get('index.html')
  const serve = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    if (!files || !index) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    const file = files.get(path)
    if (!file && path.startsWith('assets/')) return reply.code(404).type('text/plain; charset=utf-8').send('gone\n')
    const shown = file ?? index
    return sendBuiltFile(request, reply, shown, { ...pageHeaders, ...(shown.isScript && sharedHeaders) })
  }
  app.get('/console', (_request, reply) => reply.redirect('/console/', 302))
  app.get('/console/settings.json', (_request, reply) =>
    reply
      .headers({ ...pageHeaders, ...sharedHeaders, 'Cache-Control': 'no-store' })
      .type('application/json')
      .send(JSON.stringify(settingsOf(context, part))),
  )
  const { routeGraph } = context.ports
  if (part !== 'admin' && routeGraph) {
    const printed = shareAnswer(async () => JSON.stringify(await routeGraph()), context.ports.clock)
    app.get('/console/routes.json', async (_request, reply) =>
      reply
        .headers({ ...pageHeaders, 'Cache-Control': 'no-store' })
        .type('application/json')
        .send(await printed()),
    )
  }
  app.get<{ Params: { '*': string } }>('/console/*', (request, reply) => serve(request, reply, request.params['*']))
  app.get<{ Params: { intentId: string } }>('/i/:intentId', (request, reply) =>
    reply.redirect(`/console/intents/${encodeURIComponent(request.params.intentId)}`, 302),
  )
  if (part !== 'admin') addLocalNodes(app, context)
}

/** Nothing here is secret: every visitor reads it. */
function settingsOf({ config, ports, admin }: ServerContext, part: ConsolePart): object {
  return {
    version: ports.version,
    brand: config.brands[0] ?? defaultBrand,
    isKeyNeeded: config.auth.required,
    hasOperations: part !== 'admin',
    hasAdmin: part !== 'operations' && admin !== undefined,
    localNodes: part === 'admin' ? [] : [...localNodesOf(config, ports).keys()],
    contracts: ports.contracts,
    finality: [...ports.chains.values()].map(({ id, definition }) => ({ chainId: id, rules: definition.finality })),
  }
}
