import { useEffect, useState } from 'preact/hooks'
import type { Intent } from '../../interface/intentShapes.ts'
import { chainName, knownChains } from '../data/directory.ts'
import { isLocal, pageSettings } from '../data/session.ts'
import { describeFailure, type Wire } from '../data/wire.ts'
import {
  chainIdOf,
  isDeclined,
  startWalletSearch,
  switchChain,
  type WalletChoice,
  walletAccount,
  wallets,
} from '../send/wallets.ts'
import { Card, Exact, Hash } from '../view/parts.tsx'
import type { Held, Receipt } from './state.ts'

type Taken = { chainId: number; amounts: readonly { token: string; amount: bigint }[]; txnHashes: readonly string[] }

const loadTakeOut = () => import('../send/takeOut.ts')

/**
 * Loads the recovery code while the service is up, so that an open page no longer needs the service. True once it is
 * loaded. Only for intents that may hold money: it weighs 158 kB.
 */
export function useTakeOutReady(isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const fetchIt = () =>
      loadTakeOut().then(
        () => setReady(true),
        () => undefined,
      )
    // After the first paint. Safari has no idle callback.
    if (!('requestIdleCallback' in window)) return void fetchIt()
    const waiting = requestIdleCallback(fetchIt)
    return () => cancelIdleCallback(waiting)
  }, [isWanted])
  return isReady
}

type RecoverProps = { receipt: Receipt; intent: Wire<Intent> | undefined; held: readonly Held[] }

/** Returns the money at an intent address to its owner, with the owner's wallet and without the service. */
export function RecoverCard({ receipt, intent, held }: RecoverProps) {
  useEffect(startWalletSearch, [])
  const [taken, setTaken] = useState<Taken>()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  // The ledger says where money rests. A deposit that the ledger does not know yet can only be on the origin chain.
  const side = held[0]?.place === 'destinationIntent' ? 'destination' : 'origin'
  const chainId = side === 'origin' ? receipt.originChainId : receipt.destinationChainId
  const take = async (choice: WalletChoice) => {
    if (!intent) return
    setBusy(true)
    setError('')
    try {
      const account = await walletAccount(choice)
      if (choice.kind === 'browser' && (await chainIdOf(choice.provider)) !== chainId) {
        const symbol = knownChains.value.find(({ id }) => id === chainId)?.tokenSymbol ?? 'ETH'
        await switchChain(choice.provider, { id: chainId, name: chainName(chainId), symbol })
      }
      const { takeOut } = await loadTakeOut()
      const contracts = isLocal(chainId) ? undefined : pageSettings.value.contracts
      setTaken(await takeOut({ intent, choice, account, chainId, side, contracts }))
    } catch (failure) {
      setError(isDeclined(failure) ? 'You declined. Nothing was signed.' : describeFailure(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card id="recover" title="Take it out" note="with the owner's wallet, without the service">
      <div class="body">
        <p>
          {held.map(({ chainId: on, token, amount, place }) => (
            <span key={place + token}>
              <Exact chainId={on} token={token} amount={amount} />{' '}
            </span>
          ))}
          {held.length === 0 && `Whatever lies at the intent address on ${chainName(chainId)} `}
          can go only to {receipt.ownerAddress}: the intent address commits to it.
        </p>
        <p class="chips pad-top">
          {wallets.value.map((choice) => (
            <button key={choice.id} type="button" class="btn" disabled={isBusy || !intent} onClick={() => take(choice)}>
              Take out with {choice.name}
            </button>
          ))}
          {wallets.value.length === 0 && (
            <span class="muted">No wallet in this browser. The command `causeway recover` does the same.</span>
          )}
        </p>
        {isBusy && <p role="status">In your wallet …</p>}
        {error && <p role="alert">{error}</p>}
        {taken && (
          <p role="status">
            {taken.amounts.map(({ token, amount }) => (
              <span key={token}>
                <Exact chainId={taken.chainId} token={token} amount={amount} />{' '}
              </span>
            ))}
            {taken.amounts.length === 0 ? 'Nothing lies there.' : 'are back.'}{' '}
            {taken.txnHashes.map((hash) => (
              <Hash key={hash} hash={hash} />
            ))}
          </p>
        )}
      </div>
    </Card>
  )
}
