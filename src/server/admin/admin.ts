import { LRUCache } from 'lru-cache'
import { type CallCost, metered, onAccount } from '../../host/callCost.ts'
import type { Clock } from '../../host/clock.ts'
import type { AccessStore } from '../../stores/accessStore.ts'
import { openTokens, type Tokens } from '../access/tokens.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'
import { createAdminHandlers } from './createAdminHandlers.ts'
import { openOperatorSecret } from './operatorSecret.ts'

const notedMax = 1_000

/** The admin interface of one process. */
export type Admin = {
  /** The handlers of one call; they charge its statements and chain reads to `cost`. */
  handlersOf(cost: CallCost): AdminHandlers
  readonly tokens: Tokens
  readonly access: AccessStore
  readonly clock: Clock
  /** The operator secret, if this process made it; shown once. */
  readonly freshSecret?: string
}

export async function openAdmin({
  keptSecret,
  ...options
}: Omit<AdminPorts, 'tokens' | 'secret' | 'noted'> & { keptSecret?: string }): Promise<Admin> {
  const { config, store, clock, random } = options
  const { access } = store
  const { operatorSecret: configured, tokenLifeMsMax: lifeMsMax } = config.admin
  const secret = await openOperatorSecret({ configured, kept: keptSecret, access, random })
  const noted = new LRUCache<string, number>({ max: notedMax })
  const tokens = await openTokens({ access, clock, random, secret: secret.known, lifeMsMax })
  const handlersOf = (cost: CallCost) => createAdminHandlers(onAccountOf(cost, { ...options, tokens, secret, noted }))
  return { handlersOf, tokens, access, clock, freshSecret: secret.fresh }
}

function onAccountOf(cost: CallCost, ports: AdminPorts): AdminPorts {
  const { access, intents, webhooks, attempts, sponsors, board } = ports.store
  return {
    ...ports,
    store: {
      access: metered(access, cost, 'statements'),
      intents: metered(intents, cost, 'statements'),
      webhooks: metered(webhooks, cost, 'statements'),
      attempts: metered(attempts, cost, 'statements'),
      sponsors: metered(sponsors, cost, 'statements'),
      board: metered(board, cost, 'statements'),
    },
    chains: new Map([...ports.chains].map(([id, chain]) => [id, onAccount(chain, cost)])),
    replay: (request) => ports.replay(request, cost),
  }
}
