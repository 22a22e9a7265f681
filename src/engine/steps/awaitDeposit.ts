import { pad } from 'viem'
import type { Chain, ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { lapsedReason, reason } from '../../intents/reasons.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { readTransfer, transferTopic } from '../books/transferEntries.ts'
import { chainOf } from '../configured.ts'
import { paidReservationsOf } from '../execute/reservations.ts'
import type { World } from '../world.ts'
import { mergeWithNextStep, nextBlock } from './common.ts'
import { type Effects, moveTo, type Outcome, wait } from './outcome.ts'
import { sendOrigin } from './sendOrigin.ts'

/** Waits for the deposit; lapses when the time is over and nothing came, and sends back what came wrong. */
export async function awaitDeposit(record: IntentRecord, world: World): Promise<Outcome<'awaitDeposit'>> {
  const { intent, plan } = record
  const chain = chainOf(world, intent.originChainId)
  const { tokenAddress, amount } = intent.depositTransaction
  const wallet = intent.originIntentAddress
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  const [balance, announced] = await Promise.all([
    chain.balance(tokenAddress, wallet, { block: finalBlock, quorum: true }),
    proveAnnounced(record, chain, finalBlock).catch(() => undefined),
  ])
  if (balance >= amount) {
    // The hash is for the reader; a node without old state must not keep the money waiting.
    const proof = announced ?? (await findDeposit(record, chain, finalBlock).catch((): Proof => ({})))
    const deposited: Effects = {
      legs: [{ leg: 'deposit', chainId: chain.id, status: 'SUCCEEDED', tokenAmount: balance, ...proof }],
      ledger: [
        {
          from: 'owner',
          to: 'originIntent',
          chainId: chain.id,
          token: tokenAddress,
          amount: balance,
          why: 'deposit',
          ...proof,
        },
      ],
      // A node that does not answer must not keep the money waiting: what the commit has set aside then stays.
      reserve: await paidReservationsOf(record, world).catch(() => undefined),
    }
    return mergeWithNextStep(sendOrigin, record, deposited, world)
  }
  // Anyone may have run the batch already; then the money is where the batch sent it, and its events say where that is.
  if (await batchIsSpent(chain, wallet, finalBlock)) return moveTo('awaitOrigin')
  if (world.clock.nowMs() <= waitUntilMs(record))
    return wait(nextBlock(chain), { legs: announcedLeg(record, chain.id) })
  // Something that is there but not final yet came in time: absence is not proven.
  const atHead = await chain.balance(tokenAddress, wallet, { quorum: true })
  if (atHead > balance) return wait(nextBlock(chain))
  return endWithoutDeposit(record, world, chain, finalBlock, balance)
}

/** A deposit whose hash we know is waited for longer: it was sent in time and may only be slow. */
function waitUntilMs({ progress, executeByMs = 0, plan }: IntentRecord): number {
  const lastMs = plan.refundAtS * 1_000
  return progress.deposit?.hash ? Math.max(executeByMs, lastMs) : executeByMs
}

/** The hash was given: the deposit is on its way. */
function announcedLeg({ progress, legs }: IntentRecord, chainId: number): Effects['legs'] {
  const deposit = legs.find(({ leg }) => leg === 'deposit')
  const txnHash = progress.deposit?.hash
  if (!txnHash || deposit?.status !== 'UNKNOWN') return undefined
  return [{ leg: 'deposit', chainId, status: 'PENDING', txnHash }]
}

async function endWithoutDeposit(
  record: IntentRecord,
  world: World,
  chain: Chain,
  finalBlock: number,
  balance: bigint,
): Promise<Outcome<'awaitDeposit'>> {
  const { intent } = record
  const { tokenAddress, amount } = intent.depositTransaction
  if (balance > 0n) {
    const why = reason('TOO_LITTLE', `${balance} of ${amount} arrived; it goes back`)
    return moveTo('refund', {
      progress: withProgress(record.progress, 'refund', { reason: why }),
      legs: [{ leg: 'deposit', chainId: chain.id, status: 'FAILED', tokenAmount: balance, statusReason: why }],
      ledger: [
        {
          from: 'owner',
          to: 'originIntent',
          chainId: chain.id,
          token: tokenAddress,
          amount: balance,
          why: 'deposit',
          blockNumber: finalBlock,
        },
      ],
    })
  }
  const others = world.tokens.listed(chain.id).filter(({ address }) => !sameAddress(address, tokenAddress))
  const at = { block: finalBlock, quorum: true }
  // A listed token that does not answer must not keep an intent from its end; what comes in it is for the owner to take out.
  const balances = await Promise.allSettled(
    others.map(({ address }) => chain.balance(address, intent.originIntentAddress, at)),
  )
  for (const [index, token] of others.entries()) {
    const read = balances[index]
    const other = read?.status === 'fulfilled' ? read.value : 0n
    if (other === 0n) continue
    const why = reason('WRONG_TOKEN', `${other} base units of ${token.symbol} arrived instead; they go back`)
    return moveTo('refund', {
      progress: withProgress(record.progress, 'refund', { reason: why }),
      legs: [{ leg: 'deposit', chainId: chain.id, status: 'FAILED', statusReason: why }],
      ledger: [
        {
          from: 'owner',
          to: 'originIntent',
          chainId: chain.id,
          token: token.address,
          amount: other,
          why: 'deposit',
          blockNumber: finalBlock,
        },
      ],
    })
  }
  const hash = record.progress.deposit?.hash
  const sent = hash && (await chain.receipt(hash, { atOrBelow: finalBlock }))
  const why = sent && sent.is === 'proven' && !sent.value.success ? reason('DEPOSIT_REVERTED') : lapsedReason(record)
  return moveTo('lapsed', { legs: [{ leg: 'deposit', chainId: chain.id, status: 'FAILED', statusReason: why }] })
}

type Proof = { txnHash?: Hex; blockNumber?: number; minedAtMs?: number }

/** The transaction whose hash the caller gave, if it brought the money. */
async function proveAnnounced(
  { intent, progress }: IntentRecord,
  chain: Chain,
  finalBlock: number,
): Promise<Proof | undefined> {
  if (!progress.deposit?.hash) return undefined
  const evidence = await chain.receipt(progress.deposit.hash, { atOrBelow: finalBlock })
  const { tokenAddress } = intent.depositTransaction
  const paid = evidence.is === 'proven' && paidInto(evidence.value, tokenAddress, intent.originIntentAddress)
  return paid ? proofOf(evidence.value) : undefined
}

/** Otherwise, the one whose events or value say so. */
async function findDeposit(record: IntentRecord, chain: Chain, finalBlock: number): Promise<Proof> {
  const { intent, progress } = record
  const { tokenAddress } = intent.depositTransaction
  const wallet = intent.originIntentAddress
  const fromBlock = Math.max(0, progress.origin?.fromBlock ?? finalBlock)
  if (fromBlock > finalBlock) return {}
  const hash = sameAddress(tokenAddress, nativeToken)
    ? await findNative(chain, wallet, fromBlock, finalBlock)
    : (
        await chain.logs({
          address: tokenAddress,
          topics: [transferTopic, null, pad(wallet)],
          fromBlock,
          toBlock: finalBlock,
        })
      ).at(-1)?.transactionHash
  const evidence = hash ? await chain.receipt(hash, { atOrBelow: finalBlock }) : undefined
  return evidence?.is === 'proven' ? proofOf(evidence.value) : {}
}

/** Whether a transaction brought this token to this wallet: a caller may name any hash. */
function paidInto({ success, to, logs }: ChainReceipt, token: Address, wallet: Address): boolean {
  if (!success) return false
  if (sameAddress(token, nativeToken)) return to !== undefined && sameAddress(to, wallet)
  return logs.some((log) => {
    const transfer = sameAddress(log.address, token) ? readTransfer(log) : undefined
    return transfer !== undefined && sameAddress(transfer.to, wallet) && transfer.amount > 0n
  })
}

const proofOf = ({ hash, blockNumber, minedAtMs }: { hash: Hex; blockNumber: number; minedAtMs: number }): Proof => ({
  txnHash: hash,
  blockNumber,
  minedAtMs,
})

const blocksSearchedMax = 64

/** The block in which the native balance appeared, by halving, then the transaction in it. */
async function findNative(
  chain: Chain,
  wallet: `0x${string}`,
  fromBlock: number,
  toBlock: number,
): Promise<Hex | undefined> {
  let low = fromBlock
  let high = toBlock
  for (let i = 0; i < blocksSearchedMax && low < high; i++) {
    const middle = Math.floor((low + high) / 2)
    if ((await chain.balance(nativeToken, wallet, { block: middle })) > 0n) high = middle
    else low = middle + 1
  }
  const { transactions } = await chain.block(high)
  return transactions.find(({ to }) => to && sameAddress(to, wallet))?.hash
}
