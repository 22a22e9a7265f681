import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { DepositWay } from '../../interface/depositWay.ts'
import type { DepositBy } from '../../sdk/chosenDeposit.ts'
import { knownChains, knownTokens, type NamedToken, tokenKey } from '../data/directory.ts'
import { type Balances, readBalances } from './balances.ts'
import type { CheckedQuote, CheckedRun, RunEnd, RunRequest } from './checkedRun.ts'
import { emptyForm, type Form, type FormRequest, formRequest } from './form.ts'
import type { Named } from './requireKnownNames.ts'
import { chainIdOf, type WalletChoice, type WalletProvider, walletAccount } from './wallets.ts'

/** `waiting`: no quote is requested yet. `signing`: the wallet or the service acts. */
export type Phase = 'waiting' | 'quoting' | 'quoted' | 'signing' | 'ended'

/** One form with its quote and its wallet; a page may hold several. */
export type Send = {
  form: Signal<Form>
  phase: ReadonlySignal<Phase>
  quoted: ReadonlySignal<CheckedQuote | undefined>
  end: ReadonlySignal<RunEnd | undefined>
  wallet: ReadonlySignal<{ choice: WalletChoice; account: string; chainId?: number } | undefined>
  balances: ReadonlySignal<Balances>
  /** The deposit ways of the last quote for this token and wallet; kept until the next quote. */
  ways: ReadonlySignal<readonly DepositWay[]>
  /** The form as a request, or what is missing. */
  asked: ReadonlySignal<FormRequest>
  /** The listed tokens that can be picked, and their chains. */
  offered: ReadonlySignal<readonly NamedToken[]>
  offeredChains: ReadonlySignal<readonly { id: number; name: string }[]>
  /** Whether a token that a search found may be picked. */
  isOffered(token: NamedToken): boolean
  /** Whether the embedding page set the recipient. */
  isRecipientFixed: Signal<boolean>
  set(change: Partial<Form>): void
  quoteSoon(): void
  quoteNow(): void
  sign(): void
  chooseWallet(choice: WalletChoice): Promise<void>
  loadBalances(): Promise<void>
  /** Drops an unsigned run. */
  leave(): void
}

/** Each change of the form drops its quote; the next is requested after this pause in typing. */
const typingMs = 350

export type SendOptions = {
  onExecuting(intentId: string): void
  /** Which tokens are offered; by default all listed ones. */
  offers?: ReadonlySignal<(token: NamedToken) => boolean>
}

