import { type Address, createPublicClient, type Hex, http } from 'viem'
import { readIdentity } from '../../app/readIdentity.ts'
import { readOperator } from '../../app/readOperator.ts'
import type { Config } from '../../config/config.ts'
import { identityOf } from '../../sdk/identityOf.ts'
import { nodeFetch } from '../kit/nodeFetch.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const about = 'identity'
const soonMs = 30 * 24 * 3_600_000

/** Reports who signs quotes by these settings, and whether a running service has the same identity and operator. */
export async function checkIdentity(config: Config, url: string): Promise<Finding[]> {
  if (config.chains.length === 0) return []
  const nowMs = Date.now()
  const own = await readIdentity(config, nowMs, acceptedBy(config)).catch((error: Error) => error)
  if (own instanceof Error)
    return [bad(about, own.message, 'correct operator.identityKey and operator.identityCertificate')]
  const { identity, until } = own?.signed.deployment ?? {}
  const remedy = 'run causeway signers identity where the grant key is, and set what it prints'
  const said = !identity
    ? config.roles.api
      ? [ok(about, 'none: quotes are not signed; operator.identityKey gives one')]
      : []
    : until! * 1_000 < nowMs + soonMs
      ? [
          warn(
            about,
            `${identity} signs quotes, and its certificate ends ${new Date(until! * 1_000).toISOString()}`,
            remedy,
          ),
        ]
      : [ok(about, `${identity} signs quotes`)]
  return [...said, ...(await checkRunning(config, url, identity))]
}

/** Reports nothing if no service runs, or if neither the service nor these settings have an identity. */
async function checkRunning(config: Config, url: string, own: string | undefined): Promise<Finding[]> {
  const ask = async () => {
    const chainIds = config.chains.map(({ id }) => id)
    const { operator } = readOperator(config.operator, chainIds)
    return identityOf({ url, operator, accepts: acceptedBy(config), fetch: nodeFetch })
  }
  const running = await ask().catch((error: Error) => error)
  const at = `the service at ${url}`
  const remedy = 'give all processes that answer requests one operator.identityKey, and one operator to all'
  if (!(running instanceof Error))
    return own === undefined || running === own
      ? [ok(about, `${at} signs quotes as ${running}`)]
      : [bad(about, `${at} signs quotes as ${running}, by these settings ${own} does`, remedy)]
  if (running.name !== 'UntrustedDeployment' || (own === undefined && /describes no/.test(running.message))) return []
  return [bad(about, `${at}: ${running.message}`, remedy)]
}

function acceptedBy({ chains }: Config): (address: Address, hash: Hex, signature: Hex) => Promise<boolean> {
  const chain = createPublicClient({ transport: http(chains[0]?.rpcUrls[0]) })
  return (address, hash, signature) => chain.verifyHash({ address, hash, signature }).catch(() => false)
}
