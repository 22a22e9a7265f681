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

/** What a handler knows about the call besides its request. */
export type AdminCall = {
  /** The caller; absent only for operations open to anyone. */
  readonly token: Token | undefined
  /** For the audit. */
  readonly act: Act
  /** The caller's address. */
  readonly address: string
  readonly requestId: string
}

export type AdminHandler<N extends AdminOperationName> = (
  request: AdminRequest<N>,
  call: AdminCall,
) => Promise<AdminResponse<N>>

/** One handler for each admin operation; a missing one does not compile. */
export type AdminHandlers = { [N in AdminOperationName]: AdminHandler<N> }

/** Dependencies of the handlers. */
export type AdminPorts = {
  config: Config
  store: Pick<Store, 'access' | 'intents' | 'webhooks' | 'attempts' | 'sponsors'> & { board: BoardStore }
  /** Source of signers' balances and nonces. */
  chains: ReadonlyMap<number, Pick<Chain, 'id' | 'definition'> & Partial<Pick<Chain, 'balance' | 'nonce'>>>
  /** Repeats an intent's route search. */
  replay(request: AdminRequest<'ReplayIntent'>, cost?: CallCost): Promise<AdminResponse<'ReplayIntent'>>
  /** All providers of quotes. */
  providerNames: readonly string[]
  tokenLists: Pick<TokenLists, 'listed' | 'find'>
  clock: Clock
  random: Random
  tokens: Tokens
  secret: OperatorSecret
  /** When the audit last recorded a use of the secret, by the caller's name and address. */
  noted: { get(key: string): number | undefined; set(key: string, atMs: number): unknown }
}
