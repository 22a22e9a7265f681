import { getAddress } from 'viem'
import type { Address, Hex } from '../../interface/fields.ts'
import type { ChainLog, ChainReceipt, Head } from '../chain.ts'
import { isBloom } from './bloom.ts'

export type RpcBlock = {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  baseFeePerGas?: Hex | null
  logsBloom?: Hex | null
  transactions?: unknown[]
}
export type RpcTransaction = { hash: Hex; from: Hex; to?: Hex | null; value: Hex }
export type RpcLog = {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  logIndex: Hex
}
export type RpcReceipt = {
  transactionHash: Hex
  status: Hex
  blockNumber: Hex
  blockHash: Hex
  from: Hex
  to?: Hex | null
  gasUsed: Hex
  effectiveGasPrice: Hex
  l1Fee?: Hex | null
  logs: RpcLog[]
  logsBloom?: Hex | null
}

/** A head with the bloom filter that only the log reader needs. */
export type Header = Head & { logsBloom: Hex | undefined }

export const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`

export function toHeader(block: RpcBlock): Header {
  return {
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestampS: Number(block.timestamp),
    baseFeePerGas: BigInt(block.baseFeePerGas ?? 0),
    logsBloom: isBloom(block.logsBloom) ? block.logsBloom : undefined,
  }
}

export function toLog(log: RpcLog): ChainLog {
  return {
    address: getAddress(log.address),
    topics: log.topics,
    data: log.data,
    blockNumber: Number(log.blockNumber),
    blockHash: log.blockHash,
    transactionHash: log.transactionHash,
    logIndex: Number(log.logIndex),
  }
}

export function toReceipt(receipt: RpcReceipt, timestampS: number): ChainReceipt {
  return {
    hash: receipt.transactionHash,
    success: receipt.status === '0x1',
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    minedAtMs: timestampS * 1_000,
    from: getAddress(receipt.from),
    to: optionalAddress(receipt.to),
    gasUsed: BigInt(receipt.gasUsed),
    effectiveGasPrice: BigInt(receipt.effectiveGasPrice),
    ...(receipt.l1Fee && { l1Fee: BigInt(receipt.l1Fee) }),
    logs: receipt.logs.map(toLog),
  }
}

export function toTransaction(tx: RpcTransaction): { hash: Hex; from: Address; to?: Address; value: bigint } {
  return { hash: tx.hash, from: getAddress(tx.from), to: optionalAddress(tx.to), value: BigInt(tx.value) }
}

function optionalAddress(address: Hex | null | undefined): Address | undefined {
  return address ? getAddress(address) : undefined
}
