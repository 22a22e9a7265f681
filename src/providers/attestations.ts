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

/** The service's answer for a transaction: its messages, or why there are none yet, and when to ask again. */
export type MessagesAnswer = ({ messages: Attested[] } | { notYet: string }) & { againMs?: number }

/** CCTP's attestation service. Intents share its answers; processes share its rate limit through a `SharedGate`. */
export type Attestations = {
  /** Messages of a transaction. An answer is cached for two seconds, and forever once all are attested. */
  messages(domain: number, txHash: Hex, deadline: Deadline): Promise<MessagesAnswer>
  /**
   * Requests a new attestation of a message that expired undelivered, at most once in `reattestMs`. The next
   * `messages` call for its transaction is not cached.
   */
  reattest(domain: number, txHash: Hex, nonce: Hex, deadline: Deadline): Promise<void>
  /** Millionths of the amount that a fast transfer costs; undefined where there are none. */
  fastFeePpm(from: number, to: number, deadline: Deadline): Promise<bigint | undefined>
  /** Base units of USDC that fast transfers may still take now, over all of CCTP's senders. */
  fastAllowance(deadline: Deadline): Promise<bigint>
}

export type AttestationSettings = {
  /** The service allows 35 a second for an address and then refuses for five minutes. */
  requestsPerS: number
  /** Between two requests for one transaction. */
  repeatMs: number
  /** The pause after the service refused with 429. */
  refusedMs: number
  /** Between two requests to attest one expired message again: the burn is final by then, and signing takes seconds. */
  reattestMs: number
}
export const attestationDefaults: AttestationSettings = {
  requestsPerS: 10,
  repeatMs: 2_000,
  refusedMs: 300_000,
  reattestMs: 60_000,
}

type Asked = { atMs: number; answer: Promise<MessagesAnswer | undefined>; isLast: boolean }

/** Whether all processes together may make one more request now. */
export type SharedGate = () => Promise<boolean>

const transactionsMax = 10_000
const feesForMs = 60_000
const allowanceForMs = 5_000
const usdcUnits = 10 ** 6

