import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Chain } from '../../src/chains/chain.ts'
import { systemClock } from '../../src/clock.ts'
import { devnetDefinitions } from '../../src/devnet/definitions.ts'
import { createObserve } from '../../src/observe.ts'
import { systemRandom } from '../../src/random.ts'
import { startEmbeddedPostgres } from '../../src/stores/embedded.ts'
import { type PostgresStore, postgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { tokenLists } from '../../src/tokens/tokenLists.ts'
import type { World } from '../../src/world.ts'

/** A folder that goes with the benchmark. */
export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A Postgres of our own that is gone when it stops. */
export async function startPostgres(settings: Record<string, string> = {}) {
  const folder = scratchFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, settings })
  return { url: postgres.url, stop: () => postgres.stop().finally(folder.remove) }
}

/** A world for operations that ask no chain: the store is real, chains have a name and nothing behind it. */
export async function worldWithoutChains(databaseUrl: string): Promise<World & { store: PostgresStore }> {
  const definitions = devnetDefinitions()
  const chainIds = definitions.map(({ id }) => id)
  const settings = { waitHoldMs: holdMs, heldWaitsMax: 20_000 }
  return {
    clock: systemClock,
    random: systemRandom(),
    observe: createObserve(pino({ level: 'silent' })),
    store: await postgresStore({ url: databaseUrl }),
    chains: new Map(definitions.map((definition) => [definition.id, { id: definition.id, definition } as Chain])),
    tokens: tokenLists({ chainIds, own: ownTokens(), external: [] }),
    providers: [],
    settings,
  } as unknown as World & { store: PostgresStore }
}

/** Longer than any measurement, so that no hold ends by itself. */
export const holdMs = 300_000
