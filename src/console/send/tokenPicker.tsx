import { useEffect, useRef, useState } from 'preact/hooks'
import { chainName, type Token, tokenKey, usdOf } from '../data/directory.ts'
import { exact, usd } from '../view/format.ts'
import { Icon } from '../view/icons.tsx'
import { TokenMark } from '../view/parts.tsx'
import { type Send, useSend } from './createSend.ts'

const shownMax = 40

/** A button with the chosen token; pressed, a list to search by word, chain or address. */
export function TokenPicker({ label, token, onPick }: { label: string; token?: Token; onPick(token: Token): void }) {
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
      {isOpen && (
        <Picker
          label={label}
          onPick={(picked) => {
            onPick(picked)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function Picker({ label, onPick, onClose }: { label: string; onPick(token: Token): void; onClose(): void }) {
  const send = useSend()
  const [words, setWords] = useState('')
  const [chainId, setChainId] = useState<number>()
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const found = search(send, words, chainId).slice(0, shownMax)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && found[at]) onPick(found[at])
    else return
    event.preventDefault()
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
          spellcheck={false}
          autocomplete="off"
        />
        <kbd>esc</kbd>
      </div>
      <div class="chips pad">
        <button type="button" class="chip" aria-pressed={chainId === undefined} onClick={() => setChainId(undefined)}>
          All chains
        </button>
        {send.offeredChains.value.map(({ id, name }) => (
          <button key={id} type="button" class="chip" aria-pressed={chainId === id} onClick={() => setChainId(id)}>
            {name}
          </button>
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
    </dialog>
  )
}

function Row({
  token,
  index,
  isAt,
  onPick,
}: {
  token: Token
  index: number
  isAt: boolean
  onPick(token: Token): void
}) {
  const { balances } = useSend()
  const balance = balances.value.get(tokenKey(token.chainId, token.address))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box above the list
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the box above points here
    <div class="opt" id={`token-${index}`} role="option" aria-selected={isAt} onClick={() => onPick(token)}>
      <TokenMark symbol={token.symbol} chainId={token.chainId} />
      <span>
        <b>{token.symbol}</b> <span class="muted">on {chainName(token.chainId)}</span>
        <small>{token.name}</small>
      </span>
      <span class="right">
        {balance === undefined ? '' : exact(balance, token.decimals)}
        <small>{balance === undefined ? '' : usd(usdOf(token.chainId, token.address, balance))}</small>
      </span>
    </div>
  )
}

function search({ balances, offered }: Send, words: string, chainId: number | undefined): Token[] {
  const wanted = words.trim().toLowerCase()
  const worth = (token: Token): number => {
    const balance = balances.value.get(tokenKey(token.chainId, token.address)) ?? 0n
    return usdOf(token.chainId, token.address, balance) ?? 0
  }
  return offered.value
    .filter((token) => chainId === undefined || token.chainId === chainId)
    .filter(({ symbol, name, address }) => [symbol, name, address].some((text) => text.toLowerCase().includes(wanted)))
    .toSorted((a, b) => worth(b) - worth(a))
}
