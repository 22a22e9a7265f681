import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { wagmiConfig } from './config.ts'
import { Send } from './Send.tsx'
import { Wallets } from './Wallets.tsx'

createRoot(document.querySelector('#root')!).render(
  <WagmiProvider config={wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <h1>USDC on Harbor to ETH on Island</h1>
      <Wallets />
      <Send />
    </QueryClientProvider>
  </WagmiProvider>,
)
