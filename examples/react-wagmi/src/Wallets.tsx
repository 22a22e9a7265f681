import { useConnect, useConnection, useConnectors, useDisconnect } from 'wagmi'

export function Wallets() {
  const { address } = useConnection()
  const connectors = useConnectors()
  const connect = useConnect()
  const disconnect = useDisconnect()
  if (address)
    return (
      <p>
        {address}{' '}
        <button type="button" onClick={() => disconnect.mutate()}>
          Disconnect
        </button>
      </p>
    )
  return (
    <p>
      {connectors.length === 0 && 'No wallet has announced itself in this page.'}
      {connectors.map((connector) => (
        <button type="button" key={connector.uid} onClick={() => connect.mutate({ connector })}>
          {connector.name}
        </button>
      ))}
    </p>
  )
}
