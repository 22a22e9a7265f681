import { type Address, concatHex, encodeFunctionData, type Hex, parseAbi, parseEventLogs } from 'viem'
import {
  entryPoint08Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { mined, tokens, walletOf } from './setup.ts'

export type AccountCall = { target: Address; value: bigint; data: Hex }

const { entryPoint, factory, simple7702 } = tokens.accounts
const batchAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])

/** Several calls of an account as one. */
export const encodeBatch = (calls: readonly AccountCall[]): Hex =>
  encodeFunctionData({ abi: batchAbi, functionName: 'executeBatch', args: [calls] })

/** A bundler runs an account's request through EntryPoint 0.8: its transaction, at the account's cost. */
async function sendOperation(
  devnet: Devnet,
  chainId: number,
  key: DevnetKey,
  sender: Address,
  more: Partial<UserOperation<'0.8'>>,
): Promise<Hex> {
  const bundler = walletOf(devnet, chainId, devnet.accounts[9]!)
  const nonce = await bundler.readContract({
    address: entryPoint,
    abi: entryPoint08Abi,
    functionName: 'getNonce',
    args: [sender, 0n],
  })
  const operation: UserOperation<'0.8'> = {
    sender,
    nonce,
    callData: '0x',
    callGasLimit: 1_000_000n,
    verificationGasLimit: 1_000_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
    signature: '0x',
    ...more,
  }
  const asked = { chainId, entryPointAddress: entryPoint, entryPointVersion: '0.8' as const }
  const userOpHash = getUserOperationHash({ ...asked, userOperation: operation })
  const signature = await privateKeyToAccount(key.privateKey).sign({ hash: userOpHash })
  const hash = await bundler.writeContract({
    address: entryPoint,
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation({ ...operation, signature })], bundler.account.address],
  })
  const { logs } = await bundler.waitForTransactionReceipt({ hash })
  const [done] = parseEventLogs({ abi: entryPoint08Abi, logs, eventName: 'UserOperationEvent' })
  if (!done?.args.success) throw new Error('the operation failed inside')
  return hash
}

/** An ERC-4337 contract account. Its first operation creates it; until then its address has no code. */
export async function createSimpleAccount(devnet: Devnet, chainId: number, key: DevnetKey, salt: bigint) {
  const wallet = walletOf(devnet, chainId, key)
  const args = [key.address, salt] as const
  const address = await wallet.readContract({ address: factory, abi: factoryAbi, functionName: 'getAddress', args })
  const act = async (on: number, calls: readonly AccountCall[]): Promise<Hex> => {
    const code = await walletOf(devnet, on, key).getCode({ address })
    const factoryData = encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args })
    return sendOperation(devnet, on, key, address, {
      callData: encodeBatch(calls),
      ...(!code && { factory, factoryData }),
    })
  }
  return { address, act }
}

/** Delegates a key's account to the published Simple7702Account (EIP-7702): acts by EntryPoint or own calls. */
export async function createDelegated(devnet: Devnet, chainIds: readonly number[], key: DevnetKey) {
  for (const chainId of chainIds) {
    const wallet = walletOf(devnet, chainId, key)
    const authorization = await wallet.signAuthorization({ contractAddress: simple7702, executor: 'self' })
    await mined(wallet, wallet.sendTransaction({ to: key.address, authorizationList: [authorization] }))
    const code = await wallet.getCode({ address: key.address })
    if (code?.toLowerCase() !== concatHex(['0xef0100', simple7702]).toLowerCase()) throw new Error('not delegated')
  }
  return {
    address: key.address,
    /** By a bundler's transaction. */
    actByOperation: (chainId: number, calls: readonly AccountCall[]) =>
      sendOperation(devnet, chainId, key, key.address, { callData: encodeBatch(calls) }),
    /** By its own transaction: several calls as one, like wallet_sendCalls. */
    act: async (chainId: number, calls: readonly AccountCall[]): Promise<Hex> => {
      const wallet = walletOf(devnet, chainId, key)
      const hash = await wallet.sendTransaction({ to: key.address, data: encodeBatch(calls) })
      await wallet.waitForTransactionReceipt({ hash })
      return hash
    },
  }
}
