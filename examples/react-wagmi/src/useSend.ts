import { useMutation } from '@tanstack/react-query'
import {
  type ChosenDeposit,
  type Hex,
  type Intent,
  IntentInterrupted,
  type Progress,
  resumeIntent,
  runIntent,
} from 'causeway-client'
import { useState } from 'react'
import { zeroAddress } from 'viem'
import { useConfig } from 'wagmi'
import { getWalletClient, switchChain } from 'wagmi/actions'
import { client, harbor, island } from './config.ts'

/** A quote that was checked in this page and waits for its reader's word. */
type Question = { intent: Intent; answer(isAccepted: boolean): void }

/** What an intent needs to go on after a crash or a lost connection; a page that may be closed keeps it (intentToJson). */
type Begun = { intentId: Hex; amount: bigint; chosen?: ChosenDeposit }

/** Sends USDC of the connected wallet on Harbor, which arrives as ETH on Island. */
export function useSend() {
  const config = useConfig()
  const [question, setQuestion] = useState<Question>()
  const [stage, setStage] = useState('')
  const [begun, setBegun] = useState<Begun>()

  const send = useMutation({
    mutationFn: async (order: { amount: bigint } | Begun) => {
      await switchChain(config, { chainId: harbor.id })
      const { tokens } = await client.getTokenList({ chainIds: [harbor.id], searchQuery: 'USDC' })
      let chosen = 'chosen' in order ? order.chosen : undefined
      const run = {
        client,
        wallet: await getWalletClient(config, { chainId: harbor.id }),
        // With a node of the destination the receipt is compared with the chain, and not believed.
        readers: { [island.id]: config.getClient({ chainId: island.id }) },
        request: {
          originChainId: harbor.id,
          originTokenAddress: tokens[0]!.address,
          originTokenAmount: order.amount,
          destinationChainId: island.id,
          destinationTokenAddress: zeroAddress,
        },
        onProgress: (progress: Progress) => {
          if (progress.stage === 'verified') chosen = progress.verified.chosen
          setStage(progress.stage)
        },
      }
      const ask = (intent: Intent) =>
        new Promise<boolean>((resolve) => setQuestion({ intent, answer: resolve })).finally(() =>
          setQuestion(undefined),
        )
      try {
        if ('intentId' in order) return await resumeIntent({ ...run, ...order, accept: ask })
        return await runIntent({ ...run, accept: ({ intent }) => ask(intent) })
      } catch (error) {
        if (error instanceof IntentInterrupted) setBegun({ intentId: error.intentId, amount: order.amount, chosen })
        throw error
      }
    },
    onMutate: () => {
      setBegun(undefined)
      setStage('')
    },
  })
  return { ...send, question, stage, begun }
}
