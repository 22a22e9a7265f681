import { readOperator } from '../app/readOperator.ts'
import { brandOperators } from '../chains/contracts/operator.ts'
import type { Config } from '../config/config.ts'
import type { Devnet } from '../devnet/devnet.ts'
import { isBuilt } from '../server/pages/builtFiles.ts'
import { formatOperator } from './kit/operator.ts'

const accountsShown = 3

/** URLs, chains and test accounts for the first call, in at most half a screen. */
export function describeService({
  url,
  adminUrl,
  config,
  devnet,
}: {
  url: string
  /** URL of admin operations and metrics, if they have their own port. */
  adminUrl?: string
  config: Config
  devnet?: Devnet
}): string {
  const service = config.brands[0]?.service ?? 'Svc'
  const key = config.auth.required ? 'operations on intents need an access key' : 'no access key needed'
  const rows: [string, string][] = [
    ['console', `${url}/console/`],
    ['API', `${url}/rpc/${service}/<operation>`],
    ['', key],
    ['documents', `${url}/docs/${isBuilt('docs') ? '' : '  (once `npm run docs` has built them)'}`],
    ['', `${url}/openapi.json`],
    ['health', `${url}/ready  ${adminUrl ?? url}/metrics`],
  ]
  if (adminUrl) rows.push(['admin', `${adminUrl}  (for admin commands, as CAUSEWAY_URL)`])
  if (devnet) {
    for (const { name, id, rpcUrl } of devnet.chains) rows.push(['chain', `${name.padEnd(7)} ${id}  ${rpcUrl}`])
    const shown = devnet.accounts.slice(0, accountsShown)
    for (const { address, privateKey } of shown) rows.push(['account', address], ['', privateKey])
    const more = devnet.accounts.length - shown.length
    if (more > 0) rows.push(['', `and ${more} more of the usual test phrase; never fund them elsewhere`])
  } else {
    const chainIds = config.chains.map(({ id }) => id)
    const [operator] = brandOperators(readOperator(config.operator, chainIds).operator, config.brands).values()
    rows.push(['chains', chainIds.join(', ')], ['callers', `--operator ${formatOperator(operator!)}`])
  }
  rows.push(['try', `curl -d '{}' -H 'content-type: application/json' \\`], ['', `  ${url}/rpc/${service}/GetChains`])
  return ['', ...rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`), ''].join('\n')
}
