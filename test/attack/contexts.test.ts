import { type Address, encodeFunctionData } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { balance, deposit, finished, fromTo, harbor, island, native, order, tokens, useService } from '../e2e/setup.ts'
import {
  type Attacker,
  everyAttempt,
  hasRun,
  openAttacker,
  type Quoted,
  type Target,
  targetOf,
  thieves,
} from './setup.ts'

/**
 * The running service, attacked by someone who reads every quote: a stranger starts each batch from inside every lock
 * and callback while its money is there. None may run, spoil or rob it; then the service carries it out.
 */
const service = useService()
let attackers: Map<number, Attacker>
const count = { attempts: 0, spoilt: 0, lostBps: 0, bundledWithTheNeighbour: 0 }

beforeAll(async () => {
  const opened = await Promise.all([harbor, island].map((id) => openAttacker(service.devnet, id)))
  attackers = new Map([
    [harbor, opened[0]!],
    [island, opened[1]!],
  ])
})

let people = 0
const nextPerson = () => service.devnet.accounts[people++ % 6]!

async function committed(extra: object = {}) {
  const { client } = service
  const owner = nextPerson()
  const recipient: Address = `0x${(0x5afe0000 + people).toString(16).padStart(40, '0')}`
  const intent = await order(client, {
    ownerAddress: owner.address,
    ...fromTo([harbor, tokens.usdc, 1_000_000_000n], [harbor, tokens.weth]),
    destinationToAddress: recipient,
    ...extra,
  })
  return { intent, owner, recipient }
}

/** Every attempt from every context, and after each nothing has run and nothing has moved. */
async function attack(target: Target, token: Address): Promise<void> {
  const { devnet } = service
  const held = () => balance(devnet, target.chainId, token, target.wallet)
  const before = await held()
  expect(before).toBeGreaterThan(0n)
  count.attempts += await attackers.get(target.chainId)!.strikeEverywhere(everyAttempt(target), async (context) => {
    const ran = await hasRun(devnet, target)
    if (ran) count.spoilt++
    expect(ran, context).toBe(false)
    expect(await balance(devnet, target.chainId, token, target.wallet), context).toBe(before)
  })
}

async function execute(intent: Quoted, depositTransactionHash: `0x${string}`): Promise<void> {
  await service.client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  const receipt = await finished(service, intent.intentId)
  if (receipt.status !== 'SUCCEEDED') count.spoilt++
  expect(receipt.status).toBe('SUCCEEDED')
}

