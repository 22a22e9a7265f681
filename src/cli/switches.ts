import { devnetDefinitions } from '../chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../chains/definitions/mainnets.ts'
import { nearest } from '../config/nearest.ts'
import { type SwitchName, switchNames } from '../interface/adminShapes.ts'
import { type OperationName, operationNames } from '../interface/operations.ts'
import type { AdminClient } from '../sdk/adminClient.ts'
import { isError } from '../sdk/causewayError.ts'
import type { Client } from '../sdk/createClient.ts'
import { type AdminContext, createAdminCommand, idOf } from './adminCommand.ts'
import { usageError } from './kit/cliError.ts'
import { createCommandGroup } from './kit/command.ts'
import { chooseChain, findChain } from './kit/findChain.ts'
import type { Flags } from './kit/flags.ts'
import { formatPairs } from './kit/table.ts'

type Turn = Parameters<AdminClient['setSwitches']>[0]
type Answer = Awaited<ReturnType<AdminClient['getSwitches']>>

function describe({ switches, turned }: Answer): string {
  const origin = (name: SwitchName) => (turned.includes(name) ? '' : '  (as configured)')
  const some = (values: readonly (string | number)[] | undefined) => values?.join(', ') || 'none'
  const versions = switches.clientVersionMin?.map(({ client, version }) => `${client} ${version}`)
  return formatPairs([
    ['intents', `${switches.intents ? 'on' : 'off'}${origin('intents')}`],
    ['operations off', `${some(switches.operationsOff)}${origin('operationsOff')}`],
    ['chains paused', `${some(switches.chainsPaused)}${origin('chainsPaused')}`],
    ['projects paused', `${some(switches.projectsPaused)}${origin('projectsPaused')}`],
    ['providers paused', `${some(switches.providersPaused)}${origin('providersPaused')}`],
    ['blocked ranges', `${some(switches.blockedRanges)}${origin('blockedRanges')}`],
    ['blocked countries', `${some(switches.blockedCountries)}${origin('blockedCountries')}`],
    ['least clients', `${some(versions)}${origin('clientVersionMin')}`],
  ])
}

async function turn({ admin, out }: AdminContext<Flags>, change: Turn): Promise<undefined> {
  const answer = await admin.setSwitches(change)
  out.result(answer, () => describe(answer))
}

const oneOf = <T extends string>(text: string, choices: readonly T[]): T => {
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw usageError(`"${text}" is none of ${choices.join(', ')}`)
  return found
}

/** The list with `value` added or removed. */
const toggled = <T>(values: readonly T[] = [], value: T, on: boolean): T[] =>
  on ? [...new Set([...values, value])] : values.filter((one) => one !== value)

const list = createAdminCommand({
  name: 'switch list',
  about: 'Show what is switched, and what follows the configuration.',
  flags: {},
  examples: ['switch list', 'switch list --json'],
  run: async ({ admin, out }) => {
    const answer = await admin.getSwitches()
    out.result(answer, () => describe(answer))
  },
})

const intents = createAdminCommand({
  name: 'switch intents',
  about: 'Turn new intents on or off. Running intents, refunds and receipts go on.',
  takes: ['on|off'],
  flags: {},
  examples: ['switch intents off', 'switch intents on'],
  run: (context) => turn(context, { intents: oneOf(context.args[0]!, ['on', 'off']) === 'on' }),
})

const operation = createAdminCommand({
  name: 'switch operation',
  about: 'Turn one operation on or off; off it answers MethodNotFound.',
  takes: ['name', 'on|off'],
  flags: {},
  examples: ['switch operation GetEarnPools off', 'switch operation GetEarnPools on'],
  run: async (context) => {
    const [text, state] = context.args as [string, string]
    const name = operationNames.find((one) => one.toLowerCase() === text.toLowerCase())
    const close = nearest(text, operationNames)
    if (!name) throw usageError(`there is no operation "${text}"`, close && `did you mean ${close}?`)
    const off = oneOf(state, ['on', 'off']) === 'off'
    const { switches } = await context.admin.getSwitches()
    return turn(context, { operationsOff: toggled<OperationName>(switches.operationsOff, name, off) })
  },
})

