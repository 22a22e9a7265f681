import {
  type Address,
  decodeFunctionData,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  parseAbi,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { type NodeReceipt, rpc } from '../../src/devnet/rpc.ts'
import { explainRevert } from '../../src/intents/explainRevert.ts'
import {
  type Batch,
  encodeDeployAndExecute,
  encodeDepositAndExecute,
  encodeExecute,
  encodeExecuteAsOwner,
  encodeExecuteMany,
  encodeRefund,
  imageHash,
  type WalletConfig,
} from '../../src/intents/wallet.ts'
import type { Response } from '../../src/interface/operations.ts'
import type { Client } from '../../src/sdk/client.ts'
import { type Compiled, compileSolidity } from '../compileSolidity.ts'
import { fromTo, harbor, native, order, tokens, walletOf } from '../e2e/setup.ts'

export type Quoted = Response<'QuoteIntent'>['intent']
export type Attempt = { to: Address; data: Hex }
export type Target = { chainId: number; wallet: Address; config: WalletConfig; batch: Batch }

export const thieves = compileSolidity<'Thief' | 'Newborn' | 'Stubborn' | 'TwoFaced'>(
  new URL('Thief.sol', import.meta.url),
)
const { guest, router } = causewayContracts

/** What anyone can read from a quote: the configuration of a wallet and its batch. */
export function targetOf(meta: NonNullable<Quoted['destinationMetaTxn']>): Target {
  const { functionName, args } = decodeFunctionData({ abi: intentGuestAbi, data: meta.input })
  if (functionName !== 'deployAndExecuteStrictly') throw new Error(`a quote that names ${functionName}`)
  const [config, calls, space, nonce] = args
  const batch = { chainId: meta.chainId, calls, space, nonce } as Batch
  return { chainId: meta.chainId, wallet: meta.walletAddress, config: config as WalletConfig, batch }
}

/** Every way to start a batch, or to empty its wallet, that a stranger can write down. */
export function everyAttempt({ wallet, config, batch }: Target): Attempt[] {
  const hash = imageHash(config)
  const strictly = encodeExecute(config, batch, 'strictly')
  const gasLimit = 3_000_000n
  return [
    { to: wallet, data: encodeExecute(config, batch, 'openly') },
    { to: wallet, data: encodeExecute(config, batch, 'tolerantly') },
    { to: wallet, data: strictly },
    { to: wallet, data: encodeExecuteAsOwner(config, batch, '0x') },
    { to: wallet, data: encodeRefund(config, [tokens.usdc, tokens.usdt, native]) },
    { to: guest, data: encodeDeployAndExecute(config, batch, 'openly') },
    { to: guest, data: encodeDeployAndExecute(config, batch, 'strictly') },
    { to: guest, data: encodeDeployAndExecute(config, batch, 'tolerantly') },
    { to: guest, data: encodeDepositAndExecute(config, batch, '0x', 'tolerantly') },
    { to: guest, data: encodeDepositAndExecute(config, batch, '0x', 'strictly') },
    { to: guest, data: encodeExecuteMany([{ imageHash: hash, gasLimit, deposit: '0x', execution: strictly }]) },
    {
      to: guest,
      data: encodeFunctionData({
        abi: intentGuestAbi,
        functionName: 'element',
        args: [zeroAddress, true, hash, '0x', strictly],
      }),
    },
  ]
}

export type Attacker = Awaited<ReturnType<typeof openAttacker>>

type Receipt = NodeReceipt & { contractAddress?: Address | null }

const lookups = parseAbi([
  'function getPair(address a, address b) view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
])

/** A stranger with gas money, tokens for swaps, and a contract of its own on one chain. */
export async function openAttacker(devnet: Devnet, chainId: number) {
  const key = devnet.accounts[8]!
  const { rpcUrl } = devnet.chains.find(({ id }) => id === chainId)!
  const wallet = walletOf(devnet, chainId, key)
  /** Resolves with the receipt. Asking for it later, but too early, would wait for a block that may never come. */
  const send = async (transaction: { to?: Address; data: Hex; gas: bigint; value?: bigint }): Promise<Receipt> => {
    const nonce = await wallet.getTransactionCount({ address: key.address, blockTag: 'pending' })
    const fees = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
    const raw = await wallet.signTransaction({ ...transaction, ...fees, nonce, type: 'eip1559' })
    return rpc<Receipt>(rpcUrl, 'eth_sendRawTransactionSync', [raw])
  }
  const deploy = async ({ abi, bytecode }: Compiled, args: readonly unknown[] = []): Promise<Address> => {
    const { contractAddress } = await send({ data: encodeDeployData({ abi, bytecode, args }), gas: 15_000_000n })
    if (!contractAddress) throw new Error('the contract was not created')
    return contractAddress
  }
  const thief = await deploy(thieves.Thief)
  await devnet.faucet(chainId, tokens.usdc, thief, 5_000_000n * 10n ** 6n)
  await devnet.faucet(chainId, tokens.weth, thief, 100n * 10n ** 18n)
  const pair = await wallet.readContract({
    address: tokens.uniswapV2.factory,
    abi: lookups,
    functionName: 'getPair',
    args: [tokens.usdc, tokens.weth],
  })
  const pool = await wallet.readContract({
    address: tokens.uniswapV3.factory,
    abi: lookups,
    functionName: 'getPool',
    args: [tokens.usdc, tokens.weth, 500],
  })

  const call = async (functionName: string, args: readonly unknown[] = []): Promise<Hex> => {
    const data = encodeFunctionData({ abi: thieves.Thief.abi, functionName, args })
    const { status, transactionHash } = await send({ to: thief, data, gas: 25_000_000n })
    if (status !== '0x1') throw new Error(`${functionName} itself reverted`)
    return transactionHash
  }
  const tried = async (): Promise<number> =>
    Number(await wallet.readContract({ address: thief, abi: thieves.Thief.abi, functionName: 'tried' }))

  const contexts: Record<string, (planned: readonly Attempt[]) => Promise<unknown>> = {
    'a contract, plainly': () => call('strike'),
    "router.run's lock": () => call('fromRouterRun', [router]),
    'a token hook inside the router': () => call('fromTokenHook', [router]),
    "a Uniswap v2 pair's lock": () => call('fromPair', [pair, tokens.usdc]),
    'a Uniswap v3 swap callback': () => call('fromPoolSwap', [pool]),
    'a Uniswap v3 flash callback': () => call('fromPoolFlash', [pool]),
    "Aave's flash-loan callback": () => call('fromFlashLoan', [tokens.aave.pool, tokens.usdc]),
    'a contract under construction': async (planned) => {
      // One by one: together they exceed the limit of creation code.
      for (const { to, data } of planned) await deploy(thieves.Newborn, [[to], [data]])
    },
    'an account, directly': async (planned) => {
      for (const { to, data } of planned) await send({ to, data, gas: 5_000_000n })
    },
  }
  return {
    key,
    wallet,
    thief,
    send,
    deploy,
    call,
    contexts,
    /** Makes every attempt from inside every context, each in transactions of its own. Says how many were made. */
    strikeEverywhere: async (attempts: readonly Attempt[], check: (context: string) => Promise<void>) => {
      let made = 0
      await call('plan', [attempts])
      for (const [name, enter] of Object.entries(contexts)) {
        await call('rearm')
        await enter(attempts)
        const inside = await tried()
        if (inside !== attempts.length && !/construction|directly/.test(name))
          throw new Error(`${name}: ${inside} of ${attempts.length} attempts were made`)
        made += attempts.length
        await check(name)
      }
      return made
    },
  }
}

const used = parseAbi(['function nonceUsed(uint256 space, uint256 nonce) view returns (bool)'])

/** Whether the batch ran; a wallet that is not deployed has run nothing. */
export async function hasRun(devnet: Devnet, { chainId, wallet }: Target): Promise<boolean> {
  const { rpcUrl } = devnet.chains.find(({ id }) => id === chainId)!
  const data = encodeFunctionData({ abi: used, functionName: 'nonceUsed', args: [0n, 0n] })
  const answer = await rpc<Hex>(rpcUrl, 'eth_call', [{ to: wallet, data }, 'latest'])
  return answer !== '0x' && hexToBigInt(answer) === 1n
}

export const urlOf = (devnet: Devnet, chainId = harbor): string =>
  devnet.chains.find(({ id }) => id === chainId)!.rpcUrl

/** The error of a contract, decoded from what viem throws. */
export function explained(error: unknown): string {
  for (let cause = error; cause; cause = (cause as { cause?: unknown }).cause) {
    const { data } = cause as { data?: unknown }
    if (typeof data === 'string' && data.startsWith('0x')) return explainRevert(data as Hex)
  }
  return String(error)
}

/** For a service that gives up soon. */
export const hastyEngine = { refundAfterMs: 20 * 60_000, executeWithinMs: 25_000, leaseMs: 2_000, laneLeaseMs: 2_000 }

/** A committed swap on Harbor, to an address of its own. */
export async function committedSwap(client: Client, { address }: DevnetKey): Promise<Quoted> {
  const intent = await order(client, {
    ownerAddress: address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.weth]),
    destinationToAddress: privateKeyToAddress(generatePrivateKey()),
  })
  return intent
}
