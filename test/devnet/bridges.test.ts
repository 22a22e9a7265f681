import type { Abi, Address, Hex } from 'viem'
import { decodeEventLog, erc20Abi, pad, parseAbi, toEventSelector, zeroAddress } from 'viem'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { devnetChains, unitsForUsd } from '../../src/chains/definitions/devnet/facts.ts'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { openChain } from '../../src/chains/openChain.ts'
import { encode } from '../../src/devnet/accountSender.ts'
import { cctpTokenMessengerAbi } from '../../src/devnet/artifacts/CctpTokenMessenger.ts'
import type { Devnet, DevnetChain } from '../../src/devnet/devnet.ts'
import type { NodeReceipt } from '../../src/devnet/rpc.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { systemClock } from '../../src/host/clock.ts'
import { acrossRefund } from '../../src/providers/acrossRefund.ts'
import { deferred } from '../deferred.ts'
import { useForAll } from '../useParts.ts'
import { awaitLog, chainOf, read, send, startTestDevnet } from './setup.ts'

const devnet = useForAll(startTestDevnet)
let harbor: DevnetChain
let island: DevnetChain
beforeAll(async () => {
  harbor = chainOf(devnet, 'harbor')
  island = chainOf(devnet, 'island')
})

const balance = (chain: DevnetChain, token: Address, owner: Address): Promise<bigint> =>
  read(chain, { to: token, abi: erc20Abi as Abi, fn: 'balanceOf', args: [owner] })

const acrossAbi = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
  'event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, (bytes32 updatedRecipient, bytes32 updatedMessageHash, uint256 updatedOutputAmount, uint8 fillType) relayExecutionInfo)',
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
])
const topicOf = (name: 'FilledRelay' | 'ExecutedRelayerRefundRoot') =>
  toEventSelector(acrossAbi.find((entry) => entry.type === 'event' && entry.name === name)!)

async function depositAcross(
  recipient: Address,
  input: bigint,
  output: bigint,
  world: Devnet = devnet,
): Promise<NodeReceipt> {
  const [user] = world.accounts
  const { usdc, spokePool } = world.contracts
  const harbor = chainOf(world, 'harbor')
  await send(harbor, user!, { to: usdc, data: encode(erc20Abi as Abi, 'approve', [spokePool, input]) })
  const { timestamp } = await rpc<{ timestamp: Hex }>(harbor.rpcUrl, 'eth_getBlockByNumber', ['latest', false])
  const now = Number(timestamp)
  const args = [
    user!.address,
    recipient,
    usdc,
    usdc,
    input,
    output,
    BigInt(island.id),
    zeroAddress,
    now,
    now + 3_600,
    0,
    '0x',
  ]
  return send(harbor, user!, { to: spokePool, data: encode(acrossAbi, 'depositV3', args) })
}

test('the filler fills an Across deposit from inventory and is repaid on the origin', async () => {
  const { usdc, spokePool } = devnet.contracts
  const filler = devnetKeys().filler.address
  const recipient = '0x000000000000000000000000000000000000ac05'
  const input = unitsForUsd('usdc', 1_000n)
  const output = input - unitsForUsd('usdc', 1n)
  const inventory = await balance(harbor, usdc, filler)
  const deposited = await depositAcross(recipient, input, output)
  expect(deposited.status).toBe('0x1')
  const matches = (log: { data: Hex }) => log.data.toLowerCase().includes(pad(recipient).slice(2).toLowerCase())
  await awaitLog(island, { address: spokePool, topic: topicOf('FilledRelay'), matches })
  expect(await balance(island, usdc, recipient)).toBe(output)
  const repaid = await awaitLog(harbor, { address: spokePool, topic: topicOf('ExecutedRelayerRefundRoot') })
  const { args } = decodeEventLog({ abi: acrossAbi, eventName: 'ExecutedRelayerRefundRoot', ...repaid })
  expect(args.refundAmounts).toEqual([input])
  expect(await balance(harbor, usdc, filler)).toBe(inventory + input)

  const definition = devnetDefinitions().find(({ id }) => id === harbor.id)!
  const chain = await openChain({ definition, endpoints: [{ url: harbor.rpcUrl }], clock: systemClock })
  const toBlock = (await chain.head()).number
  const given = (fromBlock: number, owner: Address = filler) =>
    acrossRefund(chain, { owner, token: usdc, fromBlock, toBlock })
  const found = await given(0)
  expect(found).toMatchObject([{ txnHash: repaid.transactionHash, amount: input }])
  expect(await given(found[0]!.blockNumber + 1)).toEqual([])
  expect(await given(0, recipient)).toEqual([])
  chain.close()
})

