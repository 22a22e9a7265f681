import type { SearchTerm } from '../../../src/intents/classifyTerms.ts'
import type { IntentRecord } from '../../../src/intents/intentRecord.ts'
import { statusOf } from '../../../src/intents/lifecycle.ts'
import { addressFields, searchLimitMax } from '../../../src/stores/searchRules.ts'
import type { IntentFilter, Keyset } from '../../../src/stores/store.ts'
import { ensure } from '../../../src/stores/storeError.ts'
import { type IntentRow, type Memory, same } from './memory.ts'

export function search(memory: Memory, filter: IntentFilter, page: Keyset): IntentRecord[] {
  ensure(page.limit >= 1 && page.limit <= searchLimitMax, `a page of ${page.limit} rows`)
  const { beyondId, ascending = false } = page
  const rows = [...memory.intents.values()]
  const order = (a: Place, b: Place) => (a.createdAtMs - b.createdAtMs || a.id - b.id) * (ascending ? 1 : -1)
  const place = rows.find(({ record }) => record.id === beyondId)?.record
  const isBeyond = (record: IntentRecord) => {
    if (beyondId === undefined) return true
    if (place) return order(record, place) > 0
    return ascending ? record.id > beyondId : record.id < beyondId
  }
  return rows
    .filter((row) => !row.isAside && isBeyond(row.record) && matches(row, filter))
    .map(({ record }) => record)
    .sort(order)
    .slice(0, page.limit)
}

type Place = Pick<IntentRecord, 'createdAtMs' | 'id'>

function matches({ record, recoverable }: IntentRow, filter: IntentFilter): boolean {
  const { intent, legs } = record
  const { statuses } = filter
  const ifSet = <T>(wanted: T | undefined, test: (wanted: T) => boolean) => wanted === undefined || test(wanted)
  return (
    ifSet(filter.projectId, (id) => record.projectId === id) &&
    ifSet(filter.intentId, (id) => record.intentId === id) &&
    ifSet(filter.transactionHash, (hash) => legs.some(({ txnHash }) => txnHash === hash)) &&
    ifSet(filter.depositTransactionHash, (hash) => legs.some((leg) => leg.leg === 'deposit' && leg.txnHash === hash)) &&
    ifSet(filter.owner, (owner) => same(intent.ownerAddress, owner)) &&
    ifSet(filter.originAddress, (address) => same(intent.originIntentAddress, address)) &&
    ifSet(filter.destinationAddress, (address) => same(intent.destinationIntentAddress, address)) &&
    ifSet(filter.originChainId, (id) => intent.originChainId === id) &&
    ifSet(filter.destinationChainId, (id) => intent.destinationChainId === id) &&
    ifSet(filter.fromMs, (ms) => record.createdAtMs >= ms) &&
    ifSet(filter.toMs, (ms) => record.createdAtMs <= ms) &&
    (statuses === undefined || statuses.includes(statusOf(record.step))) &&
    (!filter.onlyRecoverable || recoverable) &&
    (filter.terms ?? []).every((term) => termMatches(record, term))
  )
}

function termMatches(record: IntentRecord, term: SearchTerm): boolean {
  const { intent, plan, legs } = record
  const addresses = () => addressFields.map(({ of }) => of(record))
  const hashes = () => [record.intentId, ...legs.map(({ txnHash }) => txnHash)]
  switch (term.kind) {
    case 'hash':
      return hashes().includes(term.value)
    case 'address':
      return addresses().some((address) => same(address, term.value))
    case 'prefix':
      return [...hashes(), ...addresses()].some((hex) => hex?.toLowerCase().startsWith(`0x${term.value}`))
    case 'symbol':
      return [plan.originToken, plan.destinationToken].some(
        (token) => token?.symbol.toUpperCase() === term.value.toUpperCase(),
      )
    case 'status':
      return statusOf(record.step) === term.value
    case 'chain':
      return intent.originChainId === term.value || intent.destinationChainId === term.value
  }
}
