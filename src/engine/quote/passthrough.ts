import { pad, toHex } from 'viem'
import { placeholderOffsets } from '../../intents/wallet.ts'
import type { Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Response } from '../../interface/operations.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

type Answer = Response<'QuoteIntent'>

/** The legs that the intent will have, for a progress view. */
export function transactionStatesOf({ origin, destination, isSameChain }: QuoteInput): Answer['transactionStates'] {
  const states = [
    {
      id: 'origin.deposit',
      label: `Deposit ${origin.token.symbol} on ${origin.chain.definition.name}`,
      chainId: origin.chain.id,
    },
    { id: 'origin.execute', label: `Execute on ${origin.chain.definition.name}`, chainId: origin.chain.id },
  ]
  if (isSameChain) return states
  const label = `Deliver ${destination.token.symbol} on ${destination.chain.definition.name}`
  return [...states, { id: 'destination.execute', label, chainId: destination.chain.id }]
}

/** The same outcome as one transaction by the owner: the call itself, with the amount in the place of the placeholder. */
export function passthroughOf({ origin, target, amount }: QuoteInput): Answer['passthrough'] {
  if (!target) return { eligible: false }
  const native = origin.token.address === nativeToken
  return {
    eligible: true,
    passthroughTransaction: {
      toAddress: target.to,
      tokenAddress: origin.token.address,
      amount,
      chainId: origin.chain.id,
      to: target.to,
      data: fill(target.data, amount),
      value: native ? target.value || amount : 0n,
      decimals: origin.token.decimals,
    },
  }
}

function fill(data: Hex, amount: bigint): Hex {
  const word = pad(toHex(amount)).slice(2)
  let filled = data.slice(2)
  for (const offset of placeholderOffsets(data)) {
    const at = Number(offset) * 2
    filled = filled.slice(0, at) + word + filled.slice(at + 64)
  }
  return `0x${filled}`
}
