import './zodWithoutEval.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { type Intent, intent as intentShape } from '../../interface/intentShapes.ts'
import { type Recovered, recoverDeposit } from '../../sdk/recoverDeposit.ts'
import type { Wire } from '../data/wire.ts'
import { walletClientOf } from './checkedRun.ts'
import type { WalletChoice } from './wallets.ts'

/** The client library's recovery. The address is computed from the intent's calls, so a forged intent finds nothing. */
export function takeOut(ask: {
  intent: Wire<Intent>
  choice: WalletChoice
  account: string
  chainId: number
  side: 'origin' | 'destination'
  contracts?: Contracts
}): Promise<Recovered> {
  const { choice, account, chainId, side, contracts } = ask
  return recoverDeposit({
    intent: intentShape.parse(ask.intent),
    wallet: walletClientOf(choice, account, chainId),
    side,
    contracts,
  })
}
