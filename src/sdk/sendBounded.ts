import { formatUnits, keccak256, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { estimateFeesPerGas, estimateGas, getTransactionCount, sendRawTransaction, sendTransaction } from 'viem/actions'
import { trustedChain } from '../intents/trustedChains.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { type OwnWallet, requireChain } from './ownWallet.ts'
import { waitMined } from './waitMined.ts'

/** A node or account gave what no honest one gives. Only for `hash` was a transaction already sent. */
export class UntrustedNode extends Error {
  override readonly name = 'UntrustedNode'
  /** `nonce`, `gas`, `fee`, `signature` or `hash`. */
  readonly field: string

  constructor(field: string, message: string) {
    super(`node: ${field}: ${message}`)
    this.field = field
  }
}

export type OwnTransaction = {
  /** The chain of the money, from the verified quote. The node must be on it. */
  chainId: number
  to: Address
  data: Hex
  value: bigint
  /** Most that the gas may cost, in base units of the native token; default per chain. */
  maxGasCost?: bigint | undefined
}

/** For chains without their own limit: 0.05 of a native token. */
const gasCostMaxDefault = 5n * 10n ** 16n
/** 33.5 million: far more gas than a deposit, approval or recovery needs. */
const gasMax = 2n ** 25n
/** No account has ever sent 4 billion transactions: a higher nonce is a lie. */
const nonceMax = 2 ** 32

/**
 * Sends a transaction with our own chain, target, data and value, and with the node's gas, fees and nonce within
 * bounds, so that a lying node gets no signature for another chain or excessive gas. A local account signs here; an
 * external wallet (a browser's) fills in gas, fees and nonce itself, unbounded, and shows them to its owner.
 */
export async function sendBounded(wallet: OwnWallet, tx: OwnTransaction): Promise<Hex> {
  await requireChain(wallet, tx.chainId)
  const { account } = wallet
  const { chainId, to, data, value } = tx
  if (account.type !== 'local' || !account.signTransaction) {
    return sendTransaction(wallet, { account, chain: wallet.chain ?? null, to, data, value })
  }
  const [nonce, gas, fees] = await Promise.all([
    getTransactionCount(wallet, { address: account.address, blockTag: 'pending' }),
    estimateGas(wallet, { account: account.address, to, data, value }),
    estimateFeesPerGas(wallet, { chain: wallet.chain ?? null }),
  ])
  requireWithin(tx, { nonce, gas, ...fees })
  const signed = await account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, value, gas, ...fees })
  await requireSigned(signed, tx, account.address)
  const hash = await sendRawTransaction(wallet, { serializedTransaction: signed })
  // Compute the hash from the signed bytes: another hash would make `waitMined` watch another transaction.
  const own = keccak256(signed)
  if (hash.toLowerCase() !== own) throw new UntrustedNode('hash', `is ${hash}, what was sent is ${own}`)
  return own
}

/** Sends within bounds and waits until it is mined; `onSent` gets the hash before the wait. */
export async function sendAndWait(
  wallet: OwnWallet,
  tx: OwnTransaction,
  onSent?: (hash: Hex) => void,
): Promise<{ hash: Hex; reverted: boolean }> {
  const hash = await sendBounded(wallet, tx)
  onSent?.(hash)
  const { status } = await waitMined(wallet, hash)
  return { hash, reverted: status === 'reverted' }
}

type GasTerms = { nonce: number; gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

function requireWithin({ chainId, maxGasCost }: OwnTransaction, terms: GasTerms): void {
  const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = terms
  if (!Number.isSafeInteger(nonce) || nonce < 0 || nonce > nonceMax) throw new UntrustedNode('nonce', `is ${nonce}`)
  if (gas < 21_000n || gas > gasMax)
    throw new UntrustedNode('gas', `is ${gas}, which no transaction of this kind needs`)
  if (maxPriorityFeePerGas > maxFeePerGas) throw new UntrustedNode('fee', 'has a tip above the whole fee')
  const most = maxGasCost ?? trustedChain(chainId)?.gasCostMax ?? gasCostMaxDefault
  const cost = gas * maxFeePerGas
  if (cost <= most) return
  throw new UntrustedNode(
    'fee',
    `asks for up to ${cost} base units of the native token for gas (${formatUnits(cost, 18)}), more than the ${most} allowed (${formatUnits(most, 18)}); raise bounds.maxGasCost if that is what it costs now`,
  )
}

/** Decodes the signed bytes and requires our own chain, target, data, value and signer. */
async function requireSigned(signed: Hex, { chainId, to, data, value }: OwnTransaction, from: Address): Promise<void> {
  const read = parseTransaction(signed as TransactionSerialized<'eip1559'>)
  const same =
    read.chainId === chainId &&
    read.to?.toLowerCase() === to.toLowerCase() &&
    (read.data ?? '0x').toLowerCase() === data.toLowerCase() &&
    (read.value ?? 0n) === value
  const signer = await recoverTransactionAddress({ serializedTransaction: signed as TransactionSerialized<'eip1559'> })
  if (!same || signer.toLowerCase() !== from.toLowerCase())
    throw new UntrustedNode('signature', 'the account signed another transaction than it was given')
}
