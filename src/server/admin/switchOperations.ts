import { parseRange } from '../../config/accessConfig.ts'
import type { AdminRequest, AdminResponse } from '../../interface/adminOperations.ts'
import { type SwitchesShape, type SwitchName, switchNames } from '../../interface/adminShapes.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Switches } from '../../stores/accessStore.ts'
import { unknownChain } from '../operations/unknownChain.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

type SwitchHandlers = Pick<AdminHandlers, 'GetSwitches' | 'SetSwitches'>
type Patch = { [K in keyof Switches]?: Switches[K] | null }

/** Switches that the operator sets while the service runs; every process follows within a second. */
export function switchOperations(ports: AdminPorts): SwitchHandlers {
  const { access } = ports.store
  return {
    GetSwitches: async () => answer(await access.switches(), ports),
    async SetSwitches(request, { act }) {
      const patch = toPatch(request, ports)
      await requireProjects(request.projectsPaused, ports)
      if (Object.keys(patch).length === 0)
        throw new ServiceError('InvalidArgument', 'nothing to turn: give a switch, or reset')
      return answer(await access.setSwitches(patch, act), ports)
    },
  }
}

function toPatch({ reset = [], clientVersionMin, ...rest }: AdminRequest<'SetSwitches'>, ports: AdminPorts): Patch {
  const patch: Patch = {
    ...rest,
    ...(clientVersionMin && {
      clientVersionMin: Object.fromEntries(clientVersionMin.map(({ client, version }) => [client, version])),
    }),
  }
  const both = reset.find((name) => patch[name] !== undefined)
  if (both) throw new ServiceError('InvalidArgument', `reset: ${both} is also given a value`)
  rest.blockedRanges?.forEach(requireRange)
  requireChains(rest.chainsPaused, ports)
  requireProviders(rest.providersPaused, ports)
  requireCountries(rest.blockedCountries, ports)
  for (const name of reset) patch[name] = null
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

function requireRange(range: string, at: number): void {
  if (parseRange(range)) return
  throw new ServiceError('InvalidArgument', `blockedRanges[${at}]: must be an address or a range like 203.0.113.0/24`)
}

function requireCountries(countries: readonly string[] | undefined, { config }: AdminPorts): void {
  if (!countries?.length || config.callers.countriesFile !== undefined) return
  throw new ServiceError('Unavailable', 'blockedCountries: needs callers.countriesFile, which says where addresses are')
}

function requireChains(chainIds: readonly number[] | undefined, { chains }: AdminPorts): void {
  const at = chainIds?.findIndex((id) => !chains.has(id)) ?? -1
  if (at < 0) return
  throw unknownChain(chainIds![at]!, chains, `chainsPaused[${at}]: `)
}

function requireProviders(names: readonly string[] | undefined, { providerNames }: AdminPorts): void {
  const at = names?.findIndex((name) => !providerNames.includes(name)) ?? -1
  if (at < 0) return
  throw new ServiceError('InvalidArgument', `providersPaused[${at}]: must be one of ${providerNames.join(', ')}`)
}

async function requireProjects(ids: readonly number[] | undefined, { store }: AdminPorts): Promise<void> {
  for (const [at, id] of (ids ?? []).entries())
    if (!(await store.access.project(id)))
      throw new ServiceError('InvalidArgument', `projectsPaused[${at}]: there is no project ${id}`)
}

function answer(turned: Switches, { config }: AdminPorts): AdminResponse<'GetSwitches'> {
  const inForce = { ...(config.switches as Partial<Switches>), ...turned }
  const { intents = true, operationsOff = [], chainsPaused = [], blockedRanges = [], blockedCountries = [] } = inForce
  const { projectsPaused = [], providersPaused = [] } = inForce
  const clientVersionMin = Object.entries(inForce.clientVersionMin ?? {}).map(([client, version]) => ({
    client,
    version,
  }))
  const known = operationsOff as NonNullable<SwitchesShape['operationsOff']>
  return {
    switches: {
      ...{ intents, operationsOff: known, chainsPaused, projectsPaused, providersPaused },
      ...{ blockedRanges, blockedCountries, clientVersionMin },
    },
    turned: switchNames.filter((name: SwitchName) => turned[name] !== undefined),
  }
}