export function createSend({ onExecuting, offers }: SendOptions): Send {
  const form = signal<Form>(emptyForm)
  const phase = signal<Phase>('waiting')
  const quoted = signal<CheckedQuote | undefined>(undefined)
  const end = signal<RunEnd | undefined>(undefined)
  const wallet = signal<{ choice: WalletChoice; account: string; chainId?: number } | undefined>(undefined)
  const balances = signal<Balances>(new Map())
  const ways = signal<readonly DepositWay[]>([])
  const asked = computed(() => formRequest(form.value, wallet.value?.account))
  const offered = computed(() => (offers ? knownTokens.value.filter(offers.value) : knownTokens.value))
  const offeredChains = computed(() =>
    knownChains.value.filter(({ id }) => offered.value.some(({ chainId }) => chainId === id)),
  )
  const followed = new WeakSet<WalletProvider>()
  let run: CheckedRun | undefined
  let turn = 0
  let picks = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function quoteSoon(): void {
    clearTimeout(timer)
    if (phase.value === 'signing') return
    run?.drop()
    turn++
    quoted.value = undefined
    end.value = undefined
    phase.value = 'waiting'
    timer = setTimeout(quoteNow, typingMs)
  }

  function quoteNow(): void {
    if (phase.value === 'signing') return
    const ask = asked.value
    const own = wallet.value
    if ('why' in ask || !own) return
    if (own.choice.kind === 'browser' && own.chainId !== Number(ask.request.originChainId)) return
    run?.drop()
    const mine = ++turn
    phase.value = 'quoting'
    end.value = undefined
    const { pay, get, into, by } = form.value
    if (pay && get) void start(own.choice, own.account, ask.request, by, { pay, get, into }, mine)
  }

  async function start(
    choice: WalletChoice,
    account: string,
    request: RunRequest,
    by: DepositBy,
    named: Named,
    mine: number,
  ) {
    const { startCheckedRun } = await import('./checkedRun.ts')
    if (mine !== turn) return
    run = startCheckedRun(choice, account, request, by, named, (next) => {
      if (mine !== turn) return
      quoted.value = next
      if (next.ways) ways.value = next.ways
      if (next.verified && phase.value === 'quoting') phase.value = 'quoted'
    })
    const ended = await run.ended
    if (mine !== turn || ended.is === 'changed') return
    phase.value = 'ended'
    end.value = ended
    // The failed quote's figures and addresses cannot be trusted.
    if (ended.is === 'untrusted') quoted.value = undefined
    if (ended.is === 'executing') onExecuting(ended.intentId)
  }

  function sign(): void {
    if (phase.value !== 'quoted') return
    phase.value = 'signing'
    run?.sign()
  }

  async function chooseWallet(choice: WalletChoice): Promise<void> {
    const mine = ++picks
    const account = await walletAccount(choice)
    const chainId = choice.kind === 'browser' ? await chainIdOf(choice.provider) : undefined
    // Another wallet was chosen meanwhile.
    if (mine !== picks) return
    if (wallet.value?.account !== account) otherWays()
    wallet.value = { choice, account, chainId }
    if (choice.kind === 'browser') follow(choice)
    quoteSoon()
    await loadBalances()
  }

  /** Forgets the deposit ways: they depend on token and owner. */
  function otherWays(): void {
    ways.value = []
    if (form.value.by !== 'auto') form.value = { ...form.value, by: 'auto' }
  }

  /** Requotes when the wallet changes its chain or account while the form is open. */
  function follow(choice: WalletChoice & { kind: 'browser' }): void {
    if (followed.has(choice.provider)) return
    followed.add(choice.provider)
    const onChange = () => {
      if (wallet.value?.choice.id !== choice.id || phase.value === 'signing') return
      // A wallet that shares no account counts as none.
      chooseWallet(choice).catch(() => {
        wallet.value = undefined
        quoteSoon()
      })
    }
    for (const event of ['chainChanged', 'accountsChanged']) choice.provider.on?.(event, onChange)
  }

  /** Balances of the chosen account, as far as nodes are reachable. */
  async function loadBalances(): Promise<void> {
    const own = wallet.value
    if (!own) return
    const { choice, account, chainId } = own
    const node = choice.kind === 'browser' ? { provider: choice.provider, chainId: chainId! } : undefined
    const { pay, get } = form.value
    const picked = [pay, get].filter((token) => token !== undefined)
    const read = await readBalances(account, [...new Set([...offered.value, ...picked])], node).catch(() => undefined)
    if (read && wallet.value === own) balances.value = read
  }

  function leave(): void {
    clearTimeout(timer)
    // The wallet may still sign, so the intent's page opens even if the reader has moved on.
    if (phase.value === 'signing') return
    run?.drop()
    turn++
    phase.value = 'waiting'
    quoted.value = undefined
  }

  return {
    form,
    phase,
    quoted,
    end,
    wallet,
    balances,
    ways,
    asked,
    offered,
    offeredChains,
    isOffered: (token) => offers?.value(token) ?? true,
    isRecipientFixed: signal(false),
    set: (change) => {
      const { pay } = change
      if (pay && pay !== form.value.pay) otherWays()
      // A bridge that was chosen by name may not carry other tokens.
      const isOther = change.pay !== undefined || change.get !== undefined
      form.value = { ...form.value, ...(isOther && { bridge: undefined }), ...change }
      // Drop the old quote at once: it must not be signed for the changed form.
      quoteSoon()
      if (pay && !balances.value.has(tokenKey(pay.chainId, pay.address))) void loadBalances()
    },
    quoteSoon,
    quoteNow,
    sign,
    chooseWallet,
    loadBalances,
    leave,
  }
}

const SendContext = createContext<Send | undefined>(undefined)
export const SendProvider = SendContext.Provider

export function useSend(): Send {
  const send = useContext(SendContext)
  if (!send) throw new Error('a part of the send form was drawn outside of SendProvider')
  return send
}
