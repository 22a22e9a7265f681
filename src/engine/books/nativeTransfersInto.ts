import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Payment } from './depositPayments.ts'

type BalanceAt = { at: number; balance: bigint }
type Range = { fromBlock: number; toBlock: number }

/** Dust by the thousand must not buy as many reads: a wallet that was paid in more blocks than this is explained in part. */
const changesMax = 16

/**
 * Native token that came to a wallet, which no event shows: the blocks in which its balance rose are found by halving, and in them the
 * transactions that paid. Nothing leaves the wallet within the range but in its last block: of that one only plain transfers are found.
 */
export async function nativeTransfersInto(
  chain: Chain,
  wallet: Address,
  { fromBlock, toBlock }: Range,
): Promise<Payment[]> {
  const balanceAt = (block: number) => chain.balance(nativeToken, wallet, { block, quorum: true })
  const before = Math.max(fromBlock, toBlock - 1)
  const [balanceBefore, balanceThen] = await Promise.all([balanceAt(before), balanceAt(toBlock)])
  const high = balanceThen < balanceBefore || balanceThen === 0n ? before : toBlock
  const end = { at: high, balance: high === before ? balanceBefore : balanceThen }
  const rises = await risesBetween(balanceAt, await lastEmpty(balanceAt, fromBlock, end), end)
  const earlier = await Promise.all(rises.map(({ block, by }) => paidIn(chain, wallet, block, by)))
  return [...earlier.flat(), ...(high < toBlock ? await paidDirectly(chain, wallet, toBlock) : [])]
}

/**
 * In strides that double, back from the end: most wallets are paid a few blocks before they are looked at. A full node keeps the states of some
 * 128 blocks: where one is forgotten the strides get shorter, and what the wallet held in the oldest that is known stays unexplained.
 */
async function lastEmpty(
  balanceAt: (block: number) => Promise<bigint>,
  fromBlock: number,
  end: BalanceAt,
): Promise<BalanceAt> {
  let oldest = end
  let isForgotten = false
  for (let stride = 1; stride >= 1 && oldest.at > fromBlock && oldest.balance > 0n; ) {
    const at = Math.max(0, fromBlock, oldest.at - stride)
    const balance = await balanceAt(at).catch(() => undefined)
    isForgotten ||= balance === undefined
    if (balance !== undefined) oldest = { at, balance }
    stride = isForgotten ? Math.floor(stride / 2) : stride * 2
  }
  return oldest
}

type Rise = { block: number; by: bigint }

async function risesBetween(
  balanceAt: (block: number) => Promise<bigint>,
  start: BalanceAt,
  end: BalanceAt,
): Promise<Rise[]> {
  const rises: Rise[] = []
  let open = [{ low: start.at, balance: start.balance, high: end.at, balanceThen: end.balance }]
  while (open.length > 0 && rises.length < changesMax) {
    const halves = open.map(async ({ low, balance, high, balanceThen }): Promise<typeof open> => {
      if (balanceThen <= balance) return []
      if (high - low === 1) {
        rises.push({ block: high, by: balanceThen - balance })
        return []
      }
      const middle = Math.floor((low + high) / 2)
      const balanceMiddle = await balanceAt(middle)
      return [
        { low, balance, high: middle, balanceThen: balanceMiddle },
        { low: middle, balance: balanceMiddle, high, balanceThen },
      ]
    })
    open = (await Promise.all(halves)).flat()
  }
  return rises.toSorted((a, b) => a.block - b.block)
}

/**
 * Who paid in a block in which the balance rose: transfers to the wallet, and for the rest the transaction whose events name it, or the only one that there
 * is. A contract that destroys itself pays without an event.
 */
async function paidIn(chain: Chain, wallet: Address, block: number, by: bigint): Promise<Payment[]> {
  const direct = await paidDirectly(chain, wallet, block)
  const rest = by - direct.reduce((sum, { amount }) => sum + amount, 0n)
  if (rest <= 0n) return direct
  const logs = await chain.logs({ fromBlock: block, toBlock: block })
  const word = wallet.slice(2).toLowerCase()
  const named = logs.find(({ topics, data }) => [data, ...topics].some((text) => text.toLowerCase().includes(word)))
  const { transactions } = await chain.block(block)
  const hash = named?.transactionHash ?? (transactions.length === 1 ? transactions[0]?.hash : undefined)
  return hash ? [...direct, await byContract(chain, block, hash, rest)] : direct
}

/** What a contract sent on is from that contract, and from whoever called it where that is all that is known. */
async function byContract(chain: Chain, blockNumber: number, txnHash: Hex, amount: bigint): Promise<Payment> {
  const { transactions } = await chain.block(blockNumber)
  const sent = transactions.find(({ hash }) => hash === txnHash)
  return { from: sent?.to ?? sent?.from ?? nativeToken, amount, txnHash, blockNumber }
}

async function paidDirectly(chain: Chain, wallet: Address, blockNumber: number): Promise<Payment[]> {
  const { transactions } = await chain.block(blockNumber)
  const paid = await plainTransfersInto(chain, wallet, transactions)
  return paid.map(({ from, value, hash }) => ({ from, amount: value, txnHash: hash, blockNumber }))
}

type Transactions = Awaited<ReturnType<Chain['block']>>['transactions']

/** Those of a block's transactions that carried value to a wallet and did not revert. */
export async function plainTransfersInto(
  chain: Chain,
  wallet: Address,
  transactions: Transactions,
): Promise<Transactions> {
  const sent = transactions.filter(({ to, value }) => value > 0n && to !== undefined && sameAddress(to, wallet))
  const mined = await Promise.all(sent.map(({ hash }) => chain.receipt(hash)))
  return sent.filter((_, index) => {
    const evidence = mined[index]
    return evidence?.is === 'proven' && evidence.value.success
  })
}
