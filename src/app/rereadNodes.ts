import { isDeepStrictEqual } from 'node:util'
import type { NodeSet, OpenedChain } from '../chains/openChain.ts'
import type { Config } from '../config/config.ts'
import { settings } from '../config/settings.ts'

type ChainConfig = Config['chains'][number]

/** The result of rereading the configuration. `needRestart` names changed settings that were not applied. */
export type Reread = {
  changed: number[]
  kept: { chainId: number; why: string }[]
  needRestart: string[]
}

/** The nodes of a chain as its configuration names them. */
export const nodeSetOf = ({ rpcUrls, wsUrls, quorum, nodeLimits }: ChainConfig): NodeSet => ({
  endpoints: rpcUrls.map((url, index) => ({
    url,
    socketUrl: wsUrls[index],
    limits: nodeLimits?.[nodeLimits.length === 1 ? 0 : index],
  })),
  quorum,
})

/**
 * Gives each chain its nodes of `after` if they differ from `before`. A chain keeps its nodes unless all new ones work.
 * Changes of other settings, and added or removed chains, are only reported. Returns the configuration now in use.
 */
export async function rereadNodes(
  chains: ReadonlyMap<number, Pick<OpenedChain, 'changeNodes'>>,
  before: Config,
  after: Config,
): Promise<{ config: Config; reread: Reread }> {
  const reread: Reread = { changed: [], kept: [], needRestart: needRestart(before, after) }
  const inUse = await Promise.all(
    before.chains.map(async (old): Promise<ChainConfig> => {
      const next = after.chains.find(({ id }) => id === old.id)
      if (!next || isDeepStrictEqual(nodeSetOf(old), nodeSetOf(next))) return old
      try {
        await chains.get(old.id)!.changeNodes(nodeSetOf(next))
      } catch (error) {
        reread.kept.push({ chainId: old.id, why: (error as Error).message })
        return old
      }
      reread.changed.push(old.id)
      return { ...next, file: old.file }
    }),
  )
  return { config: { ...before, chains: inUse }, reread }
}

function needRestart(before: Config, after: Config): string[] {
  const isAnother = ({ path }: { path: readonly string[] }) =>
    path[0] !== 'chains' && !isDeepStrictEqual(valueAt(before, path), valueAt(after, path))
  const facts = ({ chains }: Config) => chains.map(({ id, file }) => ({ id, file })).toSorted((a, b) => a.id - b.id)
  const others = settings.filter(isAnother).map(({ path }) => path.join('.'))
  return isDeepStrictEqual(facts(before), facts(after)) ? others : ['chains', ...others]
}

const valueAt = (config: Config, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], config)
