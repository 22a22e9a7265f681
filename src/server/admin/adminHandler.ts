import type { Chain } from '../../chains/chain.ts'
import type { Config } from '../../config/config.ts'
import type { CallCost } from '../../host/callCost.ts'
import type { Clock } from '../../host/clock.ts'
import type { Random } from '../../host/random.ts'
import type { AdminOperationName, AdminRequest, AdminResponse } from '../../interface/adminOperations.ts'
import type { Act } from '../../stores/accessStore.ts'
import type { BoardStore } from '../../stores/boardStore.ts'
import type { Store } from '../../stores/store.ts'
import type { TokenLists } from '../../tokens/tokenLists.ts'
import type { Token, Tokens } from '../access/tokens.ts'
import type { OperatorSecret } from './operatorSecret.ts'

/** What a handler of an admin operation knows besides its request. */
export type AdminCall = {
  /** Who acts; absent only for operations whose row says that anyone may call them. */
  readonly token: Token | undefined
  /** For the audit. */
  readonly act: Act
  /** Where the call came from. */
  readonly address: string
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
  store: Pick<Store, 'access' | 'intents' | 'webhooks' | 'attempts' | 'sponsors'> & { board: BoardStore }
  /** Where balances and nonces of signers are read. */
  chains: ReadonlyMap<number, Pick<Chain, 'id' | 'definition'> & Partial<Pick<Chain, 'balance' | 'nonce'>>>
  /** Finds the route of an intent again. */
  replay(request: AdminRequest<'ReplayIntent'>, cost?: CallCost): Promise<AdminResponse<'ReplayIntent'>>
  /** Of everything that quotes are made over. */
  providerNames: readonly string[]
  tokenLists: Pick<TokenLists, 'listed' | 'find'>
  clock: Clock
  random: Random
  tokens: Tokens
  secret: OperatorSecret
  /** By name and address, when the audit got a line for a use of the secret last. */
  noted: { get(key: string): number | undefined; set(key: string, atMs: number): unknown }
}
