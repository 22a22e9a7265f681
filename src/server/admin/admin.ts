import type { Config } from '../../config/config.ts'
import type { Clock } from '../../host/clock.ts'
import type { Random } from '../../host/random.ts'
import type { AdminOperationName, AdminRequest, AdminResponse } from '../../interface/adminOperations.ts'
import type { AccessStore, Act } from '../../stores/accessStore.ts'
import type { Store } from '../../stores/store.ts'
import { openTokens, type Token, type Tokens } from '../access/tokens.ts'
import { createAdminHandlers } from './adminHandlers.ts'
import { type OperatorSecret, openOperatorSecret } from './operatorSecret.ts'

/** What a handler of an admin operation knows besides its request. */
export type AdminCall = {
  /** Who acts; only an operation for anyone is called without. */
  readonly token: Token | undefined
  /** For the audit. */
  readonly act: Act
  readonly requestId: string
}

export type AdminHandler<N extends AdminOperationName> = (
  request: AdminRequest<N>,
  call: AdminCall,
) => Promise<AdminResponse<N>>

/** One for each row of the table: one that is missing does not compile. */
export type AdminHandlers = { [N in AdminOperationName]: AdminHandler<N> }

/** What the handlers work with. */
export type AdminPorts = {
  config: Config
  store: Pick<Store, 'access' | 'intents' | 'webhooks'>
  chains: ReadonlyMap<number, unknown>
  clock: Clock
  random: Random
  tokens: Tokens
  secret: OperatorSecret
}

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
