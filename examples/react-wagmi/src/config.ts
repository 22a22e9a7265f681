import { createClient } from 'causeway-client'
import { type Chain, defineChain } from 'viem'
import { createConfig, http } from 'wagmi'

const { VITE_SERVICE, VITE_HARBOR, VITE_ISLAND } = import.meta.env

export const client = createClient({ url: VITE_SERVICE ?? 'http://127.0.0.1:4180' }) // accessKey: '…' where the service asks for one

const local = (id: number, name: string, url: string): Chain =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

// On public chains: import { base, mainnet } from 'wagmi/chains'.
export const harbor = local(31337, 'Harbor', VITE_HARBOR ?? 'http://127.0.0.1:8545')
export const island = local(31338, 'Island', VITE_ISLAND ?? 'http://127.0.0.1:8546')

// Without connectors of its own wagmi offers every wallet that announces itself in the page (EIP-6963).
export const wagmiConfig = createConfig({
  chains: [harbor, island],
  transports: { [harbor.id]: http(), [island.id]: http() },
})
