import { isoTime } from '../../intents/receipt.ts'
import { adminLimits } from '../../interface/adminShapes.ts'
import type { Hex } from '../../interface/fields.ts'
import type { BooksKind, BooksRow } from '../../stores/boardStore.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

const dayMs = 24 * 3_600_000
const daysShown = 30

/** The operator's earnings and costs from the ledger, and the ledger itself. */
export function booksOperation({
  store,
  clock,
  tokenLists,
}: AdminPorts): Pick<AdminHandlers, 'GetBooks' | 'ListLedger'> {
  return {
    async ListLedger({ fromTime = 0, toTime, projectId, afterId = 0, limit = adminLimits.ledgerPageMax }) {
      const settledMs = clock.nowMs() - adminLimits.settledAfterMs
      const toMs = toTime === undefined ? settledMs : Math.min(settledMs, toTime * 1_000)
      const page = await store.board.ledger({ fromMs: fromTime * 1_000, toMs, settledMs, projectId, afterId, limit })
      const lines = page.lines.map(({ atMs, token, ...line }) => {
        const known = tokenLists.find(line.chainId, token)
        return { ...line, at: isoTime(atMs), tokenAddress: token, symbol: known?.symbol, decimals: known?.decimals }
      })
      return { lines, lastId: page.lastId }
    },
    async GetBooks({ by = 'day', fromTime, toTime, projectId, limit = adminLimits.fundsPageMax }) {
      const toMs = toTime === undefined ? clock.nowMs() + 1 : toTime * 1_000
      const fromMs = fromTime === undefined ? toMs - daysShown * dayMs : fromTime * 1_000
      const range = { fromMs, toMs, projectId }
      const [rows, projects] = await Promise.all([
        store.board.books({ ...range, by, limit }),
        store.board.books({ ...range, by: 'project', limit: projectsMax }),
      ])
      return {
        rows: rows.map((row) => ({ ...keyOf(by, row.key), ...figuresOf(row) })),
        total: figuresOf(projects.reduce(add, nothing)),
        from: isoTime(fromMs),
        to: isoTime(toMs),
      }
    },
  }
}

/** `total` sums over projects: an intent has one project, but it may count on several chains and days. */
const projectsMax = 1_000_000

const nothing: BooksRow = {
  key: '',
  intents: 0,
  fees: 0n,
  relayFees: 0n,
  sponsored: 0n,
  gas: 0n,
  charged: 0n,
  unpriced: 0,
}

const add = (a: BooksRow, b: BooksRow): BooksRow => ({
  key: '',
  intents: a.intents + b.intents,
  fees: a.fees + b.fees,
  relayFees: a.relayFees + b.relayFees,
  sponsored: a.sponsored + b.sponsored,
  gas: a.gas + b.gas,
  charged: a.charged + b.charged,
  unpriced: a.unpriced + b.unpriced,
})

function keyOf(by: BooksKind, key: string) {
  if (by === 'hour') return { start: isoTime(Number(key)) }
  if (by === 'day') return { day: isoTime(Number(key)).slice(0, 10) }
  if (by === 'project') return { projectId: Number(key) }
  return by === 'chain' ? { chainId: Number(key) } : { intentId: key as Hex }
}

function figuresOf({ intents, fees, relayFees, sponsored, gas, charged, unpriced }: BooksRow) {
  const usd = (micro: bigint) => Number(micro) / 1e6
  return {
    intents,
    feesUsd: usd(fees),
    relayFeesUsd: usd(relayFees),
    sponsoredUsd: usd(sponsored),
    gasUsd: usd(gas),
    resultUsd: usd(fees + relayFees + sponsored - gas),
    gasChargedUsd: usd(charged),
    ...(gas > 0n && { chargedToPaid: Math.round((Number(charged) / Number(gas)) * 1e4) / 1e4 }),
    unpriced,
  }
}
