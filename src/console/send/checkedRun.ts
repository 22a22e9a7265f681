import './zodWithoutEval.ts'
import { createPublicClient, createWalletClient, custom, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DepositWay } from '../../interface/depositWay.ts'
import type { Intent } from '../../interface/intentShapes.ts'
import type { GasFeeOptions, QuoteOffer } from '../../interface/quoteShapes.ts'
import { NoSuchWay } from '../../sdk/chooseDeposit.ts'
import type { DepositBy } from '../../sdk/chosenDeposit.ts'
import { createClient } from '../../sdk/createClient.ts'
import { IntentInterrupted } from '../../sdk/intentInterrupted.ts'
import { NotEnoughFunds, QuoteDeclined, type RunIntent, runIntent } from '../../sdk/runIntent.ts'
import { UntrustedQuote } from '../../sdk/untrustedQuote.ts'
import type { VerifiedIntent } from '../../sdk/verifyQuote.ts'
import { knownChains } from '../data/directory.ts'
import { heldKey, isLocal, pageSettings, serviceOrigin } from '../data/session.ts'
import { type Named, requireKnownNames } from './requireKnownNames.ts'
import { isDeclined, type WalletChoice } from './wallets.ts'

export type CheckedQuote = {
  intent: Intent
  gasFeeOptions: GasFeeOptions
  offers: readonly QuoteOffer[]
  verified?: VerifiedIntent
  /** The deposit ways that the service offers this owner, once the quote is checked. */
  ways?: readonly DepositWay[]
}

/** How a run ended: the intent executes (its page shows the rest), or why it does not. */
export type RunEnd =
  | { is: 'executing'; intentId: string }
  | { is: 'changed' }
  | { is: 'untrusted'; field: string; message: string }
  | { is: 'short'; held: bigint; needed: bigint; token: string }
  | { is: 'declined' }
  /** This wallet or this token cannot pay in the way that was chosen. */
  | { is: 'noWay'; message: string }
  | { is: 'interrupted'; intentId: string; message: string }
  | { is: 'refused'; error: string; message: string }

export type CheckedRun = {
  /** Settles when the intent executes or the run has ended. */
  ended: Promise<RunEnd>
  /** Commits and signs what was checked, when the reader presses the button. */
  sign(): void
  /** Ends the run when the form changes or is left. No effect after `sign`. */
  drop(): void
}

export type RunRequest = RunIntent['request']

/** Starts `runIntent` of `causeway-client`, which checks and signs; its `accept` waits for `sign` or `drop`. */
export function startCheckedRun(
  wallet: WalletChoice,
  account: string,
  request: RunRequest,
  deposit: DepositBy,
  named: Named,
  onQuote: (quoted: CheckedQuote) => void,
): CheckedRun {
  const client = createClient({
    url: serviceOrigin,
    brand: pageSettings.value.brand,
    accessKey: heldKey.value || undefined,
  })
  const dropped = new AbortController()
  let isSigned = false
  let decide: (isAccepted: boolean) => void = () => {}
  const decision = new Promise<boolean>((resolve) => {
    decide = resolve
  })
  const ended = new Promise<RunEnd>((resolve) => {
    let quoted: CheckedQuote | undefined
    const show = (next: CheckedQuote) => {
      quoted = next
      if (!dropped.signal.aborted) onQuote(next)
    }
    const whole = async () => {
      requireKnownNames(named)
      return runIntent({
        client,
        wallet: walletClientOf(wallet, account, Number(request.originChainId)),
        request,
        deposit,
        accept: ({ depositWays: ways = [] }) => {
          if (quoted) show({ ...quoted, ways })
          return decision
        },
        // The client has the local chains' contracts built in; elsewhere the operator's pages name them.
        contracts: isLocal(Number(request.originChainId)) ? undefined : pageSettings.value.contracts,
        readers: Object.fromEntries(pageSettings.value.localNodes.map((id) => [id, readerOf(id)])),
        signal: dropped.signal,
        onProgress: (progress) => {
          if (progress.stage === 'quoted') {
            const { intent, gasFeeOptions, offers } = progress
            show({ intent, gasFeeOptions, offers })
          }
          if (progress.stage === 'verified' && quoted) show({ ...quoted, verified: progress.verified })
          if (progress.stage === 'executing') resolve({ is: 'executing', intentId: progress.intentId })
        },
      })
    }
    whole().then(
      ({ intentId }) => resolve({ is: 'executing', intentId }),
      (error: unknown) => resolve(dropped.signal.aborted ? { is: 'changed' } : endOf(error)),
    )
  })
  return {
    ended,
    sign: () => {
      isSigned = true
      decide(true)
    },
    drop: () => {
      if (isSigned) return
      dropped.abort()
      decide(false)
    },
  }
}

function endOf(error: unknown): RunEnd {
  if (isDeclined(error)) return { is: 'declined' }
  if (error instanceof NoSuchWay) return { is: 'noWay', message: error.message }
  if (error instanceof UntrustedQuote) return { is: 'untrusted', field: error.field, message: error.message }
  if (error instanceof NotEnoughFunds)
    return { is: 'short', held: error.balance, needed: error.needed, token: error.token }
  if (error instanceof QuoteDeclined) return { is: 'changed' }
  if (error instanceof IntentInterrupted) return { is: 'interrupted', intentId: error.intentId, message: error.message }
  const { error: name = 'Unexpected', detail } = (error ?? {}) as { error?: string; detail?: string }
  return { is: 'refused', error: name, message: detail ?? (error instanceof Error ? error.message : String(error)) }
}

const nodeUrl = (chainId: number): string => `${serviceOrigin}/console/nodes/${chainId}`
/** Local chains mine within a second. */
const pollingInterval = 500

export function viemChain(chainId: number) {
  const known = knownChains.value.find(({ id }) => id === chainId)
  return defineChain({
    id: chainId,
    name: known?.name ?? `chain ${chainId}`,
    nativeCurrency: known?.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [nodeUrl(chainId)] } },
  })
}

const readerOf = (chainId: number) =>
  createPublicClient({ chain: viemChain(chainId), transport: http(nodeUrl(chainId)), pollingInterval })

export function walletClientOf(wallet: WalletChoice, account: string, chainId: number) {
  const chain = viemChain(chainId)
  if (wallet.kind === 'test')
    return createWalletClient({
      account: privateKeyToAccount(wallet.privateKey),
      chain,
      transport: http(nodeUrl(chainId)),
      pollingInterval,
    })
  return createWalletClient({
    account: account as `0x${string}`,
    chain,
    transport: custom(wallet.provider),
    pollingInterval,
  })
}
