import { knownWords } from '../../engine/read/searchIntents.ts'
import { classifyTerms } from '../../intents/classifyTerms.ts'
import { statusOf } from '../../intents/lifecycle.ts'
import { isoTime } from '../../intents/receipt.ts'
import { adminLimits } from '../../interface/adminShapes.ts'
import { ServiceError } from '../../interface/errors.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Earned, LaneRow } from '../../stores/boardStore.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'
import { nextId } from './projectOperations.ts'

type BoardHandlers = Pick<
  AdminHandlers,
  'GetSigners' | 'ReplaceTransaction' | 'GetBacklog' | 'FindIntents' | 'GetEarnings'
>

const hourMs = 3_600_000
/** `hoursLeft` assumes the average spending of this many past hours. */
const paceHours = 6
const dayMs = 24 * hourMs
/** GetSigners lists signers that a process held within this time; no process uses older ones any more. */
const signerShownMs = dayMs

/** The operator's boards: keys and their lanes, waiting work, earnings. */
export function boardOperations(ports: AdminPorts): BoardHandlers {
  const { store, clock } = ports
  return {
    async GetSigners() {
      const nowMs = clock.nowMs()
      const [lanes, earned] = await Promise.all([
        store.board.lanes(nowMs - signerShownMs),
        store.board.earned(nowMs - paceHours * hourMs),
      ])
      return { signers: await Promise.all(lanes.map((lane) => signerOf(lane, lanes, earned, ports))) }
    },
    async ReplaceTransaction({ chainId, signer, nonce, cancel = false }, { act }) {
      const lanes = await store.board.lanes(0)
      const lane = lanes.find((one) => one.chainId === chainId && one.signer.toLowerCase() === signer.toLowerCase())
      if (!lane?.open.some((one) => one.nonce === nonce))
        throw new ServiceError('NotFound', 'nothing is open under this nonce of this signer: GetSigners lists what is')
      await store.board.requestReplacement({ chainId, signer: lane.signer, nonce, cancels: cancel }, act)
      return {}
    },
    async GetBacklog() {
      const [scheduled, since] = await Promise.all([store.intents.scheduled(), store.intents.ages()])
      const at = (ms: number | undefined) => (ms === undefined ? undefined : isoTime(ms))
      return {
        steps: scheduled.map(({ step, count, readyAtMs }) => ({ step, count, dueAt: isoTime(readyAtMs) })),
        executingSince: at(since.executingMs),
        unsentSince: at(since.outboxMs),
        unminedSince: at(since.attemptMs),
        damaged: since.damaged,
      }
    },
    async FindIntents({ query, projectId, beforeId, limit = adminLimits.pageDefault }) {
      const terms =
        query === undefined
          ? undefined
          : classifyTerms(query, knownWords({ chains: ports.chains, tokens: ports.tokenLists }))
      const records = await store.intents.search({ projectId, terms }, { limit: limit + 1, beyondId: beforeId })
      return {
        intents: records.slice(0, limit).map((record) => ({
          id: record.id,
          intentId: record.intentId,
          projectId: record.projectId,
          status: statusOf(record.step),
          step: record.step,
          ownerAddress: record.intent.ownerAddress,
          originChainId: record.intent.originChainId,
          destinationChainId: record.intent.destinationChainId,
          createdAt: isoTime(record.createdAtMs),
          updatedAt: isoTime(record.updatedAtMs),
        })),
        nextBeforeId: nextId(records, limit),
      }
    },
    async GetEarnings({ fromTime }) {
      const fromMs = fromTime === undefined ? clock.nowMs() - dayMs : fromTime * 1_000
      const earned = await store.board.earned(fromMs)
      const fees = earned.filter(({ why }) => why !== 'gas')
      const keys = new Map(fees.map(({ chainId, token }) => [`${chainId} ${token}`, { chainId, tokenAddress: token }]))
      const sum = (chainId: number, token: string, isRelay: boolean) =>
        fees
          .filter((one) => one.chainId === chainId && one.token === token && (one.why === 'relayFee') === isRelay)
          .reduce((total, { amount }) => total + amount, 0n)
      return {
        earnings: [...keys.values()].map(({ chainId, tokenAddress }) => ({
          chainId,
          tokenAddress,
          fees: sum(chainId, tokenAddress, false),
          relayFees: sum(chainId, tokenAddress, true),
        })),
        gas: earned.filter(({ why }) => why === 'gas').map(({ chainId, amount }) => ({ chainId, amount })),
        from: isoTime(fromMs),
      }
    },
  }
}

/** Assumes that a chain's signers share its work evenly, so that each spends an equal part of its gas cost. */
async function signerOf(lane: LaneRow, lanes: readonly LaneRow[], earned: readonly Earned[], ports: AdminPorts) {
  const { chainId, signer } = lane
  const gas = earned.find((one) => one.chainId === chainId && one.why === 'gas')?.amount ?? 0n
  const shared = BigInt(lanes.filter((one) => one.chainId === chainId).length)
  const spentPerHour = gas / (BigInt(paceHours) * shared)
  // If the chain does not answer, omit the balance: then the operator needs the rest of the page even more.
  const chain = ports.chains.get(chainId)
  const [balance, used = 0] = await Promise.all([
    chain?.balance?.(nativeToken, signer).catch(() => undefined),
    chain?.nonce?.(signer, 'latest').catch(() => undefined),
  ])
  return {
    chainId,
    address: signer,
    balance,
    spentPerHour,
    hoursLeft: balance === undefined || spentPerHour === 0n ? undefined : Number((balance * 10n) / spentPerHour) / 10,
    held: lane.leasedUntilMs > ports.clock.nowMs(),
    nextNonce: lane.nextNonce,
    open: lane.open.map(({ sinceMs, ...one }) => ({ ...one, mined: one.nonce < used, since: isoTime(sinceMs) })),
  }
}
