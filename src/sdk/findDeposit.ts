import { type Client, erc20Abi, parseAbi, parseAbiItem } from 'viem'
import { getBalance, getBlockNumber, getCode, getLogs, getTransactionCount, readContract } from 'viem/actions'
import { depositNonce } from '../intents/depositNonce.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { OwnWallet } from './ownWallet.ts'
import { pause } from './retry.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

/** The deposit by chain state. `arrived`: at the intent address now; `spent`: the batch has already run. */
export type FoundDeposit =
  | { is: 'none' }
  | { is: 'arrived'; amount: bigint; txnHash?: Hex }
  | { is: 'spent' }
  | { is: 'unclear' }

const walletAbi = parseAbi(['function nonceUsed(uint256 space, uint256 nonce) view returns (bool)'])
const entrypointAbi = parseAbi(['function nonceUsed(address user, uint256 nonce) view returns (bool)'])

/**
 * Reads from the chain alone whether the deposit was made. Money leaves an intent address only through code there, so
 * no code and no balance prove that none came. First waits up to 60 s for pending transactions: one may be the deposit.
 */
export async function findDeposit(
  verified: VerifiedIntent,
  wallet: OwnWallet,
  signal?: AbortSignal,
): Promise<FoundDeposit> {
  await waitForOwnTransactions(wallet, signal)
  const { deposit, origin, contracts, intent } = verified
  const [balance, code] = await Promise.all([
    walletBalance(wallet, deposit.token, origin.address),
    getCode(wallet, { address: origin.address }),
  ])
  if (balance > 0n) return { is: 'arrived', amount: balance, txnHash: await findHash(wallet, verified) }
  if (code && code !== '0x') {
    const { space, nonce } = origin.batch
    const ran = await readContract(wallet, {
      address: origin.address,
      abi: walletAbi,
      functionName: 'nonceUsed',
      args: [space, nonce],
    })
    // Deployed, empty, and its batch not run: it was deployed early, or a deposit was already sent back.
    return { is: ran ? 'spent' : 'unclear' }
  }
  const signed = await readContract(wallet, {
    address: contracts.entrypoint,
    abi: entrypointAbi,
    functionName: 'nonceUsed',
    args: [wallet.account.address, depositNonce(intent.intentId)],
  })
  return { is: signed ? 'unclear' : 'none' }
}

export function walletBalance(wallet: Client, token: Address, holder: Address): Promise<bigint> {
  if (token === nativeToken) return getBalance(wallet, { address: holder })
  return readContract(wallet, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
}

const looksMax = 120
const pollAgainMs = 500

async function waitForOwnTransactions(wallet: OwnWallet, signal?: AbortSignal): Promise<void> {
  const { address } = wallet.account
  for (let look = 0; look < looksMax; look++) {
    const [mined, sent] = await Promise.all([
      getTransactionCount(wallet, { address, blockTag: 'latest' }),
      getTransactionCount(wallet, { address, blockTag: 'pending' }),
    ])
    if (sent <= mined) return
    await pause(pollAgainMs, signal)
  }
  throw new Error(`transactions of ${address} are still pending, and one of them may be the deposit; resume later`)
}

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 amount)')
const blocksBack = 2_000n

/** Optional help for the service: without a hash it watches the address. */
async function findHash(wallet: OwnWallet, { deposit }: VerifiedIntent): Promise<Hex | undefined> {
  if (deposit.token === nativeToken) return undefined
  try {
    const head = await getBlockNumber(wallet)
    const fromBlock = head > blocksBack ? head - blocksBack : 0n
    const logs = await getLogs(wallet, {
      address: deposit.token,
      event: transferEvent,
      args: { to: deposit.to },
      fromBlock,
    })
    return logs.at(-1)?.transactionHash
  } catch {
    return undefined // the node refuses log searches; the balance already proves the deposit
  }
}
