import type { IntentRecord } from '../../intents/record.ts'
import type { BridgeProvider } from '../../providers/provider.ts'
import type { World } from '../../world.ts'
import type { Outcome } from '../outcome.ts'
import { chainOf, lookAgainMs, providerOf } from './common.ts'

const messageTimeoutMs = 5_000

/** Waits until the bridge has delivered, or until its message can be delivered by us. */
export async function awaitBridge(record: IntentRecord, world: World): Promise<Outcome> {
  const { intent, plan } = record
  const { bridge } = plan
  const wallet = intent.destinationIntentAddress
  if (!bridge || !wallet) throw new Error(`intent ${record.intentId} waits for a bridge that its plan does not have`)
  const chain = chainOf(world, intent.destinationChainId)
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  const tokens = bridge.outputTokenOtherwise ? [bridge.outputToken, bridge.outputTokenOtherwise] : [bridge.outputToken]
  const balances = await Promise.all(
    tokens.map((token) => chain.balance(token, wallet, { block: finalBlock, quorum: true })),
  )
  const arrived = balances.findIndex((held) => held >= bridge.outputAmountMin)
  if (arrived >= 0) {
    return {
      move: 'sendDestination',
      waitMs: 0,
      ledger: [
        {
          from: 'bridge',
          to: 'destinationIntent',
          chainId: chain.id,
          token: tokens[arrived]!,
          amount: balances[arrived]!,
          why: 'bridge',
          blockNumber: finalBlock,
        },
      ],
    }
  }
  const provider = providerOf(world, bridge.provider) as BridgeProvider
  const originTxHash = record.legs.find(({ leg }) => leg === 'origin')?.txnHash
  if (!provider.message || !originTxHash) return { waitMs: lookAgainMs(chain) }
  const message = await provider.message({
    originChainId: intent.originChainId,
    destinationChainId: intent.destinationChainId,
    originTxHash,
    recipient: wallet,
    deadline: { atMs: world.clock.nowMs() + messageTimeoutMs, signal: AbortSignal.timeout(messageTimeoutMs) },
  })
  if (!message.ready) return { waitMs: lookAgainMs(chain) }
  return {
    move: 'sendDestination',
    waitMs: 0,
    progress: { ...record.progress, bridgeMessage: { to: message.to, data: message.data } },
  }
}
