import { useState } from 'react'
import { formatEther, formatUnits, parseUnits } from 'viem'
import { useConnection } from 'wagmi'
import { useSend } from './useSend.ts'

const usdcDecimals = 6

export function Send() {
  const { isConnected } = useConnection()
  const [amount, setAmount] = useState('25')
  const { mutate, isPending, data: receipt, error, question, stage, begun } = useSend()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ amount: parseUnits(amount, usdcDecimals) })
      }}
    >
      <label>
        USDC <input value={amount} inputMode="decimal" onChange={({ target }) => setAmount(target.value)} />
      </label>{' '}
      <button type="submit" disabled={!isConnected || isPending}>
        Quote
      </button>
      {question && (
        <p>
          {formatUnits(question.intent.quote.fromAmount, usdcDecimals)} USDC bring at least{' '}
          {formatEther(question.intent.quote.toAmountMin)} ETH.{' '}
          <button type="button" onClick={() => question.answer(true)}>
            Pay
          </button>{' '}
          <button type="button" onClick={() => question.answer(false)}>
            Not now
          </button>
        </p>
      )}
      {isPending && <p role="status">{stage || 'asking for a quote'}</p>}
      {receipt && (
        <p role="status">
          {receipt.status}: {formatEther(receipt.summary.destinationTokenAmount)} ETH arrived, {receipt.verified} says
          so.
        </p>
      )}
      {error && <p role="alert">{error.message}</p>}
      {begun && (
        <button type="button" onClick={() => mutate(begun)}>
          Go on
        </button>
      )}
    </form>
  )
}
