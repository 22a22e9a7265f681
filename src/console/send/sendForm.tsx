import type { YieldMarket } from '../../interface/yieldShapes.ts'
import type { ChosenDeposit } from '../../sdk/chosenDeposit.ts'
import { chainName, dollarsOf, knownChains, type NamedToken, tokenKey } from '../data/directory.ts'
import { exact, parseUnits, rounded, shortAddress, usd } from '../view/format.ts'
import { Icon } from '../view/icons.tsx'
import { nowMs } from '../view/now.ts'
import { Addr, Chip, LinkButton } from '../view/parts.tsx'
import { say } from '../view/toast.tsx'
import { useSend } from './createSend.ts'
import { TokenPicker } from './tokenPicker.tsx'
import { switchChain, wallets } from './wallets.ts'
import { wayWords } from './wayWords.ts'

/** What to pay, what to receive, and the recipient. */
export function FormCard() {
  const { form, quoted, set } = useSend()
  const { pay, get, amount, exact: side, preference, slippage, into } = form.value
  const quote = quoted.value?.intent.quote
  const paying = side === 'pay' ? amount : quote && pay ? rounded(quote.fromAmount, pay.decimals).text : ''
  const getting = side === 'get' ? amount : quote && get ? rounded(quote.toAmount, get.decimals).text : ''
  return (
    <section class="card form" aria-label="What to send">
      <Field
        label="You pay"
        side="pay"
        token={pay}
        value={paying}
        told={quote?.fromAmount}
        onPick={(token) => set({ pay: token })}
      />
      <button
        type="button"
        class="flip"
        aria-label="Turn around"
        onClick={() => set({ pay: get, get: pay, amount: '', exact: 'pay' })}
      >
        <Icon name="flip" />
      </button>
      <Field
        label="You get"
        side="get"
        token={get}
        value={getting}
        told={quote?.toAmount}
        onPick={(token) => set({ get: token, into: undefined })}
      />
      {into ? <Into market={into} /> : <Recipient />}
      <div class="line">
        <span id="prefer">Prefer</span>
        <fieldset class="chips" aria-labelledby="prefer">
          {(['RECOMMENDED', 'FASTEST', 'CHEAPEST'] as const).map((one) => (
            <Chip key={one} aria-pressed={preference === one} onClick={() => set({ preference: one })}>
              {{ RECOMMENDED: 'Balanced', FASTEST: 'Fastest', CHEAPEST: 'Cheapest' }[one]}
            </Chip>
          ))}
        </fieldset>
      </div>
      <label class="line">
        <span>Price may move by</span>
        <span class="row">
          <input
            class="text narrow"
            inputMode="decimal"
            value={slippage}
            placeholder="auto"
            onInput={(event) => set({ slippage: event.currentTarget.value.trim() })}
          />{' '}
          %
        </span>
      </label>
      <PayBy />
    </section>
  )
}

const wayNames = Object.keys(wayWords) as ChosenDeposit['way'][]

