import { signal } from '@preact/signals'
import type { Contracts } from '../../intents/planBatches.ts'
import type { Brand } from '../../interface/brand.ts'

/** What the service tells its pages before their first call (`/console/settings.json`). */
export type Settings = {
  version: string
  brand: Brand
  isKeyNeeded: boolean
  hasOperations: boolean
  hasAdmin: boolean
  /** Ids of chains on the service's own machine, whose nodes the pages can reach at `/console/nodes/<id>`. */
  localNodes: number[]
  contracts?: Contracts
  /** How deep a block must be before the service calls it final, by what is at stake in dollars; null: whatever it is. */
  finality?: { chainId: number; rules: { belowUsd: number | null; depth: number | string }[] }[]
}

export const settings = signal<Settings>({
  version: '',
  brand: { service: 'Svc', field: 'svc', wallet: 'svcWallet' },
  isKeyNeeded: false,
  hasOperations: true,
  hasAdmin: false,
  localNodes: [],
})

/** The service that these scripts came from: the console's own origin, or for `<causeway-send>` in another page, where that page got it. */
export const serviceOrigin = new URL(import.meta.url).origin

/** Held by this page alone and gone when it is closed: nothing secret is written to the browser's storage. */
export const accessKey = signal('')
export const token = signal('')

/**
 * A browser may keep a page that was left with all its memory and show it again to whoever goes back to it. By then it holds no key and no
 * token, and asks for them as a page that is loaded does.
 */
export function forgetWhenLeft(): void {
  window.addEventListener('pagehide', () => {
    accessKey.value = ''
    token.value = ''
  })
}

export async function loadSettings(): Promise<void> {
  const reply = await fetch(`${serviceOrigin}/console/settings.json`)
  if (!reply.ok) return
  const told = (await reply.json()) as Settings
  // Only the console's own origin may ask the local nodes; a page elsewhere has its reader's wallet.
  settings.value = serviceOrigin === window.location.origin ? told : { ...told, localNodes: [] }
}

/** Blocks that are needed on a chain for so many dollars; without a price as many as for the largest amounts. */
export function depthNeeded(chainId: number, usd: number | undefined): number | string | undefined {
  const rules = settings.value.finality?.find((one) => one.chainId === chainId)?.rules ?? []
  const rule = usd === undefined ? undefined : rules.find(({ belowUsd }) => belowUsd !== null && usd < belowUsd)
  return (rule ?? rules.at(-1))?.depth
}

export const isLocal = (chainId: number): boolean => settings.value.localNodes.includes(chainId)
