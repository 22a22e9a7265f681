import { parseAbi, size } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import type { PricedToken } from '../../intents/fees.ts'
import { convertUp, usdOf } from '../../intents/money.ts'
import { tidy } from '../../intents/priceImpact.ts'
import { isoTime } from '../../intents/receipt.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { FeeOption, GasFeeOptions } from '../../interface/quoteShapes.ts'
import type { World } from '../world.ts'
import type { Market } from './market.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'

/** A deposit by signature and permit, measured on the local chains, with room for dearer tokens. */
const depositGas = 140_000n

/** Ways to pay for the deposit transaction: by the owner in native token, or by us for a fee in the deposit token. */
export async function gasFeeOptionsFor(
  input: QuoteInput,
  market: Market,
  world: World,
  caches: QuoteCaches,
  nowMs: number,
): Promise<GasFeeOptions> {
  const { chain } = input.origin
  const nativeCost = depositGas * market.originFees.gasPrice
  const collector = world.settings.feeCollector
  const option = (token: PricedToken, is2612: boolean): FeeOption => {
    const amount = convertUp(nativeCost, market.originNative, token)
    return {
      tokenAddress: token.address,
      tokenSymbol: token.symbol,
      tokenDecimals: token.decimals,
      amount,
      amountUsd: tidy(usdOf(amount, token.decimals, token.priceUsd)),
      feeCollectorAddress: collector,
      is2612,
    }
  }
  const feeOptions = [option(market.originNative, false)]
  const relayable = market.originToken.address !== nativeToken && !input.request.onlyNativeGasFee
  if (relayable)
    feeOptions.push(
      option(market.originToken, await takesPermit(chain, market.originToken.address, input.owner, caches)),
    )
  return {
    gasEstimate: {
      totalGas: Number(depositGas),
      gasPrice: market.originFees.gasPrice.toString(),
      nativeCost: nativeCost.toString(),
      nativeCostUsd: tidy(usdOf(nativeCost, market.originNative.decimals, market.originNative.priceUsd)),
    },
    feeOptions,
    expiresAt: isoTime(nowMs + world.settings.quoteLifeMs),
    feeCollectorAddress: collector,
  }
}

const permitAbi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address) view returns (uint256)',
])

/** Whether the token answers as EIP-2612 asks; looked up once. */
function takesPermit(chain: Chain, token: Address, owner: Address, { permits }: QuoteCaches): Promise<boolean> {
  const key = `${chain.id}:${token}`
  const known = permits.get(key)
  if (known) return known
  const answers = Promise.all([
    chain.read({ to: token, data: encodeCall({ abi: permitAbi, functionName: 'DOMAIN_SEPARATOR' }) }),
    chain.read({ to: token, data: encodeCall({ abi: permitAbi, functionName: 'nonces', args: [owner] }) }),
  ]).then((outcomes) => outcomes.every((outcome) => outcome.ok && size(outcome.data) === 32))
  permits.set(key, answers)
  answers.catch(() => permits.delete(key))
  return answers
}
