import type { Client } from 'viem'
import { getCode } from 'viem/actions'
import { walletBalance } from './findDeposit.ts'
import type { IntentWallet } from './intentWallet.ts'
import { formatKnownSuffix } from './knownToken.ts'
import type { Readers } from './readers.ts'
import { demand } from './untrustedQuote.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

/**
 * Requires an unused intent address. A batch runs once: if it has run, or the address holds another deposit, a new
 * deposit would stay there until its owner takes it out. A replayed old quote passes every other check.
 */
export async function requireUnused(
  { origin, destination, deposit }: VerifiedIntent,
  wallet: Client,
  readers: Readers = {},
): Promise<void> {
  await requireEmpty(wallet, origin, 'originIntentAddress')
  const balance = await walletBalance(wallet, deposit.token, origin.address)
  demand(
    balance === 0n,
    'originIntentAddress',
    `already holds ${balance} base units of the deposit's token${formatKnownSuffix(balance, origin.chainId, deposit.token)}`,
  )
  const far = destination && readers[destination.chainId]
  if (destination && far) await requireEmpty(far, destination, 'destinationIntentAddress')
}

async function requireEmpty(node: Client, { address }: IntentWallet, field: string): Promise<void> {
  const code = await getCode(node, { address })
  demand(code === undefined || code === '0x', field, 'is already deployed: another intent has used it')
}
