import { useEffect, useRef, useState } from 'preact/hooks'
import { chainName, dollarsOf, type NamedToken, searchTokens, tokenKey } from '../data/directory.ts'
import { exact, shortAddress, usd } from '../view/format.ts'
import { Icon } from '../view/icons.tsx'
import { Chip, TokenMark } from '../view/parts.tsx'
import { type Send, useSend } from './createSend.ts'

const shownMax = 40
/** Rows that Page Up and Page Down skip. */
const pageRows = 8
/** A search starts once typing pauses. */
const typingMs = 200
/** The longest search that the service accepts. */
const wordsCharsMax = 128

type TokenPickerProps = { label: string; token?: NamedToken; onPick(token: NamedToken): void }

/** A button with the chosen token; it opens a list to search by word, chain or address. */
export function TokenPicker({ label, token, onPick }: TokenPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class="pick"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {token && <TokenMark symbol={token.symbol} chainId={token.chainId} />}
        <span>
          <span class="sr">{label}: </span>
          {token?.symbol ?? 'Choose'}
          <small>{token ? chainName(token.chainId) : 'a token'}</small>
        </span>
        <Icon name="down" />
      </button>
      {isOpen && <Picker label={label} onPick={onPick} onClose={close} />}
    </>
  )
}

type PickerProps = { label: string; onPick(token: NamedToken): void; onClose(): void }

function Picker({ label, onPick: onPicked, onClose }: PickerProps) {
  const send = useSend()
  const [words, setWords] = useState('')
  const [chainId, setChainId] = useState<number>()
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  // Close the dialog before it is removed: an open one keeps the focus.
  const onPick = (token: NamedToken) => {
    onPicked(token)
    dialog.current?.close()
  }
  const { tokens: searched, isSearching } = useTokenSearch(send, words, chainId)
  const all = search(send, words, chainId, searched)
  const found = all.slice(0, shownMax)
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, words, chainId])
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const next = keyMoves[event.key]?.(at, found.length - 1)
    if (next !== undefined) setAt(Math.max(0, Math.min(next, found.length - 1)))
    else if (event.key === 'Enter' && found[at]) onPick(found[at])
    else return
    event.preventDefault()
  }
  const choose = (id: number | undefined) => {
    setChainId(id)
    setAt(0)
  }
  return (
    <dialog ref={dialog} class="pop picker" aria-label={label} onClose={onClose}>
      <div class="find">
        <Icon name="search" />
        <input
          value={words}
          onInput={(event) => {
            setWords(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKey}
          role="combobox"
          aria-expanded="true"
          aria-controls="tokens"
          aria-activedescendant={found[at] && `token-${at}`}
          aria-label="Name, symbol or address of a token"
          placeholder="Name, symbol or address"
          maxLength={wordsCharsMax}
          spellcheck={false}
          autocomplete="off"
        />
        <kbd>esc</kbd>
      </div>
      <div class="chips pad">
        <Chip aria-pressed={chainId === undefined} onClick={() => choose(undefined)}>
          All chains
        </Chip>
        {send.offeredChains.value.map(({ id, name }) => (
          <Chip key={id} aria-pressed={chainId === id} onClick={() => choose(id)}>
            {name}
          </Chip>
        ))}
      </div>
      <div id="tokens" class="list" role="listbox" aria-label="Tokens">
        {found.map((token, index) => (
          <Row
            key={tokenKey(token.chainId, token.address)}
            token={token}
            index={index}
            isAt={index === at}
            onPick={onPick}
          />
        ))}
      </div>
      <p class="pad small muted" role="status">
        {all.length > found.length
          ? `The first ${found.length}. Type more of the name for the others.`
          : found.length > 0
            ? 'Paste an address for a token that is not listed.'
            : isSearching
              ? 'Searching all lists …'
              : 'No token of this name. Paste its address.'}
      </p>
    </dialog>
  )
}

/** The row that a key moves to; `onKey` keeps it within the list. */
const keyMoves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + pageRows,
  PageUp: (at) => at - pageRows,
}

/** Searches all of the service's token lists, external ones too, and contracts by address. */
function useTokenSearch(send: Send, words: string, chainId: number | undefined) {
  const wanted = words.trim()
  const [result, setResult] = useState<{ of: string; tokens: readonly NamedToken[] }>({ of: '', tokens: [] })
  const key = `${chainId ?? ''} ${wanted}`
  useEffect(() => {
    if (wanted === '') return
    const ended = new AbortController()
    const chainIds = chainId === undefined ? send.offeredChains.value.map(({ id }) => id) : [chainId]
    const timer = setTimeout(() => {
      searchTokens(wanted, chainIds, ended.signal)
        // If the search fails, the listed tokens are still shown.
        .catch(() => [])
        .then((tokens) => {
          if (!ended.signal.aborted) setResult({ of: key, tokens: tokens.filter(send.isOffered) })
        })
    }, typingMs)
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [key])
  return wanted !== '' && result.of === key
    ? { tokens: result.tokens, isSearching: false }
    : { tokens: [], isSearching: wanted !== '' }
}

type RowProps = { token: NamedToken; index: number; isAt: boolean; onPick(token: NamedToken): void }

function Row({ token, index, isAt, onPick }: RowProps) {
  const { balances, offered } = useSend()
  const balance = balances.value.get(tokenKey(token.chainId, token.address))
  // Anyone can give a token this name, so an unlisted one shows its address.
  const isListed = offered.value.includes(token)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box above the list
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the box above points here
    <div class="opt" id={`token-${index}`} role="option" aria-selected={isAt} onClick={() => onPick(token)}>
      <TokenMark symbol={token.symbol} chainId={token.chainId} />
      <span>
        <b>{token.symbol}</b> <span class="muted">on {chainName(token.chainId)}</span>
        <small>
          {token.name}
          {!isListed && <span class="addr"> {shortAddress(token.address)}</span>}
        </small>
      </span>
      <span class="right">
        {balance === undefined ? '' : exact(balance, token.decimals)}
        <small>{balance === undefined ? '' : usd(dollarsOf(token.chainId, token.address, balance))}</small>
      </span>
    </div>
  )
}

function search(
  { balances, offered }: Send,
  words: string,
  chainId: number | undefined,
  searched: readonly NamedToken[],
): NamedToken[] {
  const wanted = words.trim().toLowerCase()
  const worth = (token: NamedToken): number => {
    const balance = balances.value.get(tokenKey(token.chainId, token.address)) ?? 0n
    return dollarsOf(token.chainId, token.address, balance) ?? 0
  }
  const listed = offered.value
    .filter((token) => chainId === undefined || token.chainId === chainId)
    .filter(({ symbol, name, address }) => [symbol, name, address].some((text) => text.toLowerCase().includes(wanted)))
    .toSorted((a, b) => worth(b) - worth(a))
  const known = new Set(listed.map((token) => tokenKey(token.chainId, token.address)))
  return [...listed, ...searched.filter((token) => !known.has(tokenKey(token.chainId, token.address)))]
}
