import { decodeEventLog, erc20Abi, getAddress } from 'viem'
import type { ChainReceipt } from '../../src/chains/chain.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { BridgeMessageQuery, BridgeProvider } from '../../src/providers/provider.ts'
import { burnBridgeAbi } from '../engine/scripted/markets.ts'
import { createScriptedBridge } from '../engine/scripted/scriptedProviders.ts'
import { addresses, finalDepth } from './economy.ts'
import type { FillerMood } from './filler.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

export type Attester = { message: NonNullable<BridgeProvider['message']> }

const attestMs = 5_000

/** Signs for burns once no reorganisation of a run can take them back, and a while later. */
export function createAttester(
  chainOf: (chainId: number) => SimChain,
  scheduler: Scheduler,
  mood: FillerMood,
  onLate: () => void,
): Attester {
  const readyAtMs = new Map<string, number>()
  return {
    async message({ originChainId, destinationChainId, originTxHash, recipient, amountMin }: BridgeMessageQuery) {
      const { ledger } = chainOf(originChainId)
      const burn = ledger.receipt(originTxHash)
      const isFinal = burn && burn.blockNumber <= ledger.head().number - 2 * finalDepth
      if (!isFinal || !burns(burn, amountMin)) return { ready: false, detail: 'not attested yet' }
      const key = `${originTxHash} ${recipient}`
      if (!readyAtMs.has(key)) {
        const delayMs = scheduler.between(0, Math.max(attestMs, mood.dawdleMsMax / 2))
        if (delayMs > attestMs) onLate()
        readyAtMs.set(key, scheduler.nowMs() + delayMs)
      }
      if (scheduler.nowMs() < readyAtMs.get(key)!) return { ready: false, detail: 'pending' }
      const id = BigInt(originTxHash) ^ BigInt(recipient)
      const args = [addresses.usdc, amountMin, recipient, id] as const
      if (destinationChainId === originChainId) return { ready: false, detail: 'nothing to carry' }
      return {
        ready: true,
        to: addresses.burnBridge,
        data: encodeCall({ abi: burnBridgeAbi, functionName: 'mint', args }),
        context: 'CCTPV2_MESSAGE',
      }
    },
  }
}

function burns({ logs }: ChainReceipt, amount: bigint): boolean {
  return logs.some(({ address, topics: [first, ...rest], data }) => {
    if (address !== addresses.usdc || !first) return false
    const { eventName, args } = decodeEventLog({ abi: erc20Abi, topics: [first, ...rest], data })
    return eventName === 'Transfer' && getAddress(args.to) === addresses.burnBridge && args.value === amount
  })
}

/** The bridge as the service knows it: burns here, and mints there against the attester's message. */
export const createMessageBridge = ({ message }: Attester): BridgeProvider => ({
  ...createScriptedBridge({
    contract: addresses.burnBridge,
    pairs: (from, to) => (from === to ? [] : [{ tokenIn: addresses.usdc, tokenOut: addresses.usdc }]),
  }),
  message,
})
