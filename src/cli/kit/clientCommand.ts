import { type Client, createClient } from '../../sdk/client.ts'
import type { Waiting } from '../../sdk/retry.ts'
import { type Command, type CommandSpec, createCommand } from './command.ts'
import { ExplainedError, explainError } from './explainError.ts'
import { findService, type ServiceAddress } from './findService.ts'
import type { Flags, Parsed } from './flags.ts'
import { nodeFetch } from './nodeFetch.ts'
import type { Output } from './output.ts'
import { oneLine, writeErr, writtenCount } from './terminal.ts'

/** Every command that calls a service has these. */
export const clientFlags = {
  url: { value: 'url', about: 'Where the service is; CAUSEWAY_URL, else the one that runs in this folder' },
  key: { value: 'key', about: 'Access key of a project; CAUSEWAY_KEY' },
  json: { about: 'Print the result as JSON, amounts in base units' },
} as const satisfies Flags

export type ClientContext<F extends Flags> = Parsed<F & typeof clientFlags> & {
  service: ServiceAddress
  client: Client
  out: Output
}

export type ClientCommandSpec<F extends Flags> = CommandSpec<F, ClientContext<F>> & {
  /** What the command waits for, if not the service; said after a second of silence. */
  waitsFor?: string
}

/** A command that calls a running service. Its errors are shown with the URL that was called. */
export function createClientCommand<const F extends Flags>({ run, waitsFor, ...spec }: ClientCommandSpec<F>): Command {
  const flags: F & typeof clientFlags = { ...spec.flags, ...clientFlags }
  return createCommand<F & typeof clientFlags>({
    ...spec,
    flags,
    run: async (parsed) => {
      const service = findService(parsed.flags as { url?: string; key?: string }, process.env)
      const client = createClient({
        url: service.url,
        accessKey: service.accessKey,
        onWait: printWaits(service.url),
        fetch: nodeFetch,
      })
      const speaking = speakUp(waitsFor ?? service.url, parsed.out)
      try {
        return (await run({ ...parsed, service, client })) || undefined
      } catch (error) {
        throw new ExplainedError(explainError(error, service.url, spec.name), error)
      } finally {
        clearTimeout(speaking)
      }
    },
  })
}

/** A command that has said nothing for a second says what it waits for; a person would take silence for a hang. */
const silentMsMax = 1_000

function speakUp(what: string, out: Output): NodeJS.Timeout {
  const before = writtenCount()
  return setTimeout(() => {
    if (writtenCount() === before) out.note(`waiting for ${what}`)
  }, silentMsMax).unref()
}

/** Prints each error that the client waits out once, and again only after another one. */
function printWaits(url: string): (waiting: Waiting) => void {
  let said = ''
  return ({ error, forMs }) => {
    if (said === error || forMs < spokenMsMin) return
    said = error
    writeErr(oneLine(describeWait(error, url)))
  }
}

/** A shorter wait is over before a person has read the line. */
const spokenMsMin = 500

export const describeWait = (error: string, url: string): string =>
  error === 'WebrpcInternalError' || error === 'Unexpected'
    ? `waiting: ${url} has no database now; the call is made again`
    : `waiting: ${url} does not answer now; the call is made again`
