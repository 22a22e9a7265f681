import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import {
  type Batch,
  callSweep,
  encodeDeploy,
  encodeExecuteAsOwner,
  type WalletConfig,
} from '../../src/intents/wallet.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import type { ScriptedChain } from './scripted/scriptedChain.ts'
import { addresses, type Bench, owner } from './setup.ts'

type Side = 'origin' | 'destination'

/** The owner may create an intent's wallet at any time, others once open; waits for the next block. */
export function deployWallet(chain: ScriptedChain, config: WalletConfig, from: Address = owner): Hex {
  return chain.send({ from, to: causewayContracts.factory, data: encodeDeploy(causewayContracts.wallet, config) })
}

/**
 * The owner creates a side's wallet and sends its content anywhere, without telling the service. Using the batch's own
 * nonce, 0, stops the batch for ever. Both transactions wait for the next block.
 */
export async function takeOut(
  bench: Bench,
  intent: Intent,
  side: Side,
  {
    tokens = [addresses.usdc],
    nonce = 9n,
    receiver = owner,
  }: { tokens?: readonly Address[]; nonce?: bigint; receiver?: Address } = {},
): Promise<Hex> {
  const { plan } = await bench.record(intent)
  const [chain, config, wallet] =
    side === 'origin'
      ? [bench.harbor, plan.origin, intent.originIntentAddress]
      : [bench.island, plan.destination!, intent.destinationIntentAddress!]
  deployWallet(chain, config, owner)
  const calls = tokens.map((token) => callSweep({ router: causewayContracts.router, token, receiver }))
  const batch: Batch = { chainId: chain.chain.id, calls, space: nonce === 0n ? 0n : 9n, nonce }
  return chain.send({ from: owner, to: wallet, data: encodeExecuteAsOwner(config, batch, '0x') })
}
