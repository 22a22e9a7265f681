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
}

export const settings = signal<Settings>({
  version: '',
  brand: { service: 'Svc', field: 'svc', wallet: 'svcWallet' },
  isKeyNeeded: false,
  hasOperations: true,
  hasAdmin: false,
  localNodes: [],
})

/** Held by this page alone and gone when it is closed: nothing secret is written to the browser's storage. */
export const accessKey = signal('')
export const token = signal('')

export async function loadSettings(): Promise<void> {
  const reply = await fetch('/console/settings.json')
  if (reply.ok) settings.value = (await reply.json()) as Settings
}

export const isLocal = (chainId: number): boolean => settings.value.localNodes.includes(chainId)
