import { decodeEventLog, erc20Abi, getAddress } from 'viem'
import type { ChainReceipt } from '../../src/chains/chain.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Address } from '../../src/interface/fields.ts'
import { type BridgeMessageQuery, type BridgeProvider, ProviderRefusal } from '../../src/providers/provider.ts'
import { burnBridgeAbi } from '../engine/scripted/markets.ts'
import { createScriptedBridge } from '../engine/scripted/scriptedProviders.ts'
import { addresses, bridgeDepth } from './economy.ts'
import type { FillerMood } from './filler.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

export type Attester = { message: NonNullable<BridgeProvider['message']> }

const attestMs = 5_000
const burnt: readonly Address[] = [addresses.usdc, addresses.dai]

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
      const isFinal = burn && burn.blockNumber <= ledger.head().number - bridgeDepth
      const token = isFinal && burntToken(burn, amountMin)
      if (!token) return { ready: false, detail: 'not attested yet' }
      const key = `${originTxHash} ${recipient}`
      if (!readyAtMs.has(key)) {
        const delayMs = scheduler.between(0, Math.max(attestMs, mood.dawdleMsMax / 2))
        if (delayMs > attestMs) onLate()
        readyAtMs.set(key, scheduler.nowMs() + delayMs)
      }
      if (scheduler.nowMs() < readyAtMs.get(key)!) return { ready: false, detail: 'pending' }
      const id = BigInt(originTxHash) ^ BigInt(recipient)
      const args = [token, amountMin, recipient, id] as const
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

/** The token of which a transaction burnt exactly so much. */
function burntToken({ logs }: ChainReceipt, amount: bigint): Address | undefined {
  const burn = logs.find(({ address, topics: [first, ...rest], data }) => {
    if (!burnt.includes(address) || !first) return false
    const { eventName, args } = decodeEventLog({ abi: erc20Abi, topics: [first, ...rest], data })
    return eventName === 'Transfer' && getAddress(args.to) === addresses.burnBridge && args.value === amount
  })
  return burn?.address
}

/** The bridge as the service knows it: burns here, and mints there against the attester's message. */
export function createMessageBridge({ message }: Attester, daiMax: bigint): BridgeProvider {
  const bridge = createScriptedBridge({
    contract: addresses.burnBridge,
    pairs: (from, to) => (from === to ? [] : burnt.map((token) => ({ tokenIn: token, tokenOut: token }))),
  })
  return {
    ...bridge,
    quote: async (leg, deadline) => {
      if (leg.tokenIn === addresses.dai && leg.amount > daiMax)
        throw new ProviderRefusal('tooLarge', `takes no more than ${daiMax} at once`, daiMax)
      return bridge.quote(leg, deadline)
    },
    message,
  }
}
