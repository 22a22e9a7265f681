import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet, DevnetChain } from '../../src/devnet/devnet.ts'
import { RpcError, rpc } from '../../src/devnet/rpc.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { finalityDepth } from './stage.ts'

/** A user's wallet: resends until deep in the chain, so that lost mempools and reorgs undo nothing. */
export type Payers = {
  pay(key: DevnetKey, chainId: number, call: { to: Address; data?: Hex; value?: bigint }): Promise<Hex>
  /** Resolves when everything is deep in the chain. */
  settled(): Promise<void>
  stop(): Promise<void>
}

type Sent = { raw: Hex; hash: Hex; nonce: number }
type Wallet = { key: DevnetKey; chain: DevnetChain; next: Promise<number>; open: Sent[] }

const lookEveryMs = 1_000
// Above every fee spike; the account pays the base fee and no more.
const fees = { maxFeePerGas: 500_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n, gas: 200_000n }

export function startPayers({ chains }: Pick<Devnet, 'chains'>): Payers {
  const wallets = new Map<string, Wallet>()
  let isOver = false

  const walletOf = (key: DevnetKey, chainId: number): Wallet => {
    const name = `${chainId}:${key.address}`
    const found = wallets.get(name)
    if (found) return found
    const chain = chains.find(({ id }) => id === chainId)!
    const next = rpc<Hex>(chain.rpcUrl, 'eth_getTransactionCount', [key.address, 'latest']).then(Number)
    const made: Wallet = { key, chain, next, open: [] }
    wallets.set(name, made)
    return made
  }

  /** Resends unmined transactions in nonce order, and forgets those deep enough. */
  const latePollSchedule = async (wallet: Wallet): Promise<void> => {
    const { rpcUrl } = wallet.chain
    const head = Number(await rpc<Hex>(rpcUrl, 'eth_blockNumber'))
    for (const sent of [...wallet.open]) {
      const receipt = await rpc<{ blockNumber: Hex } | null>(rpcUrl, 'eth_getTransactionReceipt', [sent.hash])
      if (!receipt) await broadcast(rpcUrl, sent.raw)
      else if (Number(receipt.blockNumber) + finalityDepth <= head) wallet.open.splice(wallet.open.indexOf(sent), 1)
    }
  }
  const watch = async () => {
    while (!isOver) {
      await Promise.all([...wallets.values()].map((wallet) => latePollSchedule(wallet).catch(() => {}))) // a node that is away is asked again
      await sleep(lookEveryMs)
    }
  }
  const watching = watch()

  return {
    pay: async (key, chainId, { to, data, value }) => {
      const wallet = walletOf(key, chainId)
      const taken = wallet.next
      wallet.next = taken.then((nonce) => nonce + 1)
      const nonce = await taken
      const unsigned = { chainId, nonce, to, data, value, type: 'eip1559', ...fees } as const
      const raw = await privateKeyToAccount(key.privateKey).signTransaction(unsigned)
      const sent = { raw, hash: keccak256(raw), nonce }
      wallet.open.push(sent)
      wallet.open.sort((a, b) => a.nonce - b.nonce)
      await broadcast(wallet.chain.rpcUrl, raw)
      return sent.hash
    },
    settled: async () => {
      while ([...wallets.values()].some(({ open }) => open.length > 0)) await sleep(lookEveryMs)
    },
    stop: () => {
      isOver = true
      return watching
    },
  }
}

/** A node that already knows the transaction refuses it: fine. */
async function broadcast(rpcUrl: string, raw: Hex): Promise<void> {
  await rpc(rpcUrl, 'eth_sendRawTransaction', [raw]).catch((error: unknown) => {
    if (!(error instanceof RpcError)) throw error
  })
}
