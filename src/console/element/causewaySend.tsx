/// <reference types="vite/client" />
import { computed, effect, type Signal, signal } from '@preact/signals'
import { render } from 'preact'
import { knownChains, type NamedToken } from '../data/directory.ts'
import { heldKey, loadSettings } from '../data/session.ts'
import { createSend, type Send } from '../send/createSend.ts'
import type { Form } from '../send/form.ts'
import sheetText from '../style.css?inline'
import { startClock } from '../view/now.ts'
import elementText from './element.css?inline'
import { ElementView } from './elementView.tsx'

/** The element's attributes, and the fields they fill in. Chains are ids or names, tokens are symbols or addresses. */
const fieldsOf = {
  'from-chain': ['pay'],
  'from-token': ['pay'],
  'to-chain': ['get'],
  'to-token': ['get'],
  amount: ['amount', 'exact'],
  recipient: ['recipient'],
  chains: ['pay', 'get'],
  tokens: ['pay', 'get'],
  theme: [],
  'access-key': [],
} as const satisfies Record<string, readonly (keyof Form)[]>
type Attribute = keyof typeof fieldsOf
export type Attributes = Partial<Record<Attribute, string>>

/** The console's style sheet; its page-wide rules also name `:host`. No style leaves or enters the shadow root. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(sheetText + elementText)

const words = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function isChain(chainId: number, named: string): boolean {
  const name = knownChains.value.find(({ id }) => id === chainId)?.name ?? ''
  return String(chainId) === named || isSame(name, named)
}

const isToken = ({ symbol, address }: NamedToken, named: string): boolean =>
  isSame(symbol, named) || isSame(address, named)

/** Whether the page allows a token: each given list must name it. */
export function allows(token: NamedToken, given: Attributes): boolean {
  const [chainNames, tokenNames] = [words(given.chains), words(given.tokens)]
  return (
    (chainNames.length === 0 || chainNames.some((named) => isChain(token.chainId, named))) &&
    (tokenNames.length === 0 || tokenNames.some((named) => isToken(token, named)))
  )
}

/** The form fields that the element's attributes fill in. */
export function namedBy(given: Attributes, offered: readonly NamedToken[]): Partial<Form> {
  const find = (chain: string | undefined, token: string | undefined) =>
    chain === undefined && token === undefined
      ? undefined
      : offered.find((one) => (chain === undefined || isChain(one.chainId, chain)) && (!token || isToken(one, token)))
  const pay = find(given['from-chain'], given['from-token'])
  const get = find(given['to-chain'], given['to-token'])
  return {
    ...(pay && { pay }),
    ...(get && { get }),
    ...(given.amount !== undefined && { amount: given.amount, exact: 'pay' }),
    ...(given.recipient !== undefined && { recipient: given.recipient }),
  }
}

/**
 * `<causeway-send>`: the send form for any page. It lives in a shadow root, talks to the service that served its
 * script, and signs only what the client library checked in the page.
 */
class CausewaySend extends HTMLElement {
  static readonly observedAttributes = Object.keys(fieldsOf)
  readonly #given: Signal<Attributes> = signal({})
  readonly #executing = signal<string | undefined>(undefined)
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #send: Send
  #stops: (() => void)[] = []

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [sheet]
    const offers = computed(() => (token: NamedToken) => allows(token, this.#given.value))
    this.#send = createSend({
      offers,
      onExecuting: (intentId) => {
        this.#executing.value = intentId
        this.#tell('executing', { intentId })
      },
    })
  }

  connectedCallback(): void {
    const { quoted, end, form, isRecipientFixed } = this.#send
    const given = this.#given
    this.#stops = [
      startClock(),
      effect(() => {
        const { theme, recipient } = given.value
        if (theme === 'dark' || theme === 'light') this.dataset.theme = theme
        else delete this.dataset.theme
        isRecipientFixed.value = Boolean(recipient)
      }),
      effect(() => {
        const { intent, verified } = quoted.value ?? {}
        if (!intent || !verified) return
        const { fromAmount, toAmount, toAmountMin } = intent.quote
        this.#tell('quoted', {
          intentId: intent.intentId,
          fromAmount: String(fromAmount),
          toAmount: String(toAmount),
          toAmountMin: String(toAmountMin),
        })
      }),
      effect(() => {
        const ended = end.value
        if (ended && ended.is !== 'executing') this.#tell('stopped', { ...ended })
      }),
    ]
    if (given.value['access-key']) heldKey.value = given.value['access-key']
    // Without an answer the defaults of `pageSettings` apply; the form then says what it cannot read.
    void loadSettings()
      .catch(() => undefined)
      .then(() => {
        if (!this.isConnected) return
        const view = (
          <ElementView
            send={this.#send}
            executing={this.#executing}
            named={() => namedBy(given.value, this.#send.offered.value)}
            onEnd={(receipt) =>
              this.#tell(receipt.status === 'SUCCEEDED' ? 'settled' : 'failed', { intentId: receipt.intentId, receipt })
            }
            onAgain={() => {
              this.#executing.value = undefined
              form.value = { ...form.value }
            }}
          />
        )
        render(view, this.#root)
      })
  }

  disconnectedCallback(): void {
    for (const stop of this.#stops) stop()
    this.#stops = []
    render(null, this.#root)
  }

  /** Changes only what the attribute fills in: what the reader typed elsewhere stays. */
  attributeChangedCallback(name: Attribute, before: string | null, after: string | null): void {
    if (before === after) return
    const { [name]: _gone, ...rest } = this.#given.value
    this.#given.value = after === null ? rest : { ...rest, [name]: after }
    if (name === 'access-key') heldKey.value = after ?? ''
    // Before the tokens are known, no name can be matched: `ElementView` fills the form once they are.
    if (knownChains.value.length === 0) return
    const named = namedBy(this.#given.value, this.#send.offered.value)
    const change = fieldsOf[name].filter((field) => field in named).map((field) => [field, named[field]])
    if (change.length > 0) this.#send.set(Object.fromEntries(change))
  }

  /** Dispatches `causeway-quoted`, `causeway-executing`, …: they bubble, also out of an outer shadow root. */
  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`causeway-${name}`, { detail, bubbles: true, composed: true }))
  }
}

export function defineCausewaySend(): void {
  if (!customElements.get('causeway-send')) customElements.define('causeway-send', CausewaySend)
}
