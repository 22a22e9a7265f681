import { createRequire } from 'node:module'
import {
  type Abi,
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  keccak256,
  parseAbi,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { arachnidDeployer, deploySalt } from '../../src/chains/contracts/abi/addresses.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import type { TypedData } from '../../src/intents/depositWays.ts'
import { mined, walletOf } from './setup.ts'

const require = createRequire(import.meta.url)
type Artifact = { abi: Abi; bytecode: Hex }
const safeFile = (path: string): Artifact =>
  require(`@safe-global/safe-contracts/build/artifacts/contracts/${path}.json`)

/** Creates a contract at an address that follows from its code, the same on every chain. */
async function create2(devnet: Devnet, chainId: number, key: DevnetKey, initCode: Hex): Promise<Address> {
  const address = getCreate2Address({ from: arachnidDeployer, salt: deploySalt, bytecodeHash: keccak256(initCode) })
  const wallet = walletOf(devnet, chainId, key)
  if (await wallet.getCode({ address })) return address
  await mined(wallet, wallet.sendTransaction({ to: arachnidDeployer, data: concatHex([deploySalt, initCode]) }))
  return address
}

const factoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'event ProxyCreation(address indexed proxy, address singleton)',
])
const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function nonce() view returns (uint256)',
])

/** A Safe 1.4.1 of the published bytecode, all owners signing; the same address on every chain of `chainIds`. */
export async function createSafe(devnet: Devnet, chainIds: readonly number[], owners: readonly DevnetKey[]) {
  const sorted = owners.toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  const accounts = sorted.map(({ privateKey }) => privateKeyToAccount(privateKey))
  const payer = owners[0]!
  let address: Address = zeroAddress
  for (const chainId of chainIds) {
    const wallet = walletOf(devnet, chainId, payer)
    const create = (path: string) => create2(devnet, chainId, payer, safeFile(path).bytecode)
    const singleton = await create('Safe.sol/Safe')
    const factory = await create('proxies/SafeProxyFactory.sol/SafeProxyFactory')
    const handler = await create('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler')
    const members = sorted.map((owner) => owner.address)
    const setup = encodeFunctionData({
      abi: safeAbi,
      functionName: 'setup',
      args: [members, BigInt(members.length), zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
    })
    const hash = await wallet.writeContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'createProxyWithNonce',
      args: [singleton, setup, 0n],
    })
    const { logs } = await wallet.waitForTransactionReceipt({ hash })
    const [created] = parseEventLogs({ abi: factoryAbi, logs, eventName: 'ProxyCreation' })
    address = created!.args.proxy
  }
  /** ERC-1271: every owner signs the Safe's message around the digest. */
  const signDigest = async (chainId: number, digest: Hex): Promise<Hex> => {
    const typed = {
      domain: { chainId, verifyingContract: address },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: encodeAbiParameters([{ type: 'bytes32' }], [digest]) },
    } as const
    return concatHex(await Promise.all(accounts.map((account) => account.signTypedData(typed))))
  }
  /** A transaction of the Safe, sent by its first owner. */
  const act = async (chainId: number, to: Address, data: Hex, value = 0n): Promise<Hex> => {
    const wallet = walletOf(devnet, chainId, payer)
    const nonce = await wallet.readContract({ address, abi: safeAbi, functionName: 'nonce' })
    const fields = [
      ['to', 'address'],
      ['value', 'uint256'],
      ['data', 'bytes'],
      ['operation', 'uint8'],
      ['safeTxGas', 'uint256'],
      ['baseGas', 'uint256'],
      ['gasPrice', 'uint256'],
      ['gasToken', 'address'],
      ['refundReceiver', 'address'],
      ['nonce', 'uint256'],
    ].map(([name = '', type = '']) => ({ name, type }))
    const none = { value, operation: 0, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n }
    const message = { to, data, ...none, gasToken: zeroAddress, refundReceiver: zeroAddress, nonce }
    const domain = { chainId, verifyingContract: address }
    const typed: TypedData = { domain, types: { SafeTx: fields }, primaryType: 'SafeTx', message }
    const signatures = concatHex(await Promise.all(accounts.map((account) => account.signTypedData(typed))))
    const hash = await wallet.writeContract({
      address,
      abi: safeAbi,
      functionName: 'execTransaction',
      args: [to, value, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signatures],
    })
    await wallet.waitForTransactionReceipt({ hash })
    return hash
  }
  return { address, signDigest, act }
}
