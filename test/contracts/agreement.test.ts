/** Compares wallet.ts, which needs no network, with the contracts on a chain, on 1,000 random inputs. */
import fc from 'fast-check'
import {
  type Abi,
  concat,
  decodeErrorResult,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  keccak256,
  pad,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  arachnidDeployer,
  causewayContracts,
  deployments,
  deploySalt,
} from '../../src/chains/contracts/abi/addresses.ts'
import { intentEntrypointAbi } from '../../src/chains/contracts/abi/IntentEntrypoint.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import { intentRouterAbi } from '../../src/chains/contracts/abi/IntentRouter.ts'
import { intentRouterShimAbi } from '../../src/chains/contracts/abi/IntentRouterShim.ts'
import { intentUtilsAbi } from '../../src/chains/contracts/abi/IntentUtils.ts'
import { intentWalletAbi } from '../../src/chains/contracts/abi/IntentWallet.ts'
import { intentWalletFactoryAbi } from '../../src/chains/contracts/abi/IntentWalletFactory.ts'
import { localContracts } from '../../src/chains/contracts/operator.ts'
import { type Anvil, findAnvil, startAnvil } from '../../src/devnet/anvil.ts'
import { type NodeReceipt, rpc } from '../../src/devnet/rpc.ts'
import { withRevocation } from '../../src/intents/depositNonce.ts'
import { depositWays, type SignedFields } from '../../src/intents/depositWays.ts'
import { encodeGrants, encodeSubmitGrant, grantedStorage, grantTypedData } from '../../src/intents/relayerGrant.ts'
import { depositTypedData, type SignedDeposit } from '../../src/intents/signedDeposit.ts'
import * as wallet from '../../src/intents/wallet.ts'
import type { DepositWayName } from '../../src/interface/enums.ts'
import { submitGrant } from '../chains/grant.ts'
import { reportNodeDeath } from '../nodeDeaths.ts'
import { postJson } from '../postJson.ts'
import { useFolder } from '../useParts.ts'

const chainId = 31_337
const inputs = 1_000
const batchSize = 100
const seed = 20_261_115
const farAway = 2n ** 63n

let anvil: Anvil
const homeDir = useFolder()
let isStopping = false

beforeAll(async () => {
  anvil = await startAnvil(findAnvil(process.env.PATH ?? ''), { chainId, port: 0, blockTimeS: 0, homeDir })
  void anvil.exited.then((exit) => (isStopping ? undefined : reportNodeDeath({ chainId, pid: anvil.pid, ...exit })))
  const [from] = await rpc<Hex[]>(anvil.rpcUrl, 'eth_accounts')
  for (const { address, initCode } of deployments) {
    await mined({ from, to: arachnidDeployer, data: concat([deploySalt, initCode]), gas: toHex(10_000_000) })
    expect(await rpc<Hex>(anvil.rpcUrl, 'eth_getCode', [address, 'latest']), address).not.toBe('0x')
  }
})

afterAll(async () => {
  isStopping = true
  await anvil?.stop()
})

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((raw) => toHex(raw))
const address = bytes(20)
const behavior = fc.constantFrom<0 | 1 | 2>(0, 1, 2)
const call = fc.record<wallet.WalletCall>({
  to: address,
  value: uint256,
  data: fc.uint8Array({ maxLength: 300 }).map((raw) => toHex(raw)),
  gasLimit: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  delegateCall: fc.boolean(),
  onlyFallback: fc.boolean(),
  behaviorOnError: behavior,
})
const batch = fc.record<wallet.Batch>({
  chainId: fc.constant(chainId),
  calls: fc.array(call, { maxLength: 4 }),
  space: uint256,
  nonce: uint256,
})
const config = fc.record<wallet.WalletConfig>({
  owner: address,
  refundReceiver: address.filter((one) => BigInt(one) !== 0n),
  executor: address,
  openAt: fc.constant(0n),
  refundAt: fc.bigInt({ min: farAway, max: 2n ** 64n - 1n }),
  salt: uint256,
  batches: fc.array(bytes(32), { maxLength: 3 }),
})
const deposit = fc.record<SignedDeposit>({
  user: address,
  token: address,
  amount: uint256,
  intentAddress: address,
  deadline: fc.bigInt({ min: farAway, max: 2n ** 256n - 1n }),
  nonce: uint256,
  feeAmount: uint256,
  feeCollector: address,
})

