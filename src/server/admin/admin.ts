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

export async function openAdmin(options: Omit<AdminPorts, 'tokens' | 'secret'>): Promise<Admin> {
  const { config, store, clock, random } = options
  const { access } = store
  const tokens = await openTokens({ access, clock, random })
  const secret = await openOperatorSecret({ configured: config.admin.operatorSecret, access, random })
  const handlers = createAdminHandlers({ ...options, tokens, secret })
  return { handlers, tokens, access, clock, freshSecret: secret.fresh }
}
