import type { IntentRecord } from '../../intents/intentRecord.ts'
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

/** Skips a bridge that has paid: it pays out another token than it took, so its ledger balances never reach zero. */
function fundsOf(
  { intent, ...record }: IntentRecord,
  ledger: readonly LedgerEntry[],
  lists: AdminPorts['tokenLists'],
): HeldFunds[] {
  const tokens = new Map(ledger.map(({ chainId, token }) => [`${chainId} ${token.toLowerCase()}`, { chainId, token }]))
  const addresses = {
    originIntent: intent.originIntentAddress,
    destinationIntent: intent.destinationIntentAddress,
  } as Partial<Record<HeldFunds['place'], HeldFunds['address']>>
  const bridged = ledger.some(({ from }) => from === 'bridge')
  const found: HeldFunds[] = []
  for (const place of fundPlaces) {
    if (place === 'bridge' && bridged) continue
    for (const { chainId, token } of tokens.values()) {
      const amount = balanceOf(ledger, place, chainId, token)
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
