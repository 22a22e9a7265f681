import type { BrowserContext } from 'playwright-core'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { type Nodes, walletOf } from '../e2e/wallets.ts'

/** A wallet with its key outside of the page: announces itself by EIP-6963 and answers every request here. */
export async function addWallet(
  context: BrowserContext,
  { devnet }: { devnet: Nodes },
  key: DevnetKey,
  chainId: number,
) {
  const asked: string[] = []
  const state = {
    chainId,
    declines: false,
    /** Signing requests are answered after this. */
    holds: Promise.resolve(),
    /** Whether the page may see accounts; an unknown page sees none until it asks. */
    isKnown: true,
    /** The owner changes the chain in the wallet itself; pages get the usual event. */
    turnTo: (next: number) => {
      state.chainId = next
      for (const page of context.pages())
        void page.evaluate((id) => window.dispatchEvent(new CustomEvent('outside-chain', { detail: id })), next)
    },
  }
  await announceWallet(context, 'Outside Wallet', async (method, params) => {
    asked.push(method)
    const wallet = walletOf(devnet, state.chainId, key)
    if (method === 'eth_requestAccounts') state.isKnown = true
    if (method === 'eth_requestAccounts' || method === 'eth_accounts')
      return { result: state.isKnown ? [key.address] : [] }
    if (method === 'eth_chainId') return { result: `0x${state.chainId.toString(16)}` }
    if (method === 'wallet_switchEthereumChain') {
      if (state.declines) return { error: { code: 4001, message: 'User rejected the request.' } }
      state.chainId = Number((params[0] as { chainId: string }).chainId)
      return { result: null }
    }
    if (method === 'eth_signTypedData_v4' || method === 'eth_sendTransaction') {
      await state.holds
      if (state.declines) return { error: { code: 4001, message: 'User rejected the request.' } }
      if (method === 'eth_sendTransaction') {
        const { to, data, value } = params[0] as { to: `0x${string}`; data?: `0x${string}`; value?: string }
        return { result: await wallet.sendTransaction({ to, data, value: BigInt(value ?? 0) }) }
      }
      const { domain, types, primaryType, message } = JSON.parse(params[1] as string)
      const { EIP712Domain: _domain, ...rest } = types
      return { result: await wallet.signTypedData({ domain, types: rest, primaryType, message }) }
    }
    const { rpcUrl } = devnet.chains.find(({ id }) => id === state.chainId)!
    return { result: await rpc(rpcUrl, method, params) }
  })
  return { asked, state }
}

/** What a wallet says to a request. */
export type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } }

/** Announces a wallet of that name to this context's pages by EIP-6963, and answers their requests here. */
export async function announceWallet(
  context: BrowserContext,
  name: string,
  answer: (method: string, params: unknown[]) => Promise<Answer>,
): Promise<void> {
  const door = `${name.replaceAll(' ', '')}Request`
  await context.exposeFunction(door, answer)
  // tsx names functions by a helper that pages lack.
  await context.addInitScript('globalThis.__name ??= (made) => made')
  await context.addInitScript(
    ([through, called]) => {
      type Doors = Record<string, (method: string, params: unknown) => Promise<Answer>>
      const provider = {
        request: async ({ method, params }: { method: string; params?: unknown }) => {
          const { result, error } = await (window as unknown as Doors)[through]!(method, params ?? [])
          if (error) throw Object.assign(new Error(error.message), { code: error.code, data: error.data })
          return result
        },
        on: (event: string, listener: (value: unknown) => void) => {
          if (event !== 'chainChanged') return
          window.addEventListener('outside-chain', (told) => listener(`0x${(told as CustomEvent).detail.toString(16)}`))
        },
      }
      const info = { uuid: through, name: called, icon: '', rdns: `org.example.${through}` }
      const announce = () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    [door, name] as const,
  )
}
