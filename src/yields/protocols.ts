import { createAaveV3 } from './aaveV3.ts'
import { createErc4626 } from './erc4626.ts'
import type { TokenFacts } from './tokenFacts.ts'
import type { YieldProtocol } from './yieldProtocol.ts'

/** Every supported protocol. Add new ones here. */
export function createProtocols(options: { tokenFacts: TokenFacts }): YieldProtocol[] {
  return [createAaveV3(options), createErc4626(options)]
}
