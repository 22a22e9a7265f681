import type { QuoteWorld } from './quoteContext.ts'

/** Quotes without the providers that the operator has paused. What is under way still finds them in the world that it began in. */
export function withoutPaused(world: QuoteWorld, paused: ReadonlySet<string> | undefined): QuoteWorld {
  if (!paused?.size) return world
  const providers = world.providers.filter(({ name }) => !paused.has(name))
  const swaps = providers.filter(({ kind }) => kind === 'swap').map(({ name }) => name)
  return {
    ...world,
    providers,
    quoteSwap: (leg, allow = new Set(swaps), deadline) =>
      world.quoteSwap(leg, new Set([...allow].filter((name) => !paused.has(name))), deadline),
  }
}
