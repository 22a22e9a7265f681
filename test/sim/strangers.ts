import { erc20Abi } from 'viem'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { encodeDeploy, encodeDeployAndExecute, encodeDeployAndRefund } from '../../src/intents/wallet.ts'
import type { Address } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { contractsOfIntent } from '../../src/sdk/trustedContracts.ts'
import { contractSets } from '../engine/scripted/contractSets.ts'
import { mintAbi, tokenBalance } from '../engine/scripted/tokens.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { addresses, assetOf, assets } from './economy.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'
import type { SimWorld } from './worlds.ts'

/** These two involve no money and test little: they get two of ten stranger turns. */
const deployShare = 0.1
const lieShare = 0.1
/** Unsolicited money. */
const giftShare = 0.1

export type StrangerWorld = {
  memory: Memory
  world: SimWorld
  chainOf(chainId: number): SimChain
  scheduler: Scheduler
  onGift(wallet: Address, token: Address, amount: bigint): void
}

/**
 * Anyone may run an open batch, and refund once allowed: this stranger does so wherever money is. It also deploys
 * others' wallets, and has an unlisted contract claim payments to them.
 */
export function strangerActs({ memory, world, chainOf, scheduler, onGift }: StrangerWorld): boolean {
  const row = scheduler.pick([...memory.intents.values()])
  if (!row) return false
  const { intent, plan } = row.record
  const isOrigin = !plan.destination || scheduler.chance(0.5)
  const chain = chainOf(isOrigin ? intent.originChainId : intent.destinationChainId)
  const config = isOrigin ? plan.origin : plan.destination!
  const calls = isOrigin ? intent.originCalls : intent.destinationCalls
  const wallet = isOrigin ? intent.originIntentAddress : intent.destinationIntentAddress
  if (!wallet || !calls) return false
  if (scheduler.chance(deployShare)) {
    const { factory, wallet: implementation } = contractsOfIntent(intent, contractSets)
    const data = encodeDeploy(implementation, config)
    scheduler.note('stranger', `deploys ${wallet.slice(0, 8)} on ${chain.definition.name}`)
    chain.send({ from: addresses.stranger, to: factory, data })
    return true
  }
  if (scheduler.chance(lieShare)) {
    const data = encodeCall({ abi: mintAbi, functionName: 'mint', args: [wallet, intent.depositTransaction.amount] })
    scheduler.note('stranger', `claims a payment to ${wallet.slice(0, 8)} on ${chain.definition.name}`)
    chain.send({ from: addresses.stranger, to: addresses.fake, data })
    return true
  }
  // At the destination nobody waits for money before the origin has run, and money there is the owner's to take.
  if (isOrigin && scheduler.chance(giftShare)) {
    const odd = world.traits.includes('unpriced') ? [addresses.odd, addresses.odd] : []
    const token = scheduler.pick([intent.depositTransaction.tokenAddress, addresses.usdc, addresses.dai, ...odd])
    const unit = 10n ** BigInt(assetOf(token).decimals)
    const isDust = world.refundUsdMin !== 0 && scheduler.chance(0.5)
    const amount = isDust ? unit / 10_000n : unit * BigInt(scheduler.between(1, 40))
    onGift(wallet, token, amount)
    scheduler.note('stranger', `gives ${amount} of ${token.slice(-4)} to ${wallet.slice(0, 8)}`)
    const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [wallet, amount] })
    const from = addresses.stranger
    chain.send(token === nativeToken ? { from, to: wallet, value: amount } : { from, to: token, data })
    return true
  }
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
