import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Chain } from '../../src/chains/chain.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import type { World } from '../../src/engine/world.ts'
import { systemClock } from '../../src/host/clock.ts'
import { startEmbeddedPostgres } from '../../src/host/postgres/embeddedPostgres.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { createTokenLists } from '../../src/tokens/tokenLists.ts'

/** A folder that is removed with the benchmark. */
export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A Postgres of our own, deleted when it stops. */
export async function startPostgres(settings: Record<string, string> = {}) {
  const folder = scratchFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, settings })
  return { url: postgres.url, stop: () => postgres.stop().finally(folder.remove) }
}

/** A world for operations without chain reads: the store is real, chains have only a name. */
export async function worldWithoutChains(databaseUrl: string): Promise<World & { store: PostgresStore }> {
  const definitions = devnetDefinitions()
  const chainIds = definitions.map(({ id }) => id)
  const settings = { waitHoldMs: holdMs, longPollsMax: 20_000 }
  return {
    clock: systemClock,
    random: createSystemRandom(),
    observe: createObserve(pino({ level: 'silent' })),
    store: await openPostgresStore({ url: databaseUrl }),
    chains: new Map(definitions.map((definition) => [definition.id, { id: definition.id, definition } as Chain])),
    tokens: createTokenLists({ chainIds, own: ownTokens(), external: [] }),
    providers: [],
    settings,
  } as unknown as World & { store: PostgresStore }
}

/** Longer than any measurement, so that no hold ends by itself. */
export const holdMs = 300_000
