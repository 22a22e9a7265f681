import { readPoolModules } from '../../app/readPoolModules.ts'
import type { Config } from '../../config/config.ts'
import { openCountries } from '../../server/access/countries.ts'
import { requireGuarded } from '../../server/http/requireGuarded.ts'
import { readExternalList } from '../../tokens/readExternalList.ts'
import { bad, type Finding } from './finding.ts'

/** Runs the start's own checks on well-formed settings: doctor must not call ready what does not start. */
export async function checkSettings(config: Config): Promise<Finding[]> {
  const { roles, callers, tokens } = config
  const chainIds = config.chains.map(({ id }) => id)
  const asked: [about: string, remedy: string, ask: () => unknown][] = [
    ['pool modules', 'correct the file that providers.modules names', () => readPoolModules(config)],
    ...tokens.externalLists.map((file): (typeof asked)[number] => [
      'token lists',
      'correct the file that tokens.externalLists names',
      () => readExternalList(file, chainIds),
    ]),
  ]
  if (roles.api) asked.push(['callers', 'as it says', () => requireGuarded(config)])
  const { countriesFile } = callers
  if (roles.api && countriesFile !== undefined)
    asked.push(['countries', 'correct callers.countriesFile', () => openCountries(countriesFile)])
  const refused = await Promise.all(asked.map((one) => refusalOf(...one)))
  return [...refused.flat(), ...checkFeeCollector(config)]
}

async function refusalOf(about: string, remedy: string, ask: () => unknown): Promise<Finding[]> {
  try {
    await ask()
    return []
  } catch (error) {
    return [bad(about, (error as Error).message, remedy)]
  }
}

/** Without `engine.feeCollector`, fees go to the first signer. A process without signers needs the setting. */
function checkFeeCollector({ engine, signers, roles, chains }: Config): Finding[] {
  const isSigning = signers.privateKeys.length + signers.keystores.length + signers.external.length > 0
  // Without chains, local ones start with their own signers; a worker without signers has its own finding.
  if (chains.length === 0 || roles.worker || isSigning || engine.feeCollector !== undefined) return []
  const remedy = 'set engine.feeCollector (CAUSEWAY_ENGINE_FEE_COLLECTOR) to the address that the workers have'
  return [bad('fees', 'no fee collector: a process without signers needs its address', remedy)]
}
