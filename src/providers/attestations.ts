import { LRUCache } from 'lru-cache'
import { type Hex, isHex, size } from 'viem'
import { z } from 'zod'
import type { Clock } from '../host/clock.ts'
import { getJson } from './getJson.ts'
import { type Deadline, ProviderRefusal } from './provider.ts'

/** Header of 148 bytes and a burn of 228. */
const messageBytesMin = 148 + 228

const attested = z.object({
  message: z.custom<Hex>((value) => isHex(value) && size(value) >= messageBytesMin),
  attestation: z.string(),
  status: z.string(),
})
export type Attested = z.output<typeof attested>
const attestedMessages = z.object({ messages: z.array(z.unknown()) })
const burnFees = z.array(z.object({ finalityThreshold: z.number(), minimumFee: z.number().min(0).max(10_000) }))
const burnAllowance = z.object({ allowance: z.number().min(0) })

/** What the service said of a transaction: its messages, or why there are none yet. */
export type MessagesAnswer = { messages: Attested[] } | { notYet: string }

/** The attestation service of CCTP, asked on behalf of all intents of this process. */
export type Attestations = {
  /** Messages of a transaction. The same answer serves everybody who asks within two seconds, and for ever once all are attested. */
  messages(domain: number, txHash: Hex, deadline: Deadline): Promise<MessagesAnswer>
  /** Millionths of the amount that a fast transfer costs; undefined where there are none. */
  fastFeePpm(from: number, to: number, deadline: Deadline): Promise<bigint | undefined>
  /** Base units of USDC that fast transfers may still take now, over all senders of the world. */
  fastAllowance(deadline: Deadline): Promise<bigint>
}

export type AttestationSettings = {
  /** The service allows 35 a second for an address and then refuses for five minutes; processes behind one address share that. */
  requestsPerS: number
  /** Between two questions about one transaction. */
  repeatMs: number
  /** How long nothing is asked after the service refused with 429. */
  refusedMs: number
}
export const attestationDefaults: AttestationSettings = { requestsPerS: 10, repeatMs: 2_000, refusedMs: 300_000 }

const transactionsMax = 10_000
const feesForMs = 60_000
const allowanceForMs = 5_000
const usdcUnits = 10 ** 6

export function createAttestations(
  url: string,
  clock: Clock,
  settings: AttestationSettings = attestationDefaults,
): Attestations {
  const base = url.replace(/\/$/, '')
  const age = { perf: { now: () => clock.monotonicMs() }, ttlResolution: 0 }
  const asked = new LRUCache<string, { atMs: number; answer: Promise<MessagesAnswer>; isLast: boolean }>({
    max: transactionsMax,
  })
  const terms = new LRUCache<string, Promise<unknown>>({ max: 1_000, ttl: feesForMs, ...age })
  const mayAsk = createGate(clock, settings)

  const get = async (path: string, deadline: Deadline): Promise<{ status: number; body: unknown }> => {
    const reply = await getJson(`${base}${path}`, deadline)
    if (reply.status === 429) mayAsk.refused()
    return reply
  }

  const ask = async (domain: number, txHash: Hex, deadline: Deadline): Promise<MessagesAnswer> => {
    const { status, body } = await get(`/v2/messages/${domain}?transactionHash=${txHash}`, deadline)
    if (status === 404) return { notYet: 'the burn is not known to the attestation service yet' }
    if (status === 429) return { notYet: 'the attestation service has been asked too often' }
    if (status !== 200) throw new ProviderRefusal('failed', `the attestation service answered with ${status}`)
    return { messages: readMessages(body) }
  }

  const term = async <T>(path: string, ttl: number, schema: z.ZodType<T>, deadline: Deadline): Promise<T> => {
    const known = terms.get(path)
    if (known) return known as Promise<T>
    if (!mayAsk.take()) throw new ProviderRefusal('timedOut', 'the attestation service is asked too often now')
    const found = get(path, deadline).then(({ status, body }) => {
      const parsed = schema.safeParse(body)
      if (status !== 200 || !parsed.success)
        throw new ProviderRefusal('failed', `the attestation service answered with ${status} or in another shape`)
      return parsed.data
    })
    terms.set(path, found, { ttl })
    // The caller has the rejection too; here it only makes the next one ask again.
    found.catch(() => terms.delete(path))
    return found
  }

  return {
    messages: async (domain, txHash, deadline) => {
      const key = `${domain} ${txHash}`
      const before = asked.get(key)
      if (before && (before.isLast || clock.monotonicMs() - before.atMs < settings.repeatMs)) return before.answer
      // Those who wait come again soon; asking for them all at once would end in five minutes without an answer.
      if (!mayAsk.take()) return { notYet: 'other messages are asked for first' }
      const entry = { atMs: clock.monotonicMs(), answer: ask(domain, txHash, deadline), isLast: false }
      asked.set(key, entry)
      entry.answer.then(
        (answer) => {
          entry.isLast =
            'messages' in answer &&
            answer.messages.length > 0 &&
            answer.messages.every(({ status }) => status === 'complete')
        },
        () => asked.delete(key),
      )
      return entry.answer
    },
    fastFeePpm: async (from, to, deadline) => {
      const rows = await term(`/v2/burn/USDC/fees/${from}/${to}`, feesForMs, burnFees, deadline)
      const fast = rows.find(({ finalityThreshold }) => finalityThreshold === fastThreshold)
      // The service says basis points, some with a fraction.
      return fast && BigInt(Math.ceil(fast.minimumFee * 100))
    },
    fastAllowance: async (deadline) => {
      const { allowance } = await term('/v2/fastBurn/USDC/allowance', allowanceForMs, burnAllowance, deadline)
      return BigInt(Math.floor(allowance * usdcUnits))
    },
  }
}

/** Circle's thresholds: attested when the burn is confirmed, for a fee and while the allowance lasts; or once it is final, for nothing. */
export const fastThreshold = 1_000
export const finalizedThreshold = 2_000

/** At most so many in any second, and none while the service refuses. */
function createGate(clock: Clock, { requestsPerS, refusedMs }: AttestationSettings) {
  const sent: number[] = []
  let restUntilMs = Number.NEGATIVE_INFINITY
  return {
    take: (): boolean => {
      const nowMs = clock.monotonicMs()
      if (nowMs < restUntilMs) return false
      while (sent.length > 0 && nowMs - sent[0]! >= 1_000) sent.shift()
      if (sent.length >= requestsPerS) return false
      sent.push(nowMs)
      return true
    },
    refused: (): void => {
      restUntilMs = clock.monotonicMs() + refusedMs
    },
  }
}

function readMessages(body: unknown): Attested[] {
  const parsed = attestedMessages.safeParse(body)
  if (!parsed.success) throw new ProviderRefusal('failed', 'the attestation service answers in another shape')
  // A message that is not attested yet comes without its bytes; it counts as not there.
  return parsed.data.messages.flatMap((message) => attested.safeParse(message).data ?? [])
}
