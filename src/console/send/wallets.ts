import { signal } from '@preact/signals'
import { pageSettings, serviceOrigin } from '../data/session.ts'
import { atMost, printableText } from '../view/format.ts'

/** A browser wallet's interface (EIP-1193). */
export type WalletProvider = {
  request(ask: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (...args: unknown[]) => void): void
}

/** A wallet to choose. A test account's key is public and works on local chains only. */
export type WalletChoice =
  | { kind: 'browser'; id: string; name: string; provider: WalletProvider }
  | { kind: 'test'; id: string; name: string; privateKey: `0x${string}`; address: string }

/** The first accounts of every local chain's mnemonic; their keys are public. */
const testAccounts = [
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'],
  ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'],
  ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'],
] as const

export const wallets = signal<readonly WalletChoice[]>([])

const nameCharsMax = 40

type Announced = CustomEvent<{ info?: { uuid?: unknown; name?: unknown }; provider?: WalletProvider } | null>

/** Wallets that announce themselves (EIP-6963), then the test accounts where the chains are local. */
export function startWalletSearch(): () => void {
  const tests = pageSettings.value.localNodes.length === 0 ? [] : testAccounts
  const found = new Map<string, WalletChoice>(
    tests.map(([address, privateKey], index) => {
      const id = `test-${index}`
      return [id, { kind: 'test', id, name: `Test account ${index}`, privateKey, address }]
    }),
  )
  const show = () => {
    wallets.value = [...found.values()].toSorted((a, b) => Number(a.kind === 'test') - Number(b.kind === 'test'))
  }
  const onAnnounce = (event: Event) => {
    const { info, provider } = (event as Announced).detail ?? {}
    // Any script may announce itself; without `request` it is no wallet.
    if (typeof info?.uuid !== 'string' || typeof provider?.request !== 'function') return
    const name = atMost(printableText(String(info.name)).trim(), nameCharsMax) || 'A wallet without a name'
    found.set(info.uuid, { kind: 'browser', id: info.uuid, name, provider })
    show()
  }
  show()
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', onAnnounce)
}

/** The account that a wallet signs for; a browser wallet asks its owner. */
export async function walletAccount(wallet: WalletChoice): Promise<string> {
  if (wallet.kind === 'test') return wallet.address
  const told = await wallet.provider.request({ method: 'eth_requestAccounts' })
  const account: unknown = Array.isArray(told) ? told[0] : undefined
  if (typeof account !== 'string' || !addressForm.test(account)) throw new Error('The wallet shared no account.')
  return account
}

const addressForm = /^0x[0-9a-fA-F]{40}$/

export async function chainIdOf(provider: WalletProvider): Promise<number> {
  const chainId = Number(await provider.request({ method: 'eth_chainId' }))
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new Error('The wallet does not say which chain it is on.')
  return chainId
}

/** Switches a browser wallet to a chain, and adds a local chain that it does not know. */
export async function switchChain(
  provider: WalletProvider,
  chain: { id: number; name: string; symbol: string },
): Promise<void> {
  const chainId = `0x${chain.id.toString(16)}`
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  } catch (error) {
    if ((error as { code?: number }).code !== unknownChain || !pageSettings.value.localNodes.includes(chain.id))
      throw error
    const rpcUrls = [`${serviceOrigin}/console/nodes/${chain.id}`]
    const nativeCurrency = { name: chain.symbol, symbol: chain.symbol, decimals: 18 }
    const added = { chainId, chainName: chain.name, rpcUrls, nativeCurrency }
    await provider.request({ method: 'wallet_addEthereumChain', params: [added] })
  }
}

const unknownChain = 4902
/** The error code of a rejected request. */
export const declined = 4001

/** Bounds the chain of causes: a wallet's error may be its own cause. */
const causesMax = 10

export function isDeclined(error: unknown): boolean {
  let one = error
  for (let depth = 0; depth < causesMax && one !== undefined && one !== null; depth++) {
    if ((one as { code?: number }).code === declined) return true
    one = (one as { cause?: unknown }).cause
  }
  return false
}
