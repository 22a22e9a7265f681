import type { Hex } from '../interface/fields.ts'

/** Limits of one project; an absent field means the configuration's value. */
export type ProjectLimits = {
  requestsPerS?: number
  burst?: number
  quotesPerMinute?: number
  unitsPerCycle?: number
  keysMax?: number
  /** Dollars a day that the project pays for relaying deposits of its users. */
  sponsorUsdPerDay?: number
}

export type ProjectRecord = {
  id: number
  name: string
  /** Day of the month, 1 to 28, on which the quota restarts, UTC. */
  anchorDay: number
  limits: ProjectLimits
  createdAtMs: number
  deletedAtMs?: number
}

/** A key without its secret: the store has only the hash. */
export type KeyRecord = {
  id: number
  projectId: number
  /** First and last four characters, for lists and logs. */
  hint: string
  name: string
  active: boolean
  isDefault: boolean
  /** Empty: any. `https://*.example.com` allows any one label in that place. */
  origins: string[]
  /** Empty: all. */
  services: string[]
  operations: string[]
  expiresAtMs?: number
  createdAtMs: number
  updatedAtMs: number
}

export type NewKey = Pick<
  KeyRecord,
  'projectId' | 'hint' | 'name' | 'origins' | 'services' | 'operations' | 'expiresAtMs'
> & {
  keyHash: Hex
}
export type KeyPatch = Partial<Pick<KeyRecord, 'name' | 'origins' | 'services' | 'operations'>> & {
  expiresAtMs?: number | null
}

/** Who did it and when. The transaction of an act also writes its audit row. */
export type Act = { actor: string; nowMs: number }

export type AuditRow = {
  id: number
  atMs: number
  actor: string
  act: string
  projectId?: number
  detail: Record<string, unknown>
}

/** Settings that the operator can change without a restart; an absent field means the configuration's value. */
export type Switches = {
  intents?: boolean
  operationsOff?: string[]
  chainsPaused?: number[]
  projectsPaused?: number[]
  providersPaused?: string[]
  /** Address ranges in CIDR notation. */
  blockedRanges?: string[]
  /** ISO 3166 codes of two letters. */
  blockedCountries?: string[]
  /** By client name, `*` for any. */
  clientVersionMin?: Record<string, string>
}

/** Why an act on a key was refused; nothing was written. */
export type KeyRefusal = 'noProject' | 'noKey' | 'maxKeys' | 'lastKey' | 'inactive'

/** A token bucket of up to `burst`, refilled with `ratePerS`. Grants `want` tokens, or what is left if fewer. */
export type BucketRequest = { name: string; want: number; ratePerS: number; burst: number }
export type BucketGrant = { granted: number; left: number }

/** Projects, keys, quotas, rate limits, operator switches and the audit log. */
export type AccessStore = {
  keyByHash(keyHash: Hex): Promise<{ key: KeyRecord; project: ProjectRecord } | undefined>

  project(id: number): Promise<ProjectRecord | undefined>
  projects(page: { afterId?: number; limit: number; account?: string }): Promise<ProjectRecord[]>
  createProject(project: { name: string; anchorDay: number; limits: ProjectLimits }, act: Act): Promise<ProjectRecord>
  /** Undefined if there is no such project, or it was deleted. */
  updateProject(
    id: number,
    patch: Partial<Pick<ProjectRecord, 'name' | 'anchorDay' | 'limits'>>,
    act: Act,
  ): Promise<ProjectRecord | undefined>
  /** Its keys are refused from then on; its open intents are still executed. */
  deleteProject(id: number, act: Act): Promise<boolean>

  members(projectId: number): Promise<string[]>
  isMember(projectId: number, account: string): Promise<boolean>
  addMember(projectId: number, account: string, act: Act): Promise<boolean>
  removeMember(projectId: number, account: string, act: Act): Promise<boolean>

  keys(projectId: number): Promise<KeyRecord[]>
  /** The first active key of a project becomes its default. */
  createKey(key: NewKey, max: number, act: Act): Promise<KeyRecord | KeyRefusal>
  /** Never changes the expiry of a key that has ended or was replaced: no patch can revive it. */
  updateKey(projectId: number, keyId: number, patch: KeyPatch, act: Act): Promise<KeyRecord | KeyRefusal>
  /** The new key takes over name, rules and default; the old one ends by `oldUntilMs` and cannot rotate again. */
  rotateKey(
    rotation: { projectId: number; keyId: number; keyHash: Hex; hint: string; oldUntilMs: number },
    act: Act,
  ): Promise<KeyRecord | KeyRefusal>
  /** Refuses the last active key. If it was the default, the oldest active one takes over. */
  disableKey(projectId: number, keyId: number, act: Act): Promise<KeyRecord | KeyRefusal>
  setDefaultKey(projectId: number, keyId: number, act: Act): Promise<KeyRecord | KeyRefusal>

  /** Spends units of a cycle: all, or none and `spent: false`. `mark` lets `takeBack` find a recent spend. */
  spend(charge: {
    projectId: number
    cycleStartMs: number
    units: number
    unitsMax: number
    mark?: string
  }): Promise<{ spent: boolean; usedUnits: number }>
  /** Returns the units of a spend whose answer was lost, if it took place; tells whether it did. Idempotent. */
  takeBack(charge: { projectId: number; cycleStartMs: number; units: number; mark: string }): Promise<boolean>
  /** Returns the units of a call that was charged and then refused. */
  giveBack(charge: { projectId: number; cycleStartMs: number; units: number }): Promise<void>
  usage(projectId: number, fromMs: number): Promise<{ cycleStartMs: number; units: number }[]>

  /**
   * Takes from buckets that all processes share, each name once. A database uses its own clock, so that processes with
   * different clocks share one limit; `nowMs` is for stores without a clock.
   */
  take(requests: readonly BucketRequest[], nowMs: number): Promise<BucketGrant[]>
  /** Deletes full buckets (a missing row means a full bucket); returns how many. */
  forgetBuckets(limit: number, nowMs: number): Promise<number>

  switches(): Promise<Switches>
  /** Notifies every process (`switched`). A value of null restores the configuration's. */
  setSwitches(patch: { [K in keyof Switches]?: Switches[K] | null }, act: Act): Promise<Switches>
  /** Stores a service value (such as a secret's hash) unless set; returns the stored one: the first writer wins. */
  keepSecret(name: string, value: string): Promise<string>
  /** Replaces such a value and notifies every process (`switched`). */
  putSecret(name: string, value: string, act: Act & { act: string }): Promise<void>

  /** Newest first. With `after`: oldest first, stopping before the first entry since `settledMs`. */
  audit(page: {
    projectId?: number
    beforeId?: number
    after?: { id: number; settledMs: number }
    limit: number
  }): Promise<AuditRow[]>
  /** Writes an audit entry alone, for acts that change no row, such as issuing a token. */
  note(act: Act & { act: string; projectId?: number; detail?: Record<string, unknown> }): Promise<void>
}