/** Chooses among the quote's deposit ways; by default the cheapest that this wallet can do. */
function PayBy() {
  const { form, ways, wallet, quoted, set } = useSend()
  const { by } = form.value
  const chosen = quoted.value?.verified?.chosen?.way
  const offered = wayNames.filter(
    (way) =>
      way === by ||
      ways.value.some((one) => one.way === way) ||
      // Whether a wallet can batch calls is known only when it is asked to.
      (way === 'calls' && ways.value.length > 0 && wallet.value?.choice.kind === 'browser'),
  )
  const noteOf = (way: ChosenDeposit['way']): string => {
    const { costUsd, approveAddress, sponsored } = ways.value.find((one) => one.way === way) ?? {}
    const approval = approveAddress ? ', after an approval' : ''
    return costUsd === undefined ? '' : sponsored ? `${approval}, free` : `${approval}, ${usd(costUsd)}`
  }
  return (
    <label class="line">
      <span>Pay by</span>
      <select
        class="text"
        value={by}
        onChange={(event) => set({ by: [...wayNames].find((way) => way === event.currentTarget.value) ?? 'auto' })}
      >
        <option value="auto">{`the cheapest way${by === 'auto' && chosen ? `: ${wayWords[chosen].name}` : ''}`}</option>
        {offered.map((way) => (
          <option key={way} value={way}>
            {wayWords[way].name + noteOf(way)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Recipient() {
  const { form, wallet, set, isRecipientFixed } = useSend()
  const { recipient } = form.value
  return (
    <label class="line">
      <span>To</span>
      <input
        class="text addr"
        value={recipient}
        readOnly={isRecipientFixed.value}
        placeholder={wallet.value ? `your own address ${shortAddress(wallet.value.account)}` : 'your own address'}
        onInput={(event) => set({ recipient: event.currentTarget.value.trim() })}
        spellcheck={false}
        autocomplete="off"
      />
    </label>
  )
}

/** Stands in for the recipient when the last call supplies all that arrives to a market, for the owner. */
function Into({ market }: { market: YieldMarket }) {
  const { set } = useSend()
  return (
    <div class="line">
      <span>Into</span>
      <span>
        <strong>{market.metadata.name}</strong> <Addr address={market.depositAddress} />, for you{' '}
        <LinkButton onClick={() => set({ into: undefined })}>Send it to an address instead</LinkButton>
      </span>
    </div>
  )
}

type FieldProps = {
  label: string
  side: 'pay' | 'get'
  token?: NamedToken
  value: string
  told?: bigint
  onPick(token: NamedToken): void
}

function Field({ label, side, token, value, told, onPick }: FieldProps) {
  const { form, balances, set } = useSend()
  const balance = token && balances.value.get(tokenKey(token.chainId, token.address))
  const isTyped = form.value.exact === side
  const units = isTyped ? token && parseUnits(value, token.decimals) : told
  return (
    <div class="field">
      <div class="lab">
        <label for={`amount-${side}`}>{label}</label>
        {side === 'pay' && token && balance !== undefined ? (
          <span>
            Balance {exact(balance, token.decimals)}{' '}
            <LinkButton onClick={() => set({ amount: exact(balance, token.decimals), exact: 'pay' })}>Max</LinkButton>
          </span>
        ) : (
          side === 'get' && <span>or type here to fix what arrives</span>
        )}
      </div>
      <div class="line">
        <input
          id={`amount-${side}`}
          inputMode="decimal"
          placeholder="0"
          value={value}
          autocomplete="off"
          onInput={(event) => set({ amount: event.currentTarget.value, exact: side })}
        />
        <TokenPicker label={label} token={token} onPick={onPick} />
      </div>
      <div class="under">
        <span>{token && units !== undefined ? usd(dollarsOf(token.chainId, token.address, units)) : ''}</span>
        {!isTyped && token && told !== undefined && <span>{exact(told, token.decimals)} exactly</span>}
      </div>
    </div>
  )
}

export function WalletCard() {
  const { wallet, form, chooseWallet } = useSend()
  const own = wallet.value
  const chainId = form.value.pay?.chainId
  const isElsewhere = own?.choice.kind === 'browser' && chainId !== undefined && own.chainId !== chainId
  const change = async () => {
    if (own?.choice.kind !== 'browser' || chainId === undefined) return
    const symbol = knownChains.value.find(({ id }) => id === chainId)?.tokenSymbol ?? 'ETH'
    await switchChain(own.choice.provider, { id: chainId, name: chainName(chainId), symbol })
    await chooseWallet(own.choice)
  }
  return (
    <section class="card wallet" aria-label="Wallet">
      <div class="row">
        <Icon name="wallet" />
        {own ? (
          <span class="grow">
            {own.choice.name} <span class="addr muted">{shortAddress(own.account)}</span>
          </span>
        ) : (
          <span class="grow muted">{wallets.value.length > 0 ? 'Choose a wallet' : 'No wallet in this browser'}</span>
        )}
      </div>
      <div class="chips">
        {wallets.value.map((choice) => (
          <Chip
            key={choice.id}
            aria-pressed={own?.choice.id === choice.id}
            onClick={() => chooseWallet(choice).catch(() => say('The wallet did not answer; nothing was shared.'))}
          >
            {choice.name}
          </Chip>
        ))}
      </div>
      {isElsewhere && (
        <p class="small">
          Your wallet is on {own.chainId === undefined ? 'another chain' : chainName(own.chainId)}.{' '}
          <LinkButton onClick={() => change().catch(() => say('The wallet stayed where it was.'))}>
            Switch to {chainName(chainId)}
          </LinkButton>
        </p>
      )}
    </section>
  )
}

export function SignBar() {
  const { quoted, form, phase, asked, ways, sign, quoteNow } = useSend()
  const expiresAt = quoted.value?.intent.expiresAt
  const isOld = phase.value === 'quoted' && expiresAt !== undefined && Date.parse(expiresAt) <= nowMs.value
  const deposit = quoted.value?.intent.depositTransaction
  const { pay } = form.value
  const way = quoted.value?.verified?.chosen?.way ?? 'transfer'
  const isApproved = ways.value.find((one) => one.way === way)?.approveAddress !== undefined
  const words = {
    waiting: 'Sign and send',
    quoting: 'Asking for a price …',
    quoted: '',
    signing: 'In your wallet …',
    ended: 'Sign and send',
  }
  const amount = deposit && pay ? `Sign and send ${exact(deposit.amount, pay.decimals)} ${pay.symbol}` : 'Sign and send'
  return (
    <div class="stickybar">
      {isOld ? (
        <button type="button" class="btn primary big" onClick={quoteNow}>
          New quote
        </button>
      ) : (
        <button type="button" class="btn primary big" disabled={phase.value !== 'quoted'} onClick={sign}>
          {phase.value === 'quoted' ? amount : words[phase.value]}
        </button>
      )}
      <p class="small muted center">
        {'why' in asked.value
          ? asked.value.why
          : isOld
            ? 'The price is too old to be signed.'
            : isApproved
              ? 'An approval from your wallet first, which costs gas; then a signature.'
              : wayWords[way].asks}
      </p>
    </div>
  )
}