describe('before openAt a stranger runs nothing', () => {
  test.each([
    ['USDC', tokens.usdc, 1_000_000_000n],
    ['USDT, which returns nothing and wants approvals reset', tokens.usdt, 1_000_000_000n],
    ['native token', native, 10n ** 17n],
  ] as const)('a swap on one chain: %s', async (_name, token, amount) => {
    const toToken = token === native ? tokens.usdc : tokens.weth
    const { intent, owner, recipient } = await committed({
      originTokenAddress: token,
      originTokenAmount: amount,
      destinationTokenAddress: toToken,
    })
    const hash = await deposit(service.devnet, owner, intent)
    await attack(targetOf(intent.originMetaTxn), token)
    await execute(intent, hash)
    expect(await balance(service.devnet, harbor, toToken, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })

  test('the origin and the destination of a crossing', async () => {
    const { intent, owner, recipient } = await committed({
      originTokenAddress: tokens.weth,
      originTokenAmount: 10n ** 17n,
      destinationChainId: island,
      destinationTokenAddress: tokens.weth,
      options: { bridgeProvider: 'ACROSS' },
    })
    const { devnet } = service
    const hash = await deposit(devnet, owner, intent)
    await attack(targetOf(intent.originMetaTxn), tokens.weth)
    // The bridge's money is already there: the batch could run at any moment, if it were open.
    const { tokenAddress, minAmount, ownerAddress } = intent.destinationPrecondition!
    if (tokenAddress === native) {
      const { wallet } = attackers.get(island)!
      const paid = await wallet.sendTransaction({ to: ownerAddress, value: minAmount })
      await wallet.waitForTransactionReceipt({ hash: paid })
    } else await devnet.faucet(island, tokenAddress, ownerAddress, minAmount)
    await attack(targetOf(intent.destinationMetaTxn!), tokenAddress)
    await execute(intent, hash)
    expect(await balance(devnet, island, tokens.weth, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })
})

test('a wei that a stranger slips in without an event takes no proof off the receipt', async () => {
  const { intent, owner } = await committed({
    originTokenAddress: tokens.weth,
    originTokenAmount: 10n ** 17n,
    destinationChainId: island,
    destinationTokenAddress: tokens.weth,
    options: { bridgeProvider: 'ACROSS' },
  })
  const wallet = intent.destinationIntentAddress!
  // Code that destroys itself as it is created, in favour of the wallet: PUSH20 wallet, SELFDESTRUCT.
  const data = `0x73${wallet.slice(2)}ff` as const
  await attackers.get(island)!.send({ data, gas: 200_000n, value: 1n })
  expect(await balance(service.devnet, island, native, wallet)).toBe(1n)
  await execute(intent, await deposit(service.devnet, owner, intent))
  const { moves = [] } = (await service.client.getIntentReceipt({ intentId: intent.intentId })).intentReceipt
  const arrived = moves.filter(({ to, why }) => to === 'destinationIntent' && why !== 'swap')
  expect(arrived.map(({ from, amount }) => [from, amount])).toEqual([
    ['payer', 1n],
    ['bridge', intent.destinationPrecondition!.minAmount],
  ])
  expect(arrived.filter(({ txnHash }) => txnHash === undefined)).toEqual([])
  expect(moves).toContainEqual(
    expect.objectContaining({ to: 'owner', why: 'leftover', amount: 1n, tokenAddress: native }),
  )
})

test.each([0.003, 0.01, 0.03])(
  'a sandwich in one transaction at a slippage of %d takes nothing',
  async (slippageTolerance) => {
    const { devnet } = service
    const { intent, owner, recipient } = await committed({ options: { slippageTolerance } })
    const hash = await deposit(devnet, owner, intent)
    const target = targetOf(intent.originMetaTxn)
    const attacker = attackers.get(harbor)!
    const attempts = everyAttempt(target)
    await attacker.call('plan', [attempts])
    for (const share of [1n, 4n, 16n]) {
      const args = [tokens.uniswapV3.router, tokens.usdc, tokens.weth, [500, 3000], 100_000_000_000n * share]
      await attacker.call('sandwich', args)
      count.attempts += attempts.length
      expect(await hasRun(devnet, target)).toBe(false)
    }
    await execute(intent, hash)
    const got = await balance(devnet, harbor, tokens.weth, recipient)
    // Whole hundredths of a percent: the thief's round trips leave the pools some millionths away, at its own cost.
    const lostBps =
      got >= intent.quote.toAmount ? 0 : Number(((intent.quote.toAmount - got) * 10_000n) / intent.quote.toAmount)
    count.lostBps = Math.max(count.lostBps, lostBps)
    expect(lostBps).toBe(0)
  },
)

describe('a neighbour in the bundle', () => {
  const modes = [
    [1, 'reverts'],
    [2, 'burns its gas'],
    [3, 'forges ElementDone and Executed, and strikes at its neighbours'],
  ] as const
  test.each(modes)('mode %i: %s', async (mode) => {
    const { devnet, client, app } = service
    const attacker = attackers.get(harbor)!
    await attacker.call('plan', [[]])
    await attacker.call('setMode', [0])
    const bad = await neighbour(attacker)
    const victims = [await committed(), await committed(), await committed()]
    const attempts = victims.flatMap(({ intent }) => everyAttempt(targetOf(intent.originMetaTxn)))
    // All of them in one strike exceed a transaction's call data.
    if (mode === 3) await attacker.call('plan', [attempts.slice(0, 12)])
    await attacker.call('setMode', [mode])
    const all = [bad.intent, ...victims.map(({ intent }) => intent)]
    const hashes = [await deposit(devnet, attacker.key, bad.intent)]
    for (const { intent, owner } of victims) hashes.push(await deposit(devnet, owner, intent))
    await Promise.all(
      all.map(({ intentId }, i) => client.executeIntent({ intentId, depositTransactionHash: hashes[i]! })),
    )
    const { status } = await finished(service, bad.intent.intentId)
    expect(status).toBe(mode === 3 ? 'SUCCEEDED' : 'FAILED')
    const own = await app.world.store.attempts.ofLeg(bad.intent.intentId, 'origin')
    for (const { intent, recipient } of victims) {
      const receipt = await finished(service, intent.intentId)
      if (receipt.status !== 'SUCCEEDED') count.spoilt++
      expect(receipt.status).toBe('SUCCEEDED')
      expect(await balance(devnet, harbor, tokens.weth, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
      const attempts = await app.world.store.attempts.ofLeg(intent.intentId, 'origin')
      if (attempts.some(({ hash }) => own.some((one) => one.hash === hash))) count.bundledWithTheNeighbour++
    }
  })

  /** The attacker's own intent: USDC that pays for a call of its own contract. */
  async function neighbour(attacker: Attacker) {
    const { client, devnet } = service
    await devnet.faucet(harbor, tokens.usdc, attacker.key.address, 10n ** 10n)
    const intent = await order(client, {
      ownerAddress: attacker.key.address,
      ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.usdc]),
      destinationToAddress: attacker.thief,
      destinationCallData: workData(),
    })
    return { intent }
  }
})

function workData(token: Address = tokens.usdc) {
  const placeholder = BigInt(`0x${'deadbeef'.repeat(8)}`)
  return encodeFunctionData({ abi: thieves.Thief.abi, functionName: 'work', args: [token, placeholder] })
}

test('the count: nothing spoilt, nothing lost', () => {
  expect(count).toMatchObject({ spoilt: 0, lostBps: 0 })
  expect(count.attempts).toBeGreaterThan(300)
  process.stdout.write(`attack: ${JSON.stringify(count)}\n`)
})
