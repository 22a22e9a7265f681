import { computed, signal } from '@preact/signals'
import { tokens } from '../data/directory.ts'
import { go } from '../view/router.ts'
import { loadBalances } from './balances.ts'
import type { CheckedRun, Quoted, RunEnd, RunRequest } from './checkedRun.ts'
import { form, requestOf } from './form.ts'
import { accountOf, chainIdOf, type WalletChoice } from './wallets.ts'

/** `waiting`: something is missing in the form. `signing`: the wallet or the service has the word. */
export type Phase = 'waiting' | 'quoting' | 'quoted' | 'signing' | 'ended'

export const phase = signal<Phase>('waiting')
export const quoted = signal<Quoted | undefined>(undefined)
export const end = signal<RunEnd | undefined>(undefined)
export const wallet = signal<{ choice: WalletChoice; account: string; chainId?: number } | undefined>(undefined)
export const asked = computed(() => requestOf(form.value))

let run: CheckedRun | undefined
let turn = 0

/** Every change of the form ends the quote before it; a quote is asked for once typing has paused. */
const typingMs = 350
let timer: ReturnType<typeof setTimeout> | undefined

export function quoteSoon(): void {
  clearTimeout(timer)
  if (phase.value === 'signing') return
  run?.drop()
  turn++
  quoted.value = undefined
  end.value = undefined
  phase.value = 'waiting'
  timer = setTimeout(quoteNow, typingMs)
}

export function quoteNow(): void {
  const ask = asked.value
  const own = wallet.value
  if ('why' in ask || !own) return
  if (own.choice.kind === 'browser' && own.chainId !== Number(ask.request.originChainId)) return
  run?.drop()
  const mine = ++turn
  phase.value = 'quoting'
  end.value = undefined
  void start(own.choice, own.account, ask.request, mine)
}

async function start(choice: WalletChoice, account: string, request: RunRequest, mine: number) {
  const { startCheckedRun } = await import('./checkedRun.ts')
  if (mine !== turn) return
  run = startCheckedRun(choice, account, request, (next) => {
    if (mine !== turn) return
    quoted.value = next
    if (next.verified && phase.value === 'quoting') phase.value = 'quoted'
  })
  const ended = await run.ended
  if (mine !== turn || ended.is === 'changed') return
  phase.value = 'ended'
  end.value = ended
  if (ended.is === 'executing') go(`/intents/${ended.intentId}`)
}

export function sign(): void {
  if (phase.value !== 'quoted') return
  phase.value = 'signing'
  run?.sign()
}

export async function chooseWallet(choice: WalletChoice): Promise<void> {
  const account = await accountOf(choice)
  const chainId = choice.kind === 'browser' ? await chainIdOf(choice.provider) : undefined
  wallet.value = { choice, account, chainId }
  quoteSoon()
  await readBalances()
}

/** What the chosen account holds of the listed tokens, as far as a node can be reached. */
export async function readBalances(): Promise<void> {
  const own = wallet.value
  if (!own) return
  const { choice, account, chainId } = own
  const node = choice.kind === 'browser' ? { provider: choice.provider, chainId: chainId! } : undefined
  await loadBalances(account, tokens.value, node).catch(() => undefined)
}

/** Leaving the page drops what was not signed. */
export function leave(): void {
  clearTimeout(timer)
  if (phase.value !== 'signing') run?.drop()
  turn++
  phase.value = 'waiting'
  quoted.value = undefined
}
