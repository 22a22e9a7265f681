import { parseAbi } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { readContract } from '../../evm/readContract.ts'
import { depositWays, wayOf } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { SignedDeposit } from '../../intents/signedDeposit.ts'
import { encodeDepositAndExecute } from '../../intents/wallet.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'
import { markPending, whenMined } from './pollSchedule.ts'

/** Room above what a way of signing needs on the local chains, for the dearest token we know. */
const depositGasRoom = 120_000n
/** Gas that an owner with code may burn per signature (`GAS_MAX` of Signatures.sol). Unspent gas costs nothing. */
const signatureGasMax = 550_000n

/** Hands signed deposit and origin batch to the sender: one strict transaction, so a failing batch takes no deposit. */
export async function sendDeposit(record: IntentRecord, world: World): Promise<Move<'awaitOrigin'>> {
  const { intent, plan } = record
  const chain = chainOf(world, intent.originChainId)
  const data = encodeDepositAndExecute(plan.origin, intent.originCalls, depositData(record), 'strictly')
  const signed = signedOf(record)
  const hasCode = (await chain.code(intent.ownerAddress)) !== '0x'
  const signatureGas = hasCode ? signatureGasMax * depositWays[wayOf(signed)].signatures : 0n
  const sent: Effects = {
    legs: [
      { leg: 'deposit', chainId: chain.id, ...markPending(record, 'deposit') },
      { leg: 'origin', chainId: chain.id, ...markPending(record, 'origin') },
    ],
    outbox: [
      {
        chainId: chain.id,
        leg: 'origin',
        to: plan.origin.executor,
        data,
        value: 0n,
        gasLimit: plan.originGasLimit + depositWays[wayOf(signed)].gas + depositGasRoom + signatureGas,
        lastAtMs: Math.min(plan.refundAtS, signed.deadline) * 1_000,
      },
    ],
  }
  return moveTo('awaitOrigin', sent, whenMined(chain, record, 'origin'))
}

/** The call of the entrypoint that carries out what the owner signed. */
export function depositData({ intent, progress }: IntentRecord) {
  const signed = signedOf({ intent, progress })
  return depositWays[wayOf(signed)].encode(signedDepositOf(intent, signed), signed)
}

const noncesAbi = parseAbi(['function nonces(address owner) view returns (uint256)'])

/** Whether someone front-ran DAI's permit and revocation from the mempool: used, though the owner can still pay. */
export async function werePermitsShown({ intent, progress }: IntentRecord, chain: Chain): Promise<boolean> {
  const signed = signedOf({ intent, progress })
  if (wayOf(signed) !== 'daiPermit') return false
  const { user, token, amount, feeAmount } = signedDepositOf(intent, signed)
  const [nonce = 0n, balance] = await Promise.all([
    readContract(chain, token, noncesAbi, 'nonces', [user]),
    chain.balance(token, user),
  ])
  return nonce > (signed.permitNonce ?? 0n) + 1n && balance >= amount + feeAmount
}

function signedOf({ intent, progress }: Pick<IntentRecord, 'intent' | 'progress'>): DepositSignature {
  const signed = progress.deposit?.signature
  if (!signed) throw new Error(`intent ${intent.intentId} has no signed deposit`)
  return signed
}

export function signedDepositOf(intent: IntentRecord['intent'], signed: DepositSignature): SignedDeposit {
  const { tokenAddress, amount } = intent.depositTransaction
  return {
    user: intent.ownerAddress,
    token: tokenAddress,
    amount,
    intentAddress: intent.originIntentAddress,
    deadline: BigInt(signed.deadline),
    nonce: signed.userNonce,
    feeAmount: signed.selectedGasFeeOption.amount,
    feeCollector: signed.selectedGasFeeOption.feeCollectorAddress,
  }
}
