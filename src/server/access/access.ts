import type { BlockList } from 'node:net'
import { rangesOf } from '../../config/accessConfig.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import type { Clock } from '../../host/clock.ts'
import { createTurns } from '../../host/createTurns.ts'
import type { Random } from '../../host/random.ts'
import type { KeyRecord, ProjectRecord } from '../../stores/accessStore.ts'
import type { Store } from '../../stores/store.ts'
import { hashKey, readKey } from './accessKey.ts'
import { type ActiveSwitches, createActiveSwitches } from './activeSwitches.ts'
import { openCountries } from './countries.ts'
import { createLimiter, type Limiter } from './limiter.ts'
import { createQuota, type Quota } from './quota.ts'
import { openTokens, type Tokens } from './tokens.ts'
import { createTtlCache, type TtlCache } from './ttlCache.ts'

/** A stored key, usable or not, and its project. */
export type FiledKey = { key: KeyRecord; project: ProjectRecord }

/** The checks' source for identity and permission. Without a store: no keys, no tokens, limits per process. */
export type Access = {
  /** The switches in force now. */
  switches(): ActiveSwitches
  /** Undefined for a key that does not exist; reads the store only for texts with the form and checksum of a key. */
  findKey(text: string): FiledKey | undefined | Promise<FiledKey | undefined>
  findProject(id: number): ProjectRecord | undefined | Promise<ProjectRecord | undefined>
  isMember(projectId: number, account: string): boolean | Promise<boolean>
  /** Calls the listener after a key, a project or a switch changed. Returns the function that stops it. */
  onChange(listener: () => void): () => void
  readonly limiter: Limiter
  readonly quota?: Quota
  readonly tokens?: Tokens
  /** Absent if no proxy is trusted. */
  readonly trustedProxies?: BlockList
  /** Stops reading changes, and writes units not counted yet. */
  stop(): Promise<void>
}

export type AccessPorts = {
  config: Config
  store?: Pick<Store, 'access' | 'listen'>
  clock: Clock
  random: Random
  /** The tokens of the admin interface, if this process serves it. */
  tokens?: Tokens
}

const pollMs = 1_000
const forgetEveryMs = 60_000
const forgetMax = 10_000
/** Every key change rechecks all held calls, 3 µs each: 20,000 in one turn blocked the event loop for 60 ms. */
const looksPerTurn = 500

export async function openAccess({ config, store, clock, random, tokens: shared }: AccessPorts): Promise<Access> {
  const { trustedProxies, countriesFile } = config.callers
  const countries = countriesFile ? await openCountries(countriesFile) : undefined
  if (!countries && config.switches.blockedCountries.length > 0)
    throw new ConfigError('switches.blockedCountries: needs callers.countriesFile, which says where addresses are')
  const common = {
    limiter: createLimiter({ access: store?.access, clock }),
    ...(trustedProxies.length > 0 && { trustedProxies: rangesOf(trustedProxies) }),
  }
  let switches = createActiveSwitches(config.switches, {}, countries)
  if (!store) {
    const own: ProjectRecord = { id: 1, name: 'default', anchorDay: 1, limits: {}, createdAtMs: 0 }
    return {
      ...common,
      switches: () => switches,
      findKey: () => undefined,
      findProject: (id) => (id === own.id ? own : undefined),
      isMember: () => false,
      onChange: () => () => {},
      stop: async () => {},
    }
  }

  const { access } = store
  const keys = createTtlCache<FiledKey>((text) => access.keyByHash(hashKey(text)), clock)
  const projects = createTtlCache<ProjectRecord>((id) => access.project(Number(id)), clock)
  const members = createTtlCache<object>(async (pair) => {
    const [projectId, account] = JSON.parse(pair) as [number, string]
    return (await access.isMember(projectId, account)) ? {} : undefined
  }, clock)
  const caches: TtlCache<object>[] = [keys, projects, members]

  let turnedText = ''
  const readSwitches = async () => {
    const turned = await access.switches()
    const text = JSON.stringify(turned)
    if (text !== turnedText) switches = createActiveSwitches(config.switches, turned, countries)
    turnedText = text
  }
  await readSwitches()
  const { operatorSecret: secret, tokenLifeMsMax: lifeMsMax } = config.admin
  const tokens = shared ?? (await openTokens({ access, clock, random, secret, lifeMsMax }))
  const listeners = new Set<() => void>()
  const turns = createTurns(looksPerTurn)
  const unlisten = await store.listen(({ kind }) => {
    if (kind !== 'switched' && kind !== 'missed') return
    for (const cache of caches) cache.forgetAll()
    readSwitches().catch(() => {}) // the next poll reads them
    tokens.refresh().catch(() => {}) // until the next poll, tokens are checked with the previous key
    for (const listener of listeners) void turns().then(listener)
  })
  const quota = createQuota({ access, clock, random })
  const ending = new AbortController()
  void poll({
    clock,
    signal: ending.signal,
    refresh: () => Promise.all([readSwitches(), tokens.refresh()]),
    forget: () => access.forgetBuckets(forgetMax, clock.nowMs()),
  })

  return {
    ...common,
    quota,
    tokens,
    switches: () => switches,
    // Cached keys first: verifying the checksum costs as much as the rest of the look-up.
    findKey: (text) => keys.known(text) ?? (readKey(text) ? keys.find(text) : undefined),
    findProject: (id) => projects.find(String(id)),
    isMember: (projectId, account) => {
      const found = members.find(JSON.stringify([projectId, account]))
      return found instanceof Promise ? found.then((one) => one !== undefined) : found !== undefined
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: async () => {
      ending.abort()
      unlisten()
      await quota.flush()
    },
  }
}

type Polling = { clock: Clock; signal: AbortSignal; refresh(): Promise<unknown>; forget(): Promise<unknown> }

/** Rereads switches and token salt every `pollMs`, as a notification may be lost; deletes full buckets every minute. */
async function poll({ clock, signal, refresh, forget }: Polling): Promise<void> {
  let forgetAtMs = clock.monotonicMs() + forgetEveryMs
  while (!signal.aborted) {
    await clock.sleep(pollMs, signal)
    if (signal.aborted) return
    await refresh().catch(() => {}) // while the store is down, the last switches stay in force
    if (clock.monotonicMs() < forgetAtMs) continue
    forgetAtMs = clock.monotonicMs() + forgetEveryMs
    await forget().catch(() => {}) // deleting them only saves space; the next round tries again
  }
}
