import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseTransaction,
  serializeTransaction,
} from 'viem'
import { gasPriceOracle } from './placeWeatherContracts.ts'
import type { RollupCosts } from './rollupCosts.ts'
import { rpc } from './rpc.ts'

const abi = parseAbi(['function getL1Fee(bytes transaction) view returns (uint256)'])
const rememberedMax = 10_000

/**
 * An OP-stack rollup charges for a transaction's bytes beside its gas. Adds that fee to receipts, as the chain's oracle
 * computes it from the unsigned transaction plus 68 bytes for the signature. The local node does not charge it.
 */
export function createDataFee(nodeUrl: string): RollupCosts {
  const unsigned = new Map<Hex, Hex>()

  async function feeOf(transaction: Hex): Promise<bigint> {
    const data = encodeFunctionData({ abi, args: [transaction] })
    const answer = await rpc<Hex>(nodeUrl, 'eth_call', [{ to: gasPriceOracle, data }, 'latest'])
    return decodeFunctionResult({ abi, data: answer })
  }

  return {
    answer: () => undefined,
    refusal: (raw) => {
      const { r: _r, s: _s, v: _v, yParity: _y, ...transaction } = parseTransaction(raw)
      if (unsigned.size >= rememberedMax) unsigned.delete(unsigned.keys().next().value!)
      unsigned.set(keccak256(raw), serializeTransaction(transaction))
      return undefined
    },
    counted: async (method, params, result) => {
      const transaction = method === 'eth_getTransactionReceipt' ? unsigned.get(params[0] as Hex) : undefined
      return transaction && result ? { ...result, l1Fee: numberToHex(await feeOf(transaction)) } : result
    },
  }
}
