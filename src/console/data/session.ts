import { signal } from '@preact/signals'
import type { Contracts } from '../../intents/planBatches.ts'
import type { Brand } from '../../interface/brand.ts'

/** The pages' settings, read before their first call (`/console/settings.json`). */
export type Settings = {
  version: string
  brand: Brand
  isKeyNeeded: boolean
  hasOperations: boolean
  hasAdmin: boolean
  /** Ids of chains on the service's own machine, whose nodes the pages can reach at `/console/nodes/<id>`. */
  localNodes: number[]
  contracts?: Contracts
  /** How deep a block must be to be final, by dollars at stake; `belowUsd` null: any amount. */
  finality?: { chainId: number; rules: { belowUsd: number | null; depth: number | string }[] }[]
}

export const pageSettings = signal<Settings>({
  version: '',
  brand: { service: 'Svc', field: 'svc', wallet: 'svcWallet' },
  isKeyNeeded: false,
  hasOperations: true,
  hasAdmin: false,
  localNodes: [],
})

/** The service that served these scripts: the console's origin, or for `<causeway-send>` the origin of its script. */
export const serviceOrigin = new URL(import.meta.url).origin

/** Kept in this page only and gone when it is closed: no secret is written to the browser's storage. */
export const heldKey = signal('')
export const heldToken = signal('')

/**
 * The browser's back/forward cache may restore this page after the reader left. It then holds no key and no token,
 * and asks for them like a fresh page.
 */
export function forgetWhenLeft(): void {
  window.addEventListener('pagehide', () => {
    heldKey.value = ''
    heldToken.value = ''
  })
}

export async function loadSettings(): Promise<void> {
  const reply = await fetch(`${serviceOrigin}/console/settings.json`)
  if (!reply.ok) return
  const told = (await reply.json()) as Settings
  // Only the console's own origin may reach the local nodes; in another site's page the user's wallet has its own.
  pageSettings.value = serviceOrigin === window.location.origin ? told : { ...told, localNodes: [] }
}

/** Confirmations that a chain needs for an amount in dollars; without a price, those of the largest amounts. */
export function depthNeeded(chainId: number, usd: number | undefined): number | string | undefined {
  const rules = pageSettings.value.finality?.find((one) => one.chainId === chainId)?.rules ?? []
  const rule = usd === undefined ? undefined : rules.find(({ belowUsd }) => belowUsd !== null && usd < belowUsd)
  return (rule ?? rules.at(-1))?.depth
}

export const isLocal = (chainId: number): boolean => pageSettings.value.localNodes.includes(chainId)
