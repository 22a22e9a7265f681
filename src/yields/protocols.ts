import { createAaveV3 } from './aaveV3.ts'
import { createErc4626 } from './erc4626.ts'
import type { TokenFacts } from './tokenFacts.ts'
import type { YieldProtocol } from './yieldProtocol.ts'

/** Every protocol that the service supports; a new one is a line here. */
export function createProtocols(options: { tokenFacts: TokenFacts }): YieldProtocol[] {
  return [createAaveV3(options), createErc4626(options)]
}
