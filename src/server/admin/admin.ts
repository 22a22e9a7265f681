import type { Clock } from '../../host/clock.ts'
import type { AccessStore } from '../../stores/accessStore.ts'
import { openTokens, type Tokens } from '../access/tokens.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'
import { createAdminHandlers } from './createAdminHandlers.ts'
import { openOperatorSecret } from './operatorSecret.ts'

/** The admin interface of one process. */
export type Admin = {
  readonly handlers: AdminHandlers
  readonly tokens: Tokens
  readonly access: AccessStore
  readonly clock: Clock
  /** The operator secret, if this process made it: to be shown once. */
  readonly freshSecret?: string
}

export async function openAdmin({
  keptSecret,
  ...options
}: Omit<AdminPorts, 'tokens' | 'secret'> & { keptSecret?: string }): Promise<Admin> {
  const { config, store, clock, random } = options
  const { access } = store
  const { operatorSecret: configured, tokenLifeMsMax: lifeMsMax } = config.admin
  const secret = await openOperatorSecret({ configured, kept: keptSecret, access, random })
  const tokens = await openTokens({ access, clock, random, secret: secret.known, lifeMsMax })
  const handlers = createAdminHandlers({ ...options, tokens, secret })
  return { handlers, tokens, access, clock, freshSecret: secret.fresh }
}
