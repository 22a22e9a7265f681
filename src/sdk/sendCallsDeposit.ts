import { defineChain, encodeFunctionData, erc20Abi, zeroAddress } from 'viem'
import { getCapabilities, sendCalls, waitForCallsStatus } from 'viem/actions'
import { depositNonce } from '../intents/depositNonce.ts'
import { depositWays } from '../intents/depositWays.ts'
import type { Hex } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { type OwnWallet, requireChain } from './ownWallet.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

/** How long the entrypoint accepts the deposit: 20 min for the user to read and accept the batch. */
const lifeS = 20 * 60
const waitMs = 5 * 60_000

/** Whether the wallet runs several calls as one (EIP-5792, `atomic`). False if it does not know the method. */
export async function offersCalls(wallet: OwnWallet, { deposit }: VerifiedIntent): Promise<boolean> {
  if (wallet.account.type !== 'json-rpc' || deposit.token === nativeToken) return false
  const { account } = wallet
  const found = await getCapabilities(wallet, { account, chainId: deposit.chainId }).catch(() => undefined)
  const status = found?.atomic?.status
  return status === 'supported' || status === 'ready'
}

/**
 * Approves exactly the deposit and makes it, as one wallet batch; returns the transaction's hash. The owner calls the
 * entrypoint, which uses up the deposit's nonce, so no signature can repeat the deposit.
 */
export async function sendCallsDeposit(wallet: OwnWallet, verified: VerifiedIntent): Promise<Hex> {
  const { deposit, contracts, origin, intent } = verified
  const { account } = wallet
  await requireChain(wallet, deposit.chainId)
  const { token, amount } = deposit
  const paid = {
    user: account.address,
    token,
    amount,
    intentAddress: origin.address,
    deadline: BigInt(Math.min(Math.floor(Date.now() / 1_000) + lifeS, Number(origin.config.refundAt))),
    nonce: depositNonce(intent.intentId),
    feeAmount: 0n,
    feeCollector: zeroAddress,
  }
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [contracts.entrypoint, amount] })
  const { id } = await sendCalls(wallet, {
    account,
    chain: wallet.chain ?? unnamedChain(deposit.chainId),
    forceAtomic: true,
    calls: [
      { to: token, data: approve },
      { to: contracts.entrypoint, data: depositWays.allowance.encode(paid, { intentSignature: '0x' }) },
    ],
  })
  const { status, receipts = [] } = await waitForCallsStatus(wallet, { id, timeout: waitMs, pollingInterval: 250 })
  const hash = receipts.at(-1)?.transactionHash
  if (status !== 'success' || !hash) throw new Error(`the wallet's batch ${id} was not carried out: ${status}`)
  return hash
}

/** For a wallet client without a chain: only the id matters. */
const unnamedChain = (id: number) =>
  defineChain({
    id,
    name: String(id),
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
