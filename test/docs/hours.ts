import { join } from 'node:path'
import { loadConfig } from '../../src/config/loadConfig.ts'
import { freePort } from '../../src/host/ports.ts'
import { startEmbeddedPostgres } from '../../src/host/postgres/embeddedPostgres.ts'
import type { Player, PlayOptions } from './openPlayer.ts'
import { payInBrowser } from './payInBrowser.ts'

/** One document of a first hour, and what the reader has after it. */
export type Step = { file: string; milestone: string; play(player: Player): Promise<void> }

const guide = (name: string) => `docs/guides/${name}.md`

/** Played against the service that the README starts. */
const onTheService = (
  file: string,
  milestone: string,
  options: (player: Player, url: string) => Promise<PlayOptions> = async () => ({}),
): Step => ({
  file,
  milestone,
  play: async (player) => {
    const url = await player.startService()
    await player.play(file, await options(player, url))
  },
})

const alone = (name: string, milestone: string, options: () => Promise<PlayOptions> = async () => ({})): Step => ({
  file: guide(name),
  milestone,
  play: async (player) => {
    await player.stopService()
    await player.play(guide(name), await options())
  },
})

export const hours = {
  integrator: [
    {
      file: 'README.md',
      milestone: 'a service runs, the first intent is settled',
      play: async (player) => {
        await player.startService()
        await player.play('README.md')
        await requireReadable(player, 'causeway.config.ts')
      },
    },
    onTheService(guide('integrate-with-curl'), 'an intent over HTTP, from any language'),
    onTheService(guide('integrate-from-typescript'), 'an intent from a program, and a deposit taken back'),
    onTheService(guide('integrate-with-python'), 'an intent from Python'),
    onTheService(guide('integrate-with-react'), 'a page with React and wagmi is paid from', async (player) => ({
      whileRunning: (said) => payInBrowser(said, join(player.clone.folder, '.causeway')),
    })),
    onTheService(guide('destination-calls'), 'calls on arrival: supply, mint, pay'),
    onTheService(guide('verify-webhooks'), 'webhooks are received and verified', async () => ({
      places: [
        ['9101', String(await freePort())],
        ['9102', String(await freePort())],
      ],
    })),
    onTheService(guide('move-from-another-service'), 'requests of LI.FI and Trails, written as ours'),
    alone('provoke-failures', 'failures seen before they happen', async () => {
      const url = `http://127.0.0.1:${await freePort()}`
      return { env: { PORT: new URL(url).port, CAUSEWAY_URL: url } }
    }),
  ],
  operator: [
    onTheService(guide('security-model'), 'the promises, tried on a service'),
    {
      file: guide('run-in-production'),
      milestone: 'two processes over one Postgres, watched and administered',
      play: playProduction,
    },
    {
      file: guide('run-on-a-cluster'),
      milestone: 'more than one of each',
      play: (player) =>
        withPostgres(player, async (places) =>
          player.play(guide('run-on-a-cluster'), { places, env: { PORT: String(await freePort()) } }),
        ),
    },
    alone('keep-it-running', 'rolled out, backed up, rotated'),
  ],
  contributor: [
    {
      file: 'CONTRIBUTING.md',
      milestone: 'an operation of one’s own, tested',
      play: (player) => player.play('CONTRIBUTING.md'),
    },
    alone('add-a-chain', 'a chain of one’s own', async () => ({ places: [['8550', String(await freePort())]] })),
    alone('add-a-provider', 'a provider of one’s own'),
  ],
} as const satisfies Record<string, readonly Step[]>

export type Reader = keyof typeof hours
export const readers = Object.keys(hours) as Reader[]

/** A document's configuration for real chains loads without error; nothing is started with it. */
async function requireReadable(player: Player, file: string): Promise<void> {
  const { config } = await loadConfig({ folder: player.clone.folder, file })
  const ids = config.chains.map(({ id }) => id).join(', ')
  if (ids !== '1, 8453') throw new Error(`${file} of the README serves the chains ${ids || 'none'}`)
  player.forget(file)
}

const documentedDatabase = 'postgres://causeway:secret@127.0.0.1:5432/causeway'
type Places = NonNullable<PlayOptions['places']>

/** A real database instead of the one that the guides name. */
async function withPostgres(player: Player, play: (places: Places) => Promise<void>): Promise<void> {
  await player.stopService()
  const database = await startEmbeddedPostgres({ dataDir: join(player.clone.folder, '..', 'operators-postgres') })
  try {
    await play([[documentedDatabase, database.url]])
  } finally {
    await database.stop()
  }
}

async function playProduction(player: Player): Promise<void> {
  const [port, workerPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  await withPostgres(player, (places) =>
    player.play(guide('run-in-production'), {
      env: { PORT: String(port), CAUSEWAY_URL: url },
      places: [['http://127.0.0.1:4180', url], ['4181', String(workerPort)], ...places],
    }),
  )
}

/** One reader's time, without reading: a line per milestone. */
export function createHour(reader: string): (step: Pick<Step, 'file' | 'milestone'>, tookMs: number) => string {
  let spentMs = 0
  return ({ file, milestone }, tookMs) => {
    spentMs += tookMs
    return `${reader.padEnd(11)} ${(spentMs / 60_000).toFixed(1).padStart(5)} min  ${milestone} (${file})`
  }
}
