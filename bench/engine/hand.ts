import { setTimeout as pause } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { type NodeReceipt, rpc, rpcBatch } from '../../src/devnet/rpc.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'

/** The floor: a user with a script and a key signs, sends and polls. No books, no recovery. */
export type Hand = {
  /** Signs with the next nonce and sends; resolves when the node has taken it. */
  send(chainId: number, key: DevnetKey, call: Call): Promise<Hex>
  /** Resolves when it is in a block; a revert throws. */
  sendSync(chainId: number, key: DevnetKey, call: Call): Promise<NodeReceipt>
  mined(sent: readonly { chainId: number; hash: Hex }[]): Promise<NodeReceipt[]>
  /** Resolves once the node has it in a block, with the time (`performance.now`) at which that was seen. */
  minedAtMs(chainId: number, hash: Hex): Promise<number>
  /** Resolves as soon as the holder has that much. */
  arrived(chainId: number, token: Address, holder: Address, amount: bigint): Promise<void>
  /** Resolves when the next block is there. */
  nextBlock(chainId: number): Promise<void>
}

export type Call = { to: Address; data: Hex; gas: bigint }

const fees = { maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const lookMs = 5
/** With a weather, several wait at once and blocks are far apart. */
const weatherLookMs = 25
const looksMax = 24_000

export function createHand(devnet: Devnet): Hand {
  const nonces = new Map<string, Promise<number>>()
  const chainOf = (chainId: number) => devnet.chains.find(({ id }) => id === chainId)!
  /** Reads from the node directly: reads every 5 ms would use up a provider's limit. Sends go through the provider. */
  const urlOf = (chainId: number) => chainOf(chainId).nodeUrl

  function nextNonce(chainId: number, { address }: DevnetKey): Promise<number> {
    const lane = `${chainId}:${address}`
    const count = () => rpc<Hex>(urlOf(chainId), 'eth_getTransactionCount', [address, 'pending']).then(Number)
    const nonce = nonces.get(lane)?.then((last) => last + 1) ?? count()
    nonces.set(lane, nonce)
    return nonce
  }

  async function sign(chainId: number, key: DevnetKey, call: Call): Promise<Hex> {
    const nonce = await nextNonce(chainId, key)
    return privateKeyToAccount(key.privateKey).signTransaction({ chainId, type: 'eip1559', nonce, ...call, ...fees })
  }

  async function until<T>(what: string, look: () => Promise<T | undefined>, everyMs = lookMs): Promise<T> {
    for (let looks = 0; looks < looksMax; looks++) {
      const found = await look()
      if (found !== undefined) return found
      await pause(everyMs)
    }
    throw new Error(`waited in vain for ${what}`)
  }

  return {
    send: async (chainId, key, call) =>
      rpc<Hex>(chainOf(chainId).rpcUrl, 'eth_sendRawTransaction', [await sign(chainId, key, call)]),
    sendSync: async (chainId, key, call) => {
      const raw = await sign(chainId, key, call)
      return succeeded(await rpc<NodeReceipt>(chainOf(chainId).rpcUrl, 'eth_sendRawTransactionSync', [raw]))
    },
    mined: async (sent) => {
      const receipts = new Map<Hex, NodeReceipt>()
      await until(
        'transactions to be mined',
        async () => {
          for (const chainId of new Set(sent.map((each) => each.chainId))) {
            const open = sent.filter((each) => each.chainId === chainId && !receipts.has(each.hash))
            const asked = open.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
            for (const found of (await rpcBatch(urlOf(chainId), asked)) as (NodeReceipt | null)[])
              if (found) receipts.set(found.transactionHash, succeeded(found))
          }
          return receipts.size === new Set(sent.map(({ hash }) => hash)).size || undefined
        },
        50,
      )
      return sent.map(({ hash }) => receipts.get(hash)!)
    },
    minedAtMs: async (chainId, hash) => {
      const ask = () => rpc<NodeReceipt | null>(urlOf(chainId), 'eth_getTransactionReceipt', [hash])
      succeeded(await until('a transaction to be mined', async () => (await ask()) ?? undefined, 20))
      return performance.now()
    },
    arrived: async (chainId, token, holder, amount) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
      const ask = () =>
        token === zeroAddress
          ? rpc<Hex>(urlOf(chainId), 'eth_getBalance', [holder, 'latest'])
          : rpc<Hex>(urlOf(chainId), 'eth_call', [{ to: token, data }, 'latest'])
      const everyMs = chainOf(chainId).proxies.length > 0 ? weatherLookMs : lookMs
      await until('the bridge', async () => BigInt(await ask()) >= amount || undefined, everyMs)
    },
    nextBlock: async (chainId) => {
      const ask = () => rpc<Hex>(urlOf(chainId), 'eth_blockNumber')
      const now = await ask()
      await until('a block', async () => (await ask()) !== now || undefined)
    },
  }
}

function succeeded(receipt: NodeReceipt): NodeReceipt {
  if (receipt.status !== '0x1') throw new Error(`transaction ${receipt.transactionHash} reverted`)
  return receipt
}
