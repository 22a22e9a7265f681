import type { ComponentChildren, JSX } from 'preact'
import { chainName, tokenUnit, type Unit } from '../data/directory.ts'
import { exact, rounded, shortAddress, shortHash } from './format.ts'
import { Icon, type IconName } from './icons.tsx'
import { say } from './toast.tsx'

type ButtonProps = JSX.IntrinsicElements['button']

/** A button that looks like a link. */
export const LinkButton = (props: ButtonProps) => <button type="button" class="link" {...props} />

/** One of a few choices; `aria-pressed` says which is chosen. */
export const Chip = (props: ButtonProps) => <button type="button" class="chip" {...props} />

export const SmallButton = (props: ButtonProps) => <button type="button" class="btn sm" {...props} />

type Money = { chainId: number; token: string; amount: bigint }

/** An amount with all its digits. */
export function Exact({ chainId, token, amount }: Money) {
  const unit = tokenUnit(chainId, token)
  return (
    <data class="amt" value={amount.toString()}>
      {exact(amount, unit.decimals)}&nbsp;<i>{unit.symbol}</i>
    </data>
  )
}

/** An amount in prose. Rounded ones have a dotted underline and show the exact figure on hover, focus or tap. */
export function Rounded({ chainId, token, amount }: Money) {
  return <RoundedIn unit={tokenUnit(chainId, token)} amount={amount} />
}

export function RoundedIn({ unit, amount }: { unit: Unit; amount: bigint }) {
  const { text, isRound } = rounded(amount, unit.decimals)
  const full = `${exact(amount, unit.decimals)} ${unit.symbol}`
  const inner = (
    <>
      {text}&nbsp;<i>{unit.symbol}</i>
    </>
  )
  if (!isRound)
    return (
      <data class="amt" value={amount.toString()}>
        {inner}
      </data>
    )
  return (
    <button type="button" class="amt round" title={full} onClick={() => say(full)}>
      <data value={amount.toString()}>{inner}</data>
    </button>
  )
}

export function Copy({ text, what }: { text: string; what: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => say(`Copied ${what}`),
      () => say('The browser did not allow copying'),
    )
  return (
    <button type="button" class="copy" title={`Copy ${what}`} aria-label={`Copy ${what}`} onClick={copy}>
      <Icon name="copy" size={14} />
    </button>
  )
}

export function Addr({ address, copy }: { address: string; copy?: string }) {
  return (
    <span class="nowrap">
      <span class="addr" title={address}>
        {shortAddress(address)}
      </span>
      {copy && (
        <>
          {' '}
          <Copy text={address} what={copy} />
        </>
      )}
    </span>
  )
}

/** The operator's explorer address without its trailing slash; undefined unless it is http(s). */
const webAddress = (text: string | undefined): string | undefined =>
  text && /^https?:\/\//i.test(text) ? text.replace(/\/$/, '') : undefined

/** A hash with its copy button; on chains with an explorer a link to it. */
export function Hash({ hash, explorer }: { hash: string; explorer?: string }) {
  const base = webAddress(explorer)
  const shown = (
    <span class="addr" title={hash}>
      {shortHash(hash)}
    </span>
  )
  return (
    <span class="nowrap">
      {base ? (
        <a href={`${base}/tx/${encodeURIComponent(hash)}`} rel="noreferrer noopener" target="_blank">
          {shown}
        </a>
      ) : (
        shown
      )}{' '}
      <Copy text={hash} what="the transaction hash" />
    </span>
  )
}

export function ChainBadge({ id }: { id: number }) {
  const name = chainName(id)
  return (
    <span class="chain">
      <b aria-hidden="true">{name.charAt(0).toUpperCase()}</b>
      {name}
    </span>
  )
}

/** A symbol of up to three letters, of longer ones the first and last: `ETH`, `UC`. Loads no remote logos. */
export const initials = (symbol: string): string =>
  symbol.length <= 3 ? symbol : `${symbol.charAt(0)}${symbol.charAt(symbol.length - 1)}`

export function TokenMark({ symbol, chainId }: { symbol: string; chainId: number }) {
  const letters = initials(symbol)
  return (
    <span class={letters.length > 2 ? 'tok t3' : 'tok'} aria-hidden="true">
      {letters}
      <span class="on">{chainName(chainId).charAt(0)}</span>
    </span>
  )
}

/** The money's state: green as promised, blue moving, ochre refunded, red needs a person, grey nothing happened. */
export type Tone = 'ok' | 'move' | 'back' | 'act' | 'none'
export type Status = { tone: Tone; word: string }

const marks: Readonly<Record<Tone, IconName>> = { ok: 'check', move: 'arrow', back: 'back', act: 'warn', none: 'clock' }

export function Pill({ status, bare = false }: { status: Status; bare?: boolean }) {
  const { tone, word } = status
  return (
    <span class={`pill ${tone}${bare ? ' bare' : ''}`}>
      <Icon name={marks[tone]} size={14} />
      {word}
    </span>
  )
}

export function Card({ title, note, children, id }: CardProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span class="note">{note}</span>}
      </header>
      {children}
    </section>
  )
}
type CardProps = { title: ComponentChildren; note?: ComponentChildren; children: ComponentChildren; id: string }

/** Wide rows scroll in a box of their own, reachable by keyboard. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

type Head = string | { text: string; kind: 'num' | 'hidden' }
export const numHead = (text: string): Head => ({ text, kind: 'num' })
export const hiddenHead = (text: string): Head => ({ text, kind: 'hidden' })

/** A table that scrolls sideways. `numHead` heads a column of numbers; only screen readers read a `hiddenHead`. */
export function Table(props: { label: string; heads: readonly Head[]; children: ComponentChildren }) {
  return (
    <Scroll label={props.label}>
      <table>
        <thead>
          <tr>
            {props.heads.map((head) => {
              if (typeof head === 'string') return <th key={head}>{head}</th>
              const { text, kind } = head
              return kind === 'num' ? (
                <th key={text} class="num">
                  {text}
                </th>
              ) : (
                <th key={text}>
                  <span class="sr">{text}</span>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </Scroll>
  )
}

export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children}
    </div>
  )
}

export function Trouble({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="callout back" role="alert">
      <h3>{title}</h3>
      <div>{children}</div>
    </div>
  )
}
