import type { BlockList } from 'node:net'
import { rangesOf } from '../../config/accessConfig.ts'
import type { SwitchesConfig } from '../../config/serviceConfig.ts'
import type { Switches } from '../../stores/accessStore.ts'
import { isIn } from './callerAddress.ts'
import type { Countries } from './countries.ts'

/** The switches in force: the operator's take precedence over the configuration. Replaced as a whole on change. */
export type ActiveSwitches = {
  readonly intents: boolean
  readonly operationsOff: ReadonlySet<string>
  readonly chainsPaused: ReadonlySet<number>
  readonly projectsPaused: ReadonlySet<number>
  readonly providersPaused: ReadonlySet<string>
  readonly clientVersionMin: Readonly<Record<string, string>>
  /** Absent if no address is blocked: then the caller's address is not resolved. */
  readonly blocks?: (address: string) => boolean
}

export function createActiveSwitches(config: SwitchesConfig, turned: Switches, countries?: Countries): ActiveSwitches {
  const blockedRanges = turned.blockedRanges ?? config.blockedRanges
  const blockedCountries = new Set(turned.blockedCountries ?? config.blockedCountries)
  const ranges = blockedRanges.length > 0 ? rangesOf(blockedRanges) : undefined
  return {
    intents: turned.intents ?? config.intents,
    operationsOff: new Set(turned.operationsOff ?? config.operationsOff),
    chainsPaused: new Set(turned.chainsPaused ?? config.chainsPaused),
    projectsPaused: new Set(turned.projectsPaused ?? config.projectsPaused),
    providersPaused: new Set(turned.providersPaused ?? config.providersPaused),
    clientVersionMin: turned.clientVersionMin ?? config.clientVersionMin,
    ...((ranges || (countries && blockedCountries.size > 0)) && {
      blocks: (address) => inRanges(ranges, address) || inCountries(countries, blockedCountries, address),
    }),
  }
}

const inRanges = (ranges: BlockList | undefined, address: string): boolean =>
  ranges !== undefined && isIn(ranges, address)

function inCountries(countries: Countries | undefined, blocked: ReadonlySet<string>, address: string): boolean {
  const country = countries?.of(address)
  return country !== undefined && blocked.has(country)
}
