import { openParts } from '../../engine/steps/bridgeRefund.ts'
import type { BridgePart, IntentRecord } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry } from '../../intents/ledger.ts'
import { statusOf } from '../../intents/lifecycle.ts'
import { isoTime } from '../../intents/receipt.ts'
import { adminLimits, fundPlaces, type HeldFunds } from '../../interface/adminShapes.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'
import { nextId } from './projectOperations.ts'

/** Lists, from the ledger, money that has not reached its owner or recipient, and where it is. */
export function fundsOperations({ store: { intents }, tokenLists }: AdminPorts): Pick<AdminHandlers, 'GetHeldFunds'> {
  return {
    async GetHeldFunds({ projectId, state = 'HELD', beforeId, limit = adminLimits.pageDefault }) {
      const which = state === 'HELD' ? { onlyRecoverable: true } : { statuses: ['EXECUTING' as const] }
      const records = await intents.search({ projectId, ...which }, { limit: limit + 1, beyondId: beforeId })
      const shown = records.slice(0, limit)
      const ledgers = await intents.ledgers(shown.map(({ intentId }) => intentId))
      return {
        funds: shown.flatMap((record, at) => fundsOf(record, ledgers[at] ?? [], tokenLists)),
        nextBeforeId: nextId(records, limit),
      }
    },
  }
}

/** A bridge pays out another token than it took, so its ledger balance says nothing of the parts that it has paid. */
function fundsOf(record: IntentRecord, ledger: readonly LedgerEntry[], lists: AdminPorts['tokenLists']): HeldFunds[] {
  const { intent } = record
  const tokens = new Map(ledger.map(({ chainId, token }) => [`${chainId} ${token.toLowerCase()}`, { chainId, token }]))
  const addresses = {
    originIntent: intent.originIntentAddress,
    destinationIntent: intent.destinationIntentAddress,
  } as Partial<Record<HeldFunds['place'], HeldFunds['address']>>
  const paid = paidParts(record, ledger)
  const isCrossing = openParts(record).some((part) => !paid.includes(part))
  const paidFrom = paid.reduce((sum, { inputAmount }) => sum + inputAmount, 0n)
  const found: HeldFunds[] = []
  for (const place of fundPlaces) {
    if (place === 'bridge' && !isCrossing) continue
    for (const { chainId, token } of tokens.values()) {
      const amount = balanceOf(ledger, place, chainId, token) - (place === 'bridge' ? paidFrom : 0n)
      if (amount <= 0n) continue
      const known = lists.find(chainId, token)
      found.push({
        intentId: record.intentId,
        projectId: record.projectId,
        status: statusOf(record.step),
        ownerAddress: intent.ownerAddress,
        place,
        address: addresses[place],
        chainId,
        tokenAddress: token,
        symbol: known?.symbol,
        decimals: known?.decimals,
        amount,
        updatedAt: isoTime(record.updatedAtMs),
      })
    }
  }
  return found
}

/** The parts that their bridge has paid. Of two bridges, the larger part is the one that a large arrival pays. */
function paidParts({ intent, plan: { bridge } }: IntentRecord, ledger: readonly LedgerEntry[]): readonly BridgePart[] {
  const came = ledger.filter(({ from }) => from === 'bridge')
  if (!bridge?.parts) return bridge && came.length > 0 ? [bridge] : []
  const arrived = came.filter(({ chainId }) => chainId === intent.destinationChainId)
  let rest = arrived.reduce((sum, { amount }) => sum + amount, 0n)
  const largestFirst = bridge.parts.toSorted((a, b) => Number(b.outputAmountMin - a.outputAmountMin))
  return largestFirst.filter(({ outputAmountMin }) => {
    const isPaid = rest >= outputAmountMin
    if (isPaid) rest -= outputAmountMin
    return isPaid
  })
}