/** The revert data of calls, many per request: 3,000 one by one would take a minute. */
async function answers(calls: { to: Hex; data: Hex }[]): Promise<Hex[]> {
  const all: Hex[] = []
  for (let at = 0; at < calls.length; at += batchSize) {
    const body = calls.slice(at, at + batchSize).map((one, id) => {
      const transaction = { ...one, gas: toHex(20_000_000) }
      return { jsonrpc: '2.0', id, method: 'eth_call', params: [transaction, 'latest'] }
    })
    const response = await postJson(anvil.rpcUrl, body)
    const replies = (await response.json()) as { id: number; result?: Hex; error?: { data?: Hex } }[]
    all.push(...replies.toSorted((a, b) => a.id - b.id).map((reply) => reply.result ?? reply.error?.data ?? '0x'))
  }
  return all
}

/** The node answers with the receipt, so there is no wait. */
function mined(transaction: Record<string, unknown>): Promise<NodeReceipt> {
  return rpc<NodeReceipt>(anvil.rpcUrl, 'eth_sendTransactionSync', [transaction])
}

describe(`Solidity and TypeScript agree (seed ${seed})`, () => {
  test('on image hash and wallet address', async () => {
    const anyTime = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    const configs = fc.sample(
      fc.tuple(config, anyTime).map(([one, openAt]) => ({ ...one, openAt })),
      { numRuns: inputs, seed },
    )
    const none = { chainId, calls: [], space: 0n, nonce: 0n }
    const got = await answers(
      configs.map((one) => ({ to: causewayContracts.wallet, data: wallet.encodeExecute(one, none, 'openly') })),
    )
    for (const [index, one] of configs.entries()) {
      const error = decodeErrorResult({ abi: intentWalletAbi, data: got[index]! })
      expect(error).toMatchObject({
        errorName: 'WrongConfig',
        args: [wallet.imageHash(one), wallet.walletAddress(one, causewayContracts)],
      })
    }
    expect(got).toHaveLength(inputs)
  })

  test('on the digest of a batch', async () => {
    const pairs = fc.sample(fc.tuple(config, batch), { numRuns: inputs, seed })
    const got = await answers(
      pairs.map(([one, what]) => ({
        to: causewayContracts.guest,
        data: wallet.encodeDeployAndExecute(one, what, 'openly'),
      })),
    )
    for (const [index, [, what]] of pairs.entries()) {
      const error = decodeErrorResult({ abi: intentWalletAbi, data: got[index]! })
      expect(error).toMatchObject({ errorName: 'UnknownBatch', args: [wallet.batchDigest(what)] })
    }
    expect(got).toHaveLength(inputs)
  })

  test('on what a user signs for a deposit', async () => {
    const deposits = fc.sample(deposit, { numRuns: inputs, seed })
    const got = await answers(
      deposits.map((one) => ({
        to: causewayContracts.entrypoint,
        data: depositWays.allowance.encode(one, { intentSignature: '0x' }),
      })),
    )
    for (const [index, one] of deposits.entries()) {
      const error = decodeErrorResult({ abi: intentEntrypointAbi, data: got[index]! })
      const digest = hashTypedData(depositTypedData(one, chainId, localContracts))
      expect(error.errorName).toBe('InvalidSignature')
      expect(error.args[1]).toBe(digest)
    }
    expect(got).toHaveLength(inputs)
  })

  test('on what an owner signs, which a wallet then does', async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const times = { executor: causewayContracts.guest, openAt: farAway, refundAt: farAway }
    const mine = { owner: owner.address, refundReceiver: owner.address, ...times, salt: 1n, batches: [] }
    const home = wallet.walletAddress(mine, causewayContracts)
    const what: wallet.Batch = {
      chainId,
      calls: [wallet.callMinBalance({ utils: causewayContracts.utils, token: pad('0x', { size: 20 }), minAmount: 0n })],
      space: 0n,
      nonce: 5n,
    }
    const signature = await owner.signTypedData(wallet.ownerTypedData(what, home))
    const execution = wallet.encodeExecuteAsOwner(mine, what, signature)
    const element = { imageHash: wallet.imageHash(mine), gasLimit: 1_000_000n, deposit: '0x' as Hex, execution }
    const [from] = await rpc<Hex[]>(anvil.rpcUrl, 'eth_accounts')
    const send = { from, to: causewayContracts.guest, data: wallet.encodeExecuteMany([element]), gas: toHex(5_000_000) }
    const receipt = await mined(send)
    const executed = keccak256(toHex('Executed(bytes32,uint256,uint256,uint256)'))
    expect(receipt.logs.some((log) => log.topics[0] === executed && log.topics[1] === wallet.batchDigest(what))).toBe(
      true,
    )
  })
})

