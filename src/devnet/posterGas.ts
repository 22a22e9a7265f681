import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseTransaction,
  size,
  toFunctionSelector,
} from 'viem'
import type { RollupCosts } from './rollupCosts.ts'

const nodeInterface = 0xc8n
const nodeInterfaceAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64, uint256, uint256)',
])
const estimateSelector = toFunctionSelector(nodeInterfaceAbi[0])
const transferGas = 21_000n
/** Bytes of a signed transaction besides its call data. */
const envelopeBytes = 110n
const rememberedMax = 10_000

/** An Arbitrum-style rollup charges the bytes that its sequencer posts to L1 as gas. */
export function createPosterGas(gasPerByte: bigint): RollupCosts {
  const byHash = new Map<Hex, bigint>()

  return {
    answer: (method, params) => {
      const { to, data } = (params[0] ?? {}) as { to?: Hex; data?: Hex }
      if (method !== 'eth_call' || BigInt(to ?? 0) !== nodeInterface || !data?.startsWith(estimateSelector)) return
      const [, , inner] = decodeFunctionData({ abi: nodeInterfaceAbi, data }).args
      const gas = (BigInt(size(inner)) + envelopeBytes) * gasPerByte
      return encodeFunctionResult({
        abi: nodeInterfaceAbi,
        functionName: 'gasEstimateL1Component',
        result: [gas, 0n, 0n],
      })
    },
    refusal: (raw) => {
      const poster = BigInt(size(raw)) * gasPerByte
      if (byHash.size >= rememberedMax) byHash.delete(byHash.keys().next().value!)
      byHash.set(keccak256(raw), poster)
      const gas = parseTransaction(raw).gas ?? 0n
      return gas < transferGas + poster ? `intrinsic gas too low: have ${gas}, want ${transferGas + poster}` : undefined
    },
    counted: async (method, params, result) => {
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
