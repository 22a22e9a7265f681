import { type Hex, keccak256, numberToHex, parseTransaction, size } from 'viem'

/** A rollup of the Arbitrum kind counts what its sequencer posts to L1 as gas of the transaction. */
export type PosterGas = {
  /** Why the node refuses these signed bytes, if it does. */
  refusal(raw: Hex): string | undefined
  /** The answer to a call of this method, with that gas in it. */
  counted(method: string, params: readonly unknown[], result: unknown): unknown
}

const transferGas = 21_000n
/** What a signed transaction has besides its call data. */
const envelopeBytes = 110n
const rememberedMax = 10_000

export function createPosterGas(gasPerByte: bigint): PosterGas {
  const byHash = new Map<Hex, bigint>()

  return {
    refusal: (raw) => {
      const poster = BigInt(size(raw)) * gasPerByte
      if (byHash.size >= rememberedMax) byHash.delete(byHash.keys().next().value!)
      byHash.set(keccak256(raw), poster)
      const gas = parseTransaction(raw).gas ?? 0n
      return gas < transferGas + poster ? `intrinsic gas too low: have ${gas}, want ${transferGas + poster}` : undefined
    },
    counted: (method, params, result) => {
      if (method === 'eth_estimateGas' && typeof result === 'string') {
        const { data = '0x', input = data } = (params[0] ?? {}) as { data?: Hex; input?: Hex }
        return numberToHex(BigInt(result) + (BigInt(size(input)) + envelopeBytes) * gasPerByte)
      }
      const poster = method === 'eth_getTransactionReceipt' ? byHash.get(params[0] as Hex) : undefined
      if (poster === undefined || !result) return result
      const { gasUsed } = result as { gasUsed: Hex }
      return { ...result, gasUsed: numberToHex(BigInt(gasUsed) + poster), gasUsedForL1: numberToHex(poster) }
    },
  }
}