test('on what lets a relayer act, in storage too', async () => {
  const [from] = await rpc<Hex[]>(anvil.rpcUrl, 'eth_accounts')
  const relayer = privateKeyToAccount(generatePrivateKey()).address
  const { guest } = causewayContracts
  const grant = { relayer, validUntil: 2n ** 64n - 1n, serial: 1n }
  const domain = { chainId, guest, name: 'Causeway' }
  const [digest] = await answers([
    {
      to: guest,
      data: encodeFunctionData({
        abi: intentGuestAbi,
        functionName: 'hashGrant',
        args: [relayer, grant.validUntil, 1n],
      }),
    },
  ])
  expect(digest).toBe(hashTypedData(grantTypedData(grant, domain)))
  const { status } = await mined({ from, ...(await submitGrant(chainId, relayer, grant)) })
  expect(status).toBe('0x1')
  const { slot, value } = grantedStorage(relayer)
  const stored = await rpc<Hex>(anvil.rpcUrl, 'eth_getStorageAt', [guest, slot, 'latest'])
  expect(BigInt(stored)).toBe(BigInt(value) | (1n << 64n))
})

describe('every encoder speaks the ABI of its contract', () => {
  const one: wallet.WalletCall = {
    to: arachnidDeployer,
    value: 1n,
    data: '0x12',
    gasLimit: 2n,
    delegateCall: true,
    onlyFallback: true,
    behaviorOnError: 2,
  }
  const some: wallet.Batch = { chainId, calls: [one], space: 3n, nonce: 4n }
  const mine: wallet.WalletConfig = {
    owner: arachnidDeployer,
    refundReceiver: arachnidDeployer,
    executor: arachnidDeployer,
    openAt: 2n,
    refundAt: 5n,
    salt: 6n,
    batches: [deploySalt],
  }
  const { router, shim, utils } = causewayContracts
  const token = arachnidDeployer
  const step: wallet.RouterStep = {
    target: token,
    value: 1n,
    token,
    spender: token,
    amount: 2n,
    offsets: [4n],
    data: '0x99',
  }
  const signed: SignedDeposit = {
    user: token,
    token,
    amount: 1n,
    intentAddress: token,
    deadline: 2n,
    nonce: 3n,
    feeAmount: 4n,
    feeCollector: token,
  }
  const depositSigned: SignedFields = {
    intentSignature: '0x55',
    permitSignature: '0x88',
    revocationSignature: '0x99',
    permitAmount: 5n,
    permitDeadline: 6,
    permitNonce: 7n,
    permitExpiration: 8,
  }
  const signedWays: [DepositWayName, string, ...unknown[]][] = [
    ['allowance', 'depositToIntent'],
    ['permit', 'depositToIntentWithPermit', { amount: 5n, deadline: 6n, signature: '0x88' }],
    ['daiPermit', 'depositToIntentWithDaiPermit', { nonce: 7n, expiry: 6n, signature: '0x88', revocation: '0x99' }],
    [
      'permit2Allowance',
      'depositToIntentWithPermit2',
      { amount: 5n, expiration: 8, nonce: 7, sigDeadline: 6n, signature: '0x88' },
    ],
    ['permit2', 'depositToIntentWithPermit2Transfer'],
    ['receiveWithAuthorization', 'depositToIntentWithAuthorization'],
  ]
  const injected = concat(['0x11223344', wallet.placeholder, wallet.placeholder])
  const cases: [string, Abi, Hex, readonly unknown[]][] = [
    ['execute', intentWalletAbi, wallet.encodeExecute(mine, some, 'openly'), [mine, [one], 3n, 4n]],
    ['executeStrictly', intentWalletAbi, wallet.encodeExecute(mine, some, 'strictly'), [mine, [one], 3n, 4n]],
    ['executeAsExecutor', intentWalletAbi, wallet.encodeExecute(mine, some, 'tolerantly'), [mine, [one], 3n, 4n]],
    ['executeAsOwner', intentWalletAbi, wallet.encodeExecuteAsOwner(mine, some, '0x77'), [mine, [one], 3n, 4n, '0x77']],
    ['deploy', intentWalletFactoryAbi, wallet.encodeDeploy(token, mine), [token, mine]],
    ['refund', intentWalletAbi, wallet.encodeRefund(mine, [token]), [mine, [token]]],
    ['deployAndExecute', intentGuestAbi, wallet.encodeDeployAndExecute(mine, some, 'openly'), [mine, [one], 3n, 4n]],
    [
      'deployAndExecuteStrictly',
      intentGuestAbi,
      wallet.encodeDeployAndExecute(mine, some, 'strictly'),
      [mine, [one], 3n, 4n],
    ],
    [
      'deployAndExecuteAsExecutor',
      intentGuestAbi,
      wallet.encodeDeployAndExecute(mine, some, 'tolerantly'),
      [mine, [one], 3n, 4n],
    ],
    [
      'submitGrant',
      intentGuestAbi,
      encodeSubmitGrant({ relayer: token, validUntil: 1n, serial: 2n }, '0x77'),
      [token, 1n, 2n, '0x77'],
    ],
    ['grants', intentGuestAbi, encodeGrants(token), [token]],
    ['deployAndRefund', intentGuestAbi, wallet.encodeDeployAndRefund(mine, [token]), [mine, [token]]],
    [
      'depositAndExecute',
      intentGuestAbi,
      wallet.encodeDepositAndExecute(mine, some, '0x66', 'strictly'),
      [wallet.imageHash(mine), '0x66', wallet.encodeExecute(mine, some, 'strictly')],
    ],
    ...signedWays.map(([way, name, ...more]): [string, Abi, Hex, readonly unknown[]] => [
      name,
      intentEntrypointAbi,
      depositWays[way].encode(signed, depositSigned),
      [way === 'daiPermit' ? withRevocation(signed) : signed, '0x55', ...more],
    ]),
    [
      'run',
      intentRouterShimAbi,
      wallet.callRunRouter({ shim, token, amount: 8n, steps: [step], outputs: [{ token, minAmount: 9n }] }).data,
      [token, 8n, [step], [{ token, minAmount: 9n }]],
    ],
    [
      'sweep',
      intentRouterAbi,
      wallet.callSweep({ router, token, receiver: token, minAmount: 1n }).data,
      [token, token, 1n],
    ],
    ['pay', intentRouterAbi, wallet.callPay({ router, token, receiver: token, amount: 1n }).data, [token, token, 1n]],
    [
      'payFeeIfSucceeded',
      intentRouterAbi,
      wallet.callPayFee({ router, token, amount: 1n, collector: token }).data,
      [token, 1n, token],
    ],
    [
      'injectAndCall',
      intentRouterAbi,
      wallet.callInjectAndCall({
        router,
        token,
        target: token,
        spender: token,
        value: 1n,
        minAmount: 2n,
        data: injected,
      }).data,
      [token, token, token, 1n, 2n, [4n, 36n], injected],
    ],
    ['requireMinBalance', intentUtilsAbi, wallet.callMinBalance({ utils, token, minAmount: 1n }).data, [token, 1n]],
  ]
  test.each(cases)('%s', (functionName, abi, data, args) => {
    expect(decodeFunctionData({ abi, data })).toEqual({ functionName, args })
  })
})

describe('placeholders', () => {
  const digits = wallet.placeholder.slice(2)
  test('are found behind a stray deadbeef where ABI encoding puts them', () => {
    expect(wallet.placeholderOffsets(`0x11223344${'00'.repeat(28)}deadbeef${digits}`)).toEqual([36n])
  })
  test('are found inside nested call data, which is not aligned', () => {
    expect(wallet.placeholderOffsets(`0x11223344${'00'.repeat(36)}${digits}`)).toEqual([40n])
  })
  test('are never looked for in the selector, and none is no offset', () => {
    expect(wallet.placeholderOffsets(`0x${digits}`)).toEqual([])
    expect(wallet.placeholderOffsets('0x')).toEqual([])
  })
})

test('a call that tolerates failure has to state its gas', () => {
  const loose: wallet.WalletCall = {
    to: arachnidDeployer,
    value: 0n,
    data: '0x',
    gasLimit: 0n,
    delegateCall: false,
    onlyFallback: false,
    behaviorOnError: 0,
  }
  expect(() => wallet.batchDigest({ chainId, calls: [loose], space: 0n, nonce: 0n })).toThrow(/gasLimit/)
})
