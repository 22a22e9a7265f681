import { decodeEventLog, erc20Abi, getAddress, type Hex, slice } from 'viem'
import type { ChainLog } from '../../../src/chains/chain.ts'
import type { QuoteSwap } from '../../../src/engine/quote/quoteContext.ts'
import { encodeCall } from '../../../src/evm/encodeCall.ts'
import type { Address } from '../../../src/interface/fields.ts'
import { nativeToken } from '../../../src/interface/limits.ts'
import { type BridgeMessage, type BridgeProvider, ProviderRefusal } from '../../../src/providers/provider.ts'
import { burnBridgeAbi, poolAbi, spokePoolEvents } from './markets.ts'
import type { ScriptedChain } from './scriptedChain.ts'
import { codeOf } from './state.ts'

const bpsWhole = 10_000n
const poolFeeBps = 30n

export type ScriptedPool = {
  pool: Address
  /** Base units of the output for one base unit of the input, as a fraction; undefined where there is no pool. */
  rate(tokenIn: Address, tokenOut: Address): { numerator: bigint; denominator: bigint } | undefined
}

/** Quotes one pool at a rate that a test sets; on chain the pool pays what it quoted unless the test lets it slip. */
export function createScriptedSwaps({ pool, rate }: ScriptedPool): QuoteSwap {
  return async (leg) => {
    const price = rate(leg.tokenIn, leg.tokenOut)
    if (!price) throw new ProviderRefusal('noLiquidity', 'no pool trades this pair')
    const { numerator, denominator } = price
    const outOf = (amount: bigint) => (amount * numerator * (bpsWhole - poolFeeBps)) / (denominator * bpsWhole)
    const inFor = (amount: bigint) => (amount * denominator * bpsWhole) / (numerator * (bpsWhole - poolFeeBps)) + 1n
    const amountIn = leg.exact === 'in' ? leg.amount : inFor(leg.amount)
    const amountOut = leg.exact === 'in' ? outOf(leg.amount) : leg.amount
    const { tokenIn, tokenOut } = leg
    const feeIn = (amountIn * poolFeeBps) / bpsWhole
    return {
      kind: 'swap',
      provider: 'POOL',
      parts: [{ provider: 'POOL', feeIn }],
      requestId: () => `${leg.chainId}-${amountIn}`,
      amountIn,
      amountOut,
      feeIn,
      gas: 120_000n,
      calls: () => {
        const data = encodeCall({ abi: poolAbi, functionName: 'swap', args: [tokenIn, tokenOut, amountIn, amountOut] })
        if (tokenIn === nativeToken) return [{ to: pool, data, value: amountIn }]
        return [{ to: pool, data, value: 0n, approve: { token: tokenIn, spender: pool, amount: amountIn } }]
      },
      touches: [tokenIn, tokenOut],
      amountOutAtSpot: (amountIn * numerator) / denominator,
    }
  }
}

/** A bridge that delivers by message: what CCTP is, with the attestation service in the test's hands. */
export type ScriptedBridge = BridgeProvider & {
  /** What the next asks for a message are answered; not ready until a test says so. */
  answer(message: BridgeMessage | Error): void
}

export function createScriptedBridge(options: { contract: Address; pairs: BridgeProvider['pairs'] }): ScriptedBridge {
  const { contract, pairs } = options
  let answer: BridgeMessage | Error = { ready: false, detail: 'not attested yet' }
  return {
    name: 'CCTP',
    kind: 'bridge',
    trustless: false,
    pairs,
    supports: (leg) => leg.kind === 'bridge',
    quote: async ({ tokenIn, tokenOut, amount }) => ({
      kind: 'bridge',
      tokenIn,
      tokenOut,
      provider: 'CCTP',
      requestId: () => `${amount}`,
      amountIn: amount,
      amountOut: amount,
      feeIn: 0n,
      gas: 150_000n,
      durationS: 60,
      calls: ({ recipient }) => {
        const data = encodeCall({ abi: burnBridgeAbi, functionName: 'burn', args: [tokenIn, amount, recipient] })
        return [{ to: contract, data, value: 0n, approve: { token: tokenIn, spender: contract, amount } }]
      },
      touches: [tokenIn],
    }),
    message: async () => {
      if (answer instanceof Error) throw answer
      return answer
    },
    answer: (message) => {
      answer = message
    },
  }
}

function addressOfSpoke({ chain }: ScriptedChain): Address {
  const { across } = chain.definition
  if (!across) throw new Error(`${chain.definition.name} has no spoke pool`)
  return across.spokePool
}

/** What the spoke pool took in, read from its events. */
export const spokeDeposits = (scripted: ScriptedChain) =>
  scripted.logs(addressOfSpoke(scripted)).flatMap((log) => {
    const known = deposits.get(log) ?? depositsOf(log)
    deposits.set(log, known)
    return known
  })

/** Relayers look at all logs at every block, so each is decoded once. */
const deposits = new WeakMap<ChainLog, ReturnType<typeof depositsOf>>()

function depositsOf({ topics, data }: ChainLog) {
  const [first, ...rest] = topics
  if (!first) return []
  const event = decodeEventLog({ abi: spokePoolEvents, topics: [first, ...rest], data })
  if (event.eventName !== 'FundsDeposited') return []
  const { args } = event
  const [recipient, token] = [getAddress(slice(args.recipient, 12)), getAddress(slice(args.outputToken, 12))]
  return [{ ...args, recipient, token }]
}

/**
 * Fills every deposit that is for a chain, as a relayer does: native for wrapped, unless the recipient has code.
 * `filled` remembers what was filled before.
 */
export function fillDeposits(
  origin: ScriptedChain,
  destination: ScriptedChain,
  filler: Address,
  filled: Set<string>,
): Hex[] {
  const open = spokeDeposits(origin).filter(({ destinationChainId, depositId }) => {
    const key = `${origin.chain.id} ${depositId}`
    if (destinationChainId !== BigInt(destination.chain.id) || filled.has(key)) return false
    filled.add(key)
    return true
  })
  return open.map(({ recipient, token, outputAmount }) => {
    const isWrapped = token === getAddress(destination.chain.definition.wrappedNative)
    if (isWrapped && codeOf(destination.state(), recipient) === '0x') {
      return destination.send({ from: filler, to: recipient, value: outputAmount })
    }
    const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [recipient, outputAmount] })
    return destination.send({ from: filler, to: token, data })
  })
}