test('a deposit that pays no fee is left lying, and the next good one is filled', async () => {
  const { usdc, spokePool } = devnet.contracts
  const [unpaid, paid] = [
    '0x000000000000000000000000000000000000ac06',
    '0x000000000000000000000000000000000000ac07',
  ] as const
  const input = unitsForUsd('usdc', 500n)
  await depositAcross(unpaid, input, input)
  await depositAcross(paid, input, input - unitsForUsd('usdc', 1n))
  const matches = (log: { data: Hex }) => log.data.toLowerCase().includes(pad(paid).slice(2).toLowerCase())
  await awaitLog(island, { address: spokePool, topic: topicOf('FilledRelay'), matches })
  expect(await balance(island, usdc, unpaid)).toBe(0n)
})

test('a filler that cannot fill says so, and takes nothing of the deposit', async () => {
  const { promise: said, resolve: say } = deferred<string>()
  const onProgress = (line: string) => line.startsWith('filler: ') && say(line)
  const poor = await startTestDevnet({ fillerConfirmations: 1, onProgress })
  onTestFinished(() => poor.stop())
  const [origin, destination] = [chainOf(poor, 'harbor'), chainOf(poor, 'island')]
  const { usdc, spokePool } = poor.contracts
  const filler = devnetKeys().filler.address
  const data = encode(erc20Abi as Abi, 'transfer', [spokePool, await balance(destination, usdc, filler)])
  await rpc(destination.rpcUrl, 'eth_sendTransaction', [{ from: filler, to: usdc, data }])
  const input = unitsForUsd('usdc', 500n)
  await depositAcross('0x000000000000000000000000000000000000ac08', input, input - unitsForUsd('usdc', 1n), poor)
  const repaid = awaitLog(origin, { address: spokePool, topic: topicOf('ExecutedRelayerRefundRoot') })
  const ended = new AbortController()
  const first = Promise.race([said, repaid.then(() => 'repaid')]).finally(() => ended.abort())
  while (!ended.signal.aborted) for (const { rpcUrl } of [origin, destination]) await rpc(rpcUrl, 'anvil_mine', ['0x1'])
  expect(await first).toMatch(/^filler: deposit \d+ on Harbor is not filled after 20 tries$/)
})

type Messages = { messages: { message: Hex; attestation: Hex; eventNonce: Hex; status: string; cctpVersion: number }[] }

async function attested(transactionHash: Hex): Promise<[number, Messages]> {
  const url = `${devnet.attestationUrl}/v2/messages/${devnetChains[0].domain}?transactionHash=${transactionHash}`
  const response = await fetch(url)
  return [response.status, (await response.json()) as Messages]
}

test('the attestation service says what it does not know', async () => {
  expect((await attested(`0x${'11'.repeat(32)}`))[0]).toBe(404)
  expect((await attested('0x12'))[0]).toBe(400)
  expect((await fetch(`${devnet.attestationUrl}/v2/messages/999?transactionHash=0x${'11'.repeat(32)}`)).status).toBe(
    404,
  )
  expect((await fetch(devnet.attestationUrl, { method: 'POST' })).status).toBe(404)
})

test('with a block time a message is pending until its block is safe', async () => {
  const slow = await startTestDevnet({ blockTimeS: 1, filler: false })
  onTestFinished(() => slow.stop())
  const chain = chainOf(slow, 'harbor')
  const [user] = slow.accounts
  const { usdc, cctp } = slow.contracts
  // From here on blocks come with transactions, not time, which would make the message safe too early.
  await rpc(chain.rpcUrl, 'evm_setIntervalMining', [0])
  await rpc(chain.rpcUrl, 'evm_setAutomine', [true])
  await send(chain, user!, { to: usdc, data: encode(erc20Abi as Abi, 'approve', [cctp.tokenMessenger, 5n]) })
  const args = [5n, devnetChains[1].domain, pad(user!.address), usdc, pad(zeroAddress), 0n, 2_000]
  const data = encode(cctpTokenMessengerAbi as Abi, 'depositForBurn', args)
  const { transactionHash } = await send(chain, user!, { to: cctp.tokenMessenger, data })
  const ask = async () => {
    const url = `${slow.attestationUrl}/v2/messages/${devnetChains[0].domain}?transactionHash=${transactionHash}`
    return ((await (await fetch(url)).json()) as Messages).messages[0]!
  }
  expect(await ask()).toMatchObject({ status: 'pending_confirmations', attestation: 'PENDING' })
  await rpc(chain.rpcUrl, 'anvil_mine', ['0x4'])
  expect(await ask()).toMatchObject({ status: 'complete' })
})
