import { useEffect } from 'preact/hooks'
import { knownTokens, loadDirectory, loadPrices } from '../data/directory.ts'
import { useLoad } from '../view/useLoad.ts'
import type { Send } from './createSend.ts'
import { type Form, withTokens } from './form.ts'
import { startWalletSearch, wallets } from './wallets.ts'

/** Reads tokens and prices, fills the form, detects wallets and keeps the quote up to date. */
export function useSendSetup(
  send: Send,
  named: () => Partial<Form> | Promise<Partial<Form>>,
): { isReady: boolean; error?: string } {
  const { atMs, error } = useLoad(async () => {
    await loadDirectory()
    await loadPrices(knownTokens.value.map(({ chainId, address }) => ({ chainId, tokenAddress: address }))).catch(
      () => undefined,
    )
    send.form.value = withTokens(send.form.value, send.offered.value, await named())
    void send.loadBalances()
  }, [])
  useEffect(() => {
    const stopSearch = startWalletSearch()
    const first = wallets.value[0]
    // A test account connects at once; a browser wallet only when its owner asks.
    if (!send.wallet.value && first?.kind === 'test') void send.chooseWallet(first)
    return () => {
      stopSearch()
      send.leave()
    }
  }, [])
  useEffect(() => {
    if (atMs !== undefined) send.quoteSoon()
  }, [atMs, send.form.value])
  return { isReady: atMs !== undefined, error }
}
