import { encodeDeployAndExecute, encodeDeployAndRefund } from '../../src/intents/wallet.ts'
import { tokenBalance } from '../engine/scripted/tokens.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { addresses, assets } from './economy.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

/** Anyone may run a batch while it is open, and refund once that is allowed: a stranger who does so wherever money lies. */
export function strangerActs(memory: Memory, chainOf: (chainId: number) => SimChain, scheduler: Scheduler): boolean {
  const row = scheduler.pick([...memory.intents.values()])
  if (!row) return false
  const { intent, plan } = row.record
  const isOrigin = !plan.destination || scheduler.chance(0.5)
  const chain = chainOf(isOrigin ? intent.originChainId : intent.destinationChainId)
  const config = isOrigin ? plan.origin : plan.destination!
  const calls = isOrigin ? intent.originCalls : intent.destinationCalls
  const wallet = isOrigin ? intent.originIntentAddress : intent.destinationIntentAddress
  if (!wallet || !calls) return false
  const held = assets.map(({ address }) => address).filter((token) => tokenBalance(chain.state(), token, wallet) > 0n)
  const nowS = chain.ledger.head().timestampS
  if (held.length === 0 || nowS < Number(config.openAt)) return false
  const isRefund = nowS >= Number(config.refundAt)
  const data = isRefund ? encodeDeployAndRefund(config, held) : encodeDeployAndExecute(config, calls, 'openly')
  scheduler.note(
    'stranger',
    `${isRefund ? 'refunds' : 'runs the batch of'} ${wallet.slice(0, 8)} on ${chain.definition.name}`,
  )
  chain.send({ from: addresses.stranger, to: config.executor, data })
  return true
}