/** With `http.adminPort`, the admin URL does not list chains: then takes the names of built-in chains, and any id. */
async function chainIdOf(client: Client, text: string): Promise<number> {
  try {
    return (await findChain(client, text)).id
  } catch (error) {
    if (!isError(error, 'WebrpcBadRoute')) throw error
    return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : chooseChain([...devnetDefinitions(), ...mainnets], text).id
  }
}

const chain = createAdminCommand({
  name: 'switch chain',
  about: 'Pause a chain for new intents, or resume it. Running intents go on.',
  takes: ['chain', 'pause|resume'],
  flags: {},
  examples: ['switch chain Harbor pause', 'switch chain 31337 resume'],
  run: async (context) => {
    const [text, state] = context.args as [string, string]
    const paused = oneOf(state, ['pause', 'resume']) === 'pause'
    const id = await chainIdOf(context.client, text)
    const { switches } = await context.admin.getSwitches()
    return turn(context, { chainsPaused: toggled(switches.chainsPaused, id, paused) })
  },
})

const project = createAdminCommand({
  name: 'switch project',
  about: 'Pause a project for new intents, or resume it. Its keys still read, and its running intents go on.',
  takes: ['number', 'pause|resume'],
  flags: {},
  examples: ['switch project 2 pause', 'switch project 2 resume'],
  run: async (context) => {
    const [text, state] = context.args as [string, string]
    const { switches } = await context.admin.getSwitches()
    const paused = oneOf(state, ['pause', 'resume']) === 'pause'
    return turn(context, { projectsPaused: toggled(switches.projectsPaused, idOf('<number>', text), paused) })
  },
})

const provider = createAdminCommand({
  name: 'switch provider',
  about: 'Pause a bridge or a swap provider for new intents, or resume it. Running intents go on.',
  takes: ['name', 'pause|resume'],
  flags: {},
  examples: ['switch provider ACROSS pause', 'switch provider ACROSS resume'],
  run: async (context) => {
    const [text, state] = context.args as [string, string]
    const { switches } = await context.admin.getSwitches()
    const paused = oneOf(state, ['pause', 'resume']) === 'pause'
    return turn(context, { providersPaused: toggled(switches.providersPaused, text.toUpperCase(), paused) })
  },
})

const geoblock = createAdminCommand({
  name: 'switch geoblock',
  about: 'Refuse callers by address range or country, or let them in again.',
  takes: ['add|remove', 'range|country'],
  flags: {},
  examples: ['switch geoblock add 203.0.113.0/24', 'switch geoblock add XX', 'switch geoblock remove 203.0.113.0/24'],
  run: async (context) => {
    const [state, what] = context.args as [string, string]
    const added = oneOf(state, ['add', 'remove']) === 'add'
    const { switches } = await context.admin.getSwitches()
    const change = /^[A-Za-z]{2}$/.test(what)
      ? { blockedCountries: toggled(switches.blockedCountries, what.toUpperCase(), added) }
      : { blockedRanges: toggled(switches.blockedRanges, what, added) }
    return turn(context, change)
  },
})

const minClient = createAdminCommand({
  name: 'switch min-client',
  about: 'Refuse clients that declare an older version than this.',
  takes: ['client', 'version|none'],
  details: ['<client> is the name that a client declares, or * for any.'],
  flags: {},
  examples: ["switch min-client '*' 0.2.0", 'switch min-client shop 1.4.0', 'switch min-client shop none'],
  run: async (context) => {
    const [client, version] = context.args as [string, string]
    const { switches } = await context.admin.getSwitches()
    const others = (switches.clientVersionMin ?? []).filter((one) => one.client !== client)
    const clientVersionMin = version === 'none' ? others : [...others, { client, version }]
    return turn(context, { clientVersionMin })
  },
})

const reset = createAdminCommand({
  name: 'switch reset',
  about: 'Let a switch follow the configuration again.',
  takes: ['switch'],
  details: [`<switch> is one of ${switchNames.join(', ')}.`],
  flags: {},
  examples: ['switch reset intents', 'switch reset blockedRanges'],
  run: (context) => turn(context, { reset: [oneOf(context.args[0]!, switchNames)] }),
})

export const switches = createCommandGroup({
  name: 'switch',
  about:
    'Turn what acts at once, on every process: intents, operations, chains, projects, providers, callers, client versions.',
  children: { list, intents, operation, chain, project, provider, geoblock, 'min-client': minClient, reset },
})