export function createAttestations(
  url: string,
  clock: Clock,
  settings: AttestationSettings = attestationDefaults,
  isShareLeft: SharedGate = async () => true,
): Attestations {
  const base = url.replace(/\/$/, '')
  const age = { perf: { now: () => clock.monotonicMs() }, ttlResolution: 0 }
  const asked = new LRUCache<string, Asked>({ max: transactionsMax })
  const terms = new LRUCache<string, Promise<unknown>>({ max: 1_000, ttl: feesForMs, ...age })
  const reattested = new LRUCache<Hex, true>({ max: transactionsMax, ttl: settings.reattestMs, ...age })
  const own = createGate(clock, settings)

  /** This process's own gate first: it costs no query. Without the database, the others' use is unknown: no request. */
  const mayAsk = async (): Promise<boolean> => {
    if (!own.take()) return false
    const isAdmitted = await isShareLeft().catch(() => false)
    if (!isAdmitted) own.giveBack()
    return isAdmitted
  }

  const request = async (path: string, deadline?: Deadline, method: 'GET' | 'POST' = 'GET') => {
    const reply = await getJson(`${base}${path}`, deadline, { clock, method })
    if (reply.status === 429) own.refused()
    return reply
  }

  /** Undefined if no request was made; callers retry soon. Queueing them all would end in a five-minute refusal. */
  const ask = async (domain: number, txHash: Hex): Promise<MessagesAnswer | undefined> => {
    if (!(await mayAsk())) return undefined
    const { status, body } = await request(`/v2/messages/${domain}?transactionHash=${txHash}`)
    if (status === 404) return { notYet: 'the burn is not known to the attestation service yet' }
    if (status === 429) return { notYet: 'the attestation service has been asked too often' }
    if (status !== 200) throw new ProviderRefusal('failed', `the attestation service answered with ${status}`)
    return { messages: readMessages(body) }
  }

  const term = async <T>(path: string, ttl: number, schema: z.ZodType<T>): Promise<T> => {
    const known = terms.get(path)
    if (known) return known as Promise<T>
    const ask = async (): Promise<T> => {
      if (!(await mayAsk())) throw new ProviderRefusal('timedOut', 'the attestation service is asked too often now')
      const { status, body } = await request(path)
      const parsed = schema.safeParse(body)
      if (status !== 200 || !parsed.success)
        throw new ProviderRefusal('failed', `the attestation service answered with ${status} or in another shape`)
      return parsed.data
    }
    const found = ask()
    terms.set(path, found, { ttl })
    // The caller gets the rejection too; here it only clears the cache.
    found.catch(() => terms.delete(path))
    return found
  }

  const withAgainMs = (answer: MessagesAnswer | undefined, { atMs, isLast }: Asked): MessagesAnswer => {
    if (!answer) return notAsked
    return isLast ? answer : { ...answer, againMs: Math.max(0, atMs + settings.repeatMs - clock.monotonicMs()) }
  }

  return {
    messages: async (domain, txHash) => {
      const key = `${domain} ${txHash}`
      const before = asked.get(key)
      const isRecent = before && (before.isLast || clock.monotonicMs() - before.atMs < settings.repeatMs)
      if (isRecent) return withAgainMs(await before.answer, before)
      const entry: Asked = { atMs: clock.monotonicMs(), answer: ask(domain, txHash), isLast: false }
      asked.set(key, entry)
      try {
        const answer = await entry.answer
        if (!answer) asked.delete(key)
        entry.isLast = answer !== undefined && isComplete(answer)
        return withAgainMs(answer, entry)
      } catch (error) {
        asked.delete(key)
        throw error
      }
    },
    reattest: async (domain, txHash, nonce, deadline) => {
      const isAskedFor = reattested.has(nonce)
      const entry = asked.get(`${domain} ${txHash}`)
      if (entry) entry.isLast = false
      if (isAskedFor || !(await mayAsk())) return
      reattested.set(nonce, true)
      const { status } = await request(`/v2/reattest/${nonce}`, deadline, 'POST')
      if (status !== 200) throw new ProviderRefusal('failed', `the attestation service answered with ${status}`)
    },
    fastFeePpm: async (from, to) => {
      const rows = await term(`/v2/burn/USDC/fees/${from}/${to}`, feesForMs, burnFees)
      const fast = rows.find(({ finalityThreshold }) => finalityThreshold === fastThreshold)
      // The service says basis points, some with a fraction.
      return fast && BigInt(Math.ceil(fast.minimumFee * 100))
    },
    fastAllowance: async () => {
      const { allowance } = await term('/v2/fastBurn/USDC/allowance', allowanceForMs, burnAllowance)
      return BigInt(Math.floor(allowance * usdcUnits))
    },
  }
}

const notAsked: MessagesAnswer = { notYet: 'other messages are asked for first' }

const isComplete = (answer: MessagesAnswer): boolean =>
  'messages' in answer && answer.messages.length > 0 && answer.messages.every(({ status }) => status === 'complete')

/** Circle's thresholds: attested once the burn is confirmed (for a fee, within the allowance) or final (free). */
export const fastThreshold = 1_000
export const finalizedThreshold = 2_000

/** At most so many requests in any second, none while the service refuses. */
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
    giveBack: (): void => void sent.pop(),
    refused: (): void => {
      restUntilMs = clock.monotonicMs() + refusedMs
    },
  }
}

function readMessages(body: unknown): Attested[] {
  const parsed = attestedMessages.safeParse(body)
  if (!parsed.success) throw new ProviderRefusal('failed', 'the attestation service answers in another shape')
  // A message without an attestation has no bytes yet; it counts as absent.
  return parsed.data.messages.flatMap((message) => attested.safeParse(message).data ?? [])
}
