import type { Hex } from 'viem'
import {
  concatHex,
  decodeAbiParameters,
  encodePacked,
  isHash,
  keccak256,
  numberToHex,
  sliceHex,
  toEventSelector,
} from 'viem'
import { sign } from 'viem/accounts'
import type { DevnetContracts } from '../chains/definitions/devnet/devnetContracts.ts'
import type { DevnetChainFacts } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKey } from '../chains/definitions/devnet/keys.ts'
import type { NodeReceipt } from './rpc.ts'
import { rpcBatch } from './rpc.ts'
import { type Reply, serveJson } from './serveJson.ts'

type Attested = {
  message: Hex
  attestation: Hex | 'PENDING'
  eventNonce: Hex
  cctpVersion: 2
  status: 'complete' | 'pending_confirmations'
}
type Chain = { facts: DevnetChainFacts; rpcUrl: string }
type AttesterOptions = { chains: Chain[]; contracts: DevnetContracts; key: DevnetKey; atOnce: boolean }

const messageSent = toEventSelector('MessageSent(bytes)')
const path = /^\/v2\/messages\/(\d{1,10})$/
const feesPath = /^\/v2\/burn\/USDC\/fees\/\d{1,10}\/\d{1,10}$/
/** Offsets of the fields that the attester reads or fills in (nonce, executed threshold, fee: zero on chain). */
const at = {
  nonce: [12, 44],
  threshold: [140, 144],
  executed: [144, 148],
  amount: [216, 248],
  maxFee: [280, 312],
  fee: [312, 344],
} as const
/** Finality thresholds of the two kinds of CCTP transfer. */
const thresholds = { fast: 1_000, finalized: 2_000 } as const
const fastFeeBps = 1
const fastAllowanceUsdc = 5_000_000

/**
 * Serves attestations of the CCTP stand-in over HTTP, like Circle's API. It stores nothing: each request reads the
 * transaction from the chain, so a restart loses no message, and a message removed by a reorg is not attested.
 */
export const startAttester = (options: AttesterOptions): Promise<{ url: string; stop(): Promise<void> }> =>
  serveJson('error', (url, { method }) => answer(url, method, options))

async function answer(url: URL, method: string | undefined, options: AttesterOptions): Promise<Reply> {
  if (feesPath.test(url.pathname))
    return [
      200,
      [
        { finalityThreshold: thresholds.fast, minimumFee: fastFeeBps },
        { finalityThreshold: thresholds.finalized, minimumFee: 0 },
      ],
    ]
  if (url.pathname === '/v2/fastBurn/USDC/allowance') return [200, { allowance: fastAllowanceUsdc }]
  const domain = path.exec(url.pathname)?.[1]
  if (method !== 'GET' || !domain) return [404, { error: 'ask GET /v2/messages/{sourceDomain}?transactionHash=0x…' }]
  const chain = options.chains.find(({ facts }) => facts.domain === Number(domain))
  if (!chain) return [404, { error: `no chain has the domain ${domain}` }]
  const hash = url.searchParams.get('transactionHash')
  if (!hash || !isHash(hash)) return [400, { error: 'transactionHash must be 32 bytes in hex' }]
  const messages = await attest(chain, hash, options)
  return messages.length > 0 ? [200, { messages }] : [404, { error: 'Message hash not found' }]
}

async function attest(
  { facts, rpcUrl }: Chain,
  hash: Hex,
  { contracts, key, atOnce }: AttesterOptions,
): Promise<Attested[]> {
  const [found, safe] = await rpcBatch(rpcUrl, [
    { method: 'eth_getTransactionReceipt', params: [hash] },
    { method: 'eth_getBlockByNumber', params: [atOnce ? 'latest' : 'safe', false] },
  ])
  const receipt = found as NodeReceipt | null
  if (!receipt) return []
  const isFinal = BigInt(receipt.blockNumber) <= BigInt((safe as { number: Hex }).number)
  const transmitter = contracts.cctp.messageTransmitter.toLowerCase()
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === transmitter && log.topics[0] === messageSent)
  return Promise.all(
    logs.map(async (log) => {
      const [emitted] = decodeAbiParameters([{ type: 'bytes' }], log.data)
      const packed = encodePacked(['uint32', 'bytes32', 'uint256'], [facts.domain, hash, BigInt(log.logIndex)])
      const eventNonce = keccak256(packed)
      const fee = fastFeeOf(emitted)
      const message = concatHex([
        sliceHex(emitted, 0, at.nonce[0]),
        eventNonce,
        sliceHex(emitted, at.nonce[1], at.executed[0]),
        numberToHex(fee === undefined ? thresholds.finalized : thresholds.fast, { size: 4 }),
        sliceHex(emitted, at.executed[1], at.fee[0]),
        numberToHex(fee ?? 0n, { size: 32 }),
        sliceHex(emitted, at.fee[1]),
      ])
      if (!isFinal && fee === undefined)
        return { message, attestation: 'PENDING', eventNonce, cctpVersion: 2, status: 'pending_confirmations' }
      const attestation = await sign({ hash: keccak256(message), privateKey: key.privateKey, to: 'hex' })
      return { message, attestation, eventNonce, cctpVersion: 2, status: 'complete' }
    }),
  )
}

/** The fee of a fast burn; undefined if the burn did not ask for fast attestation or its `maxFee` is too low. */
function fastFeeOf(emitted: Hex): bigint | undefined {
  const field = ([from, to]: readonly [number, number]) => BigInt(sliceHex(emitted, from, to))
  const fee = (field(at.amount) * BigInt(fastFeeBps) + 9_999n) / 10_000n
  return field(at.threshold) <= BigInt(thresholds.fast) && field(at.maxFee) >= fee ? fee : undefined
}
