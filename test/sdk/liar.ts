import { type Batch, batchDigest, encodeDeployAndExecute, metaTxnId, walletAddress } from '../../src/intents/wallet.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { parseJson, printJson } from '../../src/interface/json.ts'
import type { Response } from '../../src/interface/operations.ts'
import { readTimes } from '../../src/sdk/readCalls.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'

export type Answer = Response<'QuoteIntent'>

/** A `fetch` that lies: changes the service's quotes on their way to the client. Counts requests. */
export function lyingFetch(lie: (answer: Answer) => void) {
  const asked: string[] = []
  const lyingOne: typeof fetch = async (input, init) => {
    const name = String(input).split('/').at(-1)!
    asked.push(name)
    const reply = await fetch(input, init)
    if (!reply.ok || !/^(QuoteIntent|GetIntent)$/.test(name)) return reply
    const answer = revive(parseJson(await reply.text())) as Answer
    lie(answer)
    return new Response(printJson(answer), { status: 200, headers: { 'content-type': 'application/json' } })
  }
  return { fetch: lyingOne, asked }
}

/** Amounts in calls and quotes as bigint of any size, so that a lie can compute. */
export function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, reviveField(name, field)]))
}

const big =
  /^(amount|value|gasLimit|salt|space|nonce|minAmount|fromAmount|toAmount|toAmountMin|.*FeeTotal|feeTokenAmount|feeTokenTotal|totalFeeAmount)$/
const reviveField = (name: string, field: unknown) =>
  typeof field === 'number' && big.test(name) && Number.isInteger(field) ? BigInt(field) : revive(field)

/** A liar who knows the protocol: makes digest, address and transaction match its changed calls. */
export function rebuild(intent: Intent, side: 'origin' | 'destination' = 'origin'): void {
  const calls = (side === 'origin' ? intent.originCalls : intent.destinationCalls) as Batch
  const meta = (side === 'origin' ? intent.originMetaTxn : intent.destinationMetaTxn)!
  const digest = batchDigest(calls)
  const { ownerAddress: owner, salt } = intent
  const common = { owner, refundReceiver: owner, executor: trustedContracts.guest }
  const config = { ...common, ...readTimes(meta.input)!, salt, batches: [digest] }
  const address = walletAddress(config, trustedContracts)
  const before = (side === 'origin' ? intent.originIntentAddress : intent.destinationIntentAddress)!
  Object.assign(meta, {
    id: metaTxnId(calls.chainId, address, digest),
    walletAddress: address,
    input: encodeDeployAndExecute(config, calls, 'strictly'),
  })
  if (side === 'destination') {
    intent.destinationIntentAddress = address
    intent.destinationPrecondition!.ownerAddress = address
    replaceInCalls(intent.originCalls.calls, before, address)
    rebuild(intent)
    return
  }
  intent.originIntentAddress = address
  intent.originPrecondition.ownerAddress = address
  const deposit = intent.depositTransaction
  deposit.toAddress = address
  if (deposit.value > 0n) deposit.to = address
  deposit.data = swapIn(deposit.data, before, address)
}

export function replaceInCalls(calls: { data: Hex }[], from: string, to: string): void {
  for (const call of calls) call.data = swapIn(call.data, from, to)
}

const swapIn = (data: Hex, from: string, to: string): Hex =>
  data.toLowerCase().replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase()) as Hex
