import { getAddress, toEventSelector } from 'viem'
import type { Chain, ChainLog } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Payment } from './depositPayments.ts'

type BalanceAt = { at: number; balance: bigint }
type Range = { fromBlock: number; toBlock: number }

/** Limits the reads that dust can cause: a wallet paid in more blocks than this is explained in part. */
const changesMax = 16

/** The owner, whose contract may have paid, and the transaction that it announced. */
type Hints = { owner: Address; announced?: Hex }

/**
 * Native token paid to a wallet, which leaves no event: bisects for the blocks in which its balance rose, then finds
 * the paying transactions. Nothing may leave before `toBlock`; if money leaves in it, finds only plain transfers there.
 */
export async function nativeTransfersInto(
  chain: Chain,
  wallet: Address,
  { fromBlock, toBlock }: Range,
  hints: Hints,
): Promise<Payment[]> {
  const balanceAt = (block: number) => chain.balance(nativeToken, wallet, { block, quorum: true })
  const before = Math.max(fromBlock, toBlock - 1)
  const [balanceBefore, balanceThen] = await Promise.all([balanceAt(before), balanceAt(toBlock)])
  const high = balanceThen < balanceBefore || balanceThen === 0n ? before : toBlock
  const end = { at: high, balance: high === before ? balanceBefore : balanceThen }
  const rises = await risesBetween(balanceAt, await lastEmpty(balanceAt, fromBlock, end), end)
  const earlier = await Promise.all(rises.map(({ block, by }) => paidIn(chain, wallet, { block, by }, hints)))
  return [...earlier.flat(), ...(high < toBlock ? await paidDirectly(chain, wallet, toBlock) : [])]
}

/**
 * Strides double, back from the end: most wallets are paid a few blocks before the read. Full nodes keep about 128
 * blocks of state. Past that, strides shrink, and the balance at the oldest known block stays unexplained.
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
 * Who paid in a block in which the balance rose: transfers to the wallet; for the rest the announced transaction, one
 * whose events name the wallet or in which the owner's contract took part (a Safe emits events, ERC-4337's EntryPoint
 * names the account), or the only transaction. A contract that self-destructs pays without an event.
 */
async function paidIn(
  chain: Chain,
  wallet: Address,
  { block, by }: Rise,
  { owner, announced }: Hints,
): Promise<Payment[]> {
  const direct = await paidDirectly(chain, wallet, block)
  const rest = by - direct.reduce((sum, { amount }) => sum + amount, 0n)
  if (rest <= 0n) return direct
  const [logs, { transactions }] = await Promise.all([
    chain.logs({ fromBlock: block, toBlock: block }),
    chain.block(block),
  ])
  const names = ({ topics, data }: ChainLog, account: Address) =>
    [data, ...topics].some((text) => text.toLowerCase().includes(account.slice(2).toLowerCase()))
  const isOwners = (log: ChainLog) =>
    sameAddress(log.address, owner) || (log.topics[0] === userOperationTopic && names(log, owner))
  const found =
    transactions.find(({ hash }) => hash === announced)?.hash ??
    (logs.find((log) => names(log, wallet)) ?? logs.find(isOwners))?.transactionHash ??
    (transactions.length === 1 ? transactions[0]!.hash : undefined)
  const sent = transactions.find(({ hash }) => hash === found)
  if (!sent) return direct
  // A contract paid, unless the owner sent the transaction or its events name the owner.
  const own = logs.filter(({ transactionHash }) => transactionHash === sent.hash)
  const isByOwner =
    sameAddress(sent.from, owner) || own.some((log) => sameAddress(log.address, owner) || names(log, owner))
  const from = isByOwner ? getAddress(owner) : (sent.to ?? sent.from)
  return [...direct, { from, amount: rest, txnHash: sent.hash, blockNumber: block }]
}

const userOperationTopic = toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')

async function paidDirectly(chain: Chain, wallet: Address, blockNumber: number): Promise<Payment[]> {
  const { transactions } = await chain.block(blockNumber)
  const paid = await plainTransfersInto(chain, wallet, transactions)
  return paid.map(({ from, value, hash }) => ({ from, amount: value, txnHash: hash, blockNumber }))
}

type Transactions = Awaited<ReturnType<Chain['block']>>['transactions']

/** The transactions of a block that sent value to a wallet and did not revert. */
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
