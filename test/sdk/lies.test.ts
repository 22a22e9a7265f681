import { encodeFunctionData, erc20Abi, pad } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { batchDigest, callPayFee, callSweep, encodeDeployAndExecute, walletAddress } from '../../src/intents/wallet.ts'
import { createClient, runIntent, verifyQuote } from '../../src/sdk/client.ts'
import { readMinBalance, readTimes } from '../../src/sdk/readCalls.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'
import { setBaseFee } from '../e2e/gasWeather.ts'
import { harbor, island, tokens, useService } from '../e2e/setup.ts'
import { type Answer, lyingFetch, rebuild, replaceInCalls } from './liar.ts'
import {
  acrossAbi,
  burnAbi,
  burning,
  crossing,
  editBridge,
  editRun,
  friend,
  sameChain,
  thief,
  transferTo,
} from './lieTable.ts'
import { watchedWallet } from './lyingServer.ts'

// Chains of its own: dear gas would hold up the files that come after it.
const service = useService({ devnet: {} })
beforeAll(async () => {
  // Both sides have the same pools and the bridge carries all tokens: what arrives is swapped over there as long as gas is dear over here.
  await setBaseFee(service, harbor, 3n * 10n ** 9n)
})

const { router } = trustedContracts

const swapping = { ...crossing, destinationTokenAddress: tokens.dai }

/** Runs an intent over a line on which the answer is changed, and says which field gave the lie away. */
async function caughtBy(
  lie: (answer: Answer) => void,
  request: typeof crossing | typeof swapping | typeof sameChain,
  bounds = {},
) {
  const { fetch, asked } = lyingFetch(lie)
  const client = createClient({ url: service.app.url, fetch })
  const { wallet, signed } = watchedWallet(service)
  const failure = await runIntent({ client, wallet, request, bounds, deposit }).catch((error: unknown) => error)
  expect(signed).toEqual([])
  expect(asked).toEqual(['QuoteIntent'])
  expect(failure).toMatchObject({ name: 'UntrustedQuote' })
  return (failure as { field: string }).field
}

/** Whoever has gas would send; here the texts that are signed are what matters. */
const deposit = 'receiveWithAuthorization'

test('without a lie the same wallet is asked to sign', async () => {
  const { fetch, asked } = lyingFetch(() => {})
  const client = createClient({ url: service.app.url, fetch })
  const { wallet, signed } = watchedWallet(service)
  await expect(runIntent({ client, wallet, request: crossing, deposit })).rejects.toMatchObject({ stage: 'deposit' })
  expect(signed).toMatchObject([{ primaryType: 'ReceiveWithAuthorization' }])
  expect(asked).toEqual(['QuoteIntent', 'CommitIntent'])
})

/** `set('intent.quote.toAmount', (amount) => amount * 2n)` */
function set<T = unknown>(path: string, value: T | ((before: never, answer: Answer) => unknown)) {
  return (answer: Answer): void => {
    const names = path.split('.')
    const last = names.pop()!
    const parent = names.reduce((at, name) => at[name] as Record<string, unknown>, answer as Record<string, unknown>)
    const change = value as (before: unknown, answer: Answer) => unknown
    parent[last] = typeof value === 'function' ? change(parent[last], answer) : value
  }
}

describe('one field is changed', () => {
  const less = (amount: bigint) => amount - 1n
  const more = (amount: bigint) => amount + 1n
  const forAThief = (_: never, { intent }: Answer) => transferTo(thief, intent.depositTransaction.amount)
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, 2n ** 255n] })
  const lies: [caughtBy: string, changed: string, value: unknown][] = [
    ['ownerAddress', 'intent.ownerAddress', thief],
    ['originChainId', 'intent.originChainId', island],
    ['destinationChainId', 'intent.destinationChainId', harbor],
    ['depositTransaction.toAddress', 'intent.originIntentAddress', thief],
    ['depositTransaction.toAddress', 'intent.depositTransaction.toAddress', thief],
    ['depositTransaction.tokenAddress', 'intent.depositTransaction.tokenAddress', tokens.dai],
    ['depositTransaction.chainId', 'intent.depositTransaction.chainId', island],
    ['depositTransaction.to', 'intent.depositTransaction.to', thief],
    ['depositTransaction.value', 'intent.depositTransaction.value', 10n ** 18n],
    ['depositTransaction.data', 'intent.depositTransaction.amount', more],
    ['depositTransaction.data', 'intent.depositTransaction.data', forAThief],
    ['depositTransaction.data', 'intent.depositTransaction.data', approval],
    ['quote.fromAmount', 'intent.quote.fromAmount', less],
    ['quote.toAmountMin', 'intent.quote.toAmountMin', (amount: bigint) => amount / 2n],
    ['quote.toAmountMin', 'intent.quote.toAmount', (amount: bigint) => amount * 2n],
    ['destinationCalls.calls[1].data', 'intent.quote.toAmountMin', less],
    ['fees.feeTokenAmount', 'intent.fees.feeTokenAmount', 0n],
    ['fees.feeTokenAddress', 'intent.fees.feeTokenAddress', tokens.dai],
    ['fees.totalFeeAmount', 'intent.fees.totalFeeAmount', more],
    ['svcContracts.svcIntentEntrypointAddress', 'intent.svcContracts.svcIntentEntrypointAddress', thief],
    ['svcContracts.svcRouterAddress', 'intent.svcContracts.svcRouterAddress', thief],
    ['svcContracts.svcRouterShimAddress', 'intent.svcContracts.svcRouterShimAddress', thief],
    ['originIntentAddress', 'intent.salt', more],
    ['originIntentAddress', 'intent.originCalls.nonce', 1n],
    ['originIntentAddress', 'intent.originCalls.calls.1.gasLimit', more],
    ['originIntentAddress', 'intent.originCalls.calls.3.data', '0x'],
    ['originMetaTxn.contract', 'intent.originMetaTxn.contract', thief],
    ['originMetaTxn.input', 'intent.originMetaTxn.input', '0x12345678'],
    ['originMetaTxn.walletAddress', 'intent.originMetaTxn.walletAddress', thief],
    ['originMetaTxn.id', 'intent.originMetaTxn.id', `0x${'00'.repeat(32)}`],
    ['destinationIntentAddress', 'intent.destinationIntentAddress', thief],
    ['destinationIntentAddress', 'intent.destinationCalls.calls.1.data', '0x'],
    ['destinationMetaTxn.contract', 'intent.destinationMetaTxn.contract', thief],
    ['quoteRequest.destinationToAddress', 'intent.quoteRequest.destinationToAddress', thief],
    ['quoteRequest.originTokenAmount', 'intent.quoteRequest.originTokenAmount', 1n],
    ['quoteRequest.destinationCallData', 'intent.quoteRequest.destinationCallData', '0x12345678'],
    [
      'quoteRequest.options.svcAddressOverrides',
      'intent.quoteRequest.options.svcAddressOverrides',
      { svcWalletFactoryAddress: thief },
    ],
    ['expiresAt', 'intent.expiresAt', '2020-01-01T00:00:00.000Z'],
    [
      'depositWays.receiveWithAuthorization.selectedGasFeeOption.amount',
      'depositWays.1.depositSignature.selectedGasFeeOption.amount',
      10n ** 8n,
    ],
  ]
  test.each(lies)('%s gives it away: %s', async (field, changed, value) => {
    expect(await caughtBy(set(changed, value), crossing)).toBe(field)
  })

  test('destinationCalls gives it away: the other side is left out', async () => {
    const lie = ({ intent }: Answer) => {
      delete intent.destinationCalls
    }
    expect(await caughtBy(lie, crossing)).toBe('destinationCalls')
  })
})

describe('a liar who knows the protocol makes address and calls agree', () => {
  test('another recipient at the destination', async () => {
    const lie = ({ intent }: Answer) => {
      replaceInCalls(intent.destinationCalls!.calls, friend, thief)
      rebuild(intent, 'destination')
    }
    expect(await caughtBy(lie, crossing)).toBe('destinationCalls.calls[1].data')
  })

  test('another recipient on one chain', async () => {
    const lie = ({ intent }: Answer) => {
      replaceInCalls(intent.originCalls.calls, friend, thief)
      rebuild(intent)
    }
    expect(await caughtBy(lie, sameChain)).toMatch(/^originCalls\.calls\[\d\]\.data$/)
  })

  test.each(['owner', 'refundReceiver', 'executor'] as const)('another %s of the wallet', async (party) => {
    const lie = ({ intent }: Answer) => {
      const { originCalls, originMetaTxn, ownerAddress: owner, salt } = intent
      const times = { executor: trustedContracts.guest, ...readTimes(originMetaTxn.input)! }
      const batches = [batchDigest(originCalls as never)]
      const honest = { owner, refundReceiver: owner, ...times, salt, batches }
      const config = { ...honest, [party]: thief }
      const address = walletAddress(config, trustedContracts)
      const { depositTransaction: deposit } = intent
      Object.assign(deposit, { toAddress: address, data: transferTo(address, deposit.amount) })
      Object.assign(originMetaTxn, {
        input: encodeDeployAndExecute(config, originCalls as never, 'strictly'),
        walletAddress: address,
      })
      intent.originIntentAddress = address
    }
    expect(await caughtBy(lie, crossing)).toBe('originIntentAddress')
  })

  test('a larger fee than the breakdown says', async () => {
    const lie = ({ intent }: Answer) => {
      const amount = intent.fees.feeTokenAmount + 1_000_000n
      intent.originCalls.calls[2]!.data = callPayFee({ router, token: tokens.usdc, amount, collector: thief }).data
      rebuild(intent)
    }
    expect(await caughtBy(lie, crossing)).toBe('originCalls.calls[2].data')
  })

  test('a larger fee, in the breakdown as well', async () => {
    const lie = ({ intent }: Answer) => {
      for (const name of ['feeTokenAmount', 'svcFeeTotal', 'totalFeeAmount'] as const) intent.fees[name] += 30_000_000n
    }
    expect(await caughtBy(lie, crossing)).toBe('fees.feeTokenAmount')
  })

  test('one more call', async () => {
    const lie = ({ intent }: Answer) => {
      const call = callSweep({ router, token: tokens.usdc, receiver: thief })
      intent.originCalls.calls.push(call)
      rebuild(intent)
    }
    expect(await caughtBy(lie, crossing)).toBe('originCalls')
  })

  test('one call less: nobody is paid if the run fails', async () => {
    const lie = ({ intent }: Answer) => {
      intent.originCalls.calls.splice(3, 1)
      rebuild(intent)
    }
    expect(await caughtBy(lie, crossing)).toMatch(/^originCalls\.calls\[3\]/)
  })

  test('a larger deposit', async () => {
    const lie = ({ intent }: Answer) => {
      const deposit = intent.depositTransaction
      deposit.amount += 1_000_000n
      intent.quote.fromAmount = deposit.amount
      deposit.data = transferTo(deposit.toAddress, deposit.amount)
    }
    expect(await caughtBy(lie, crossing)).toBe('depositTransaction.amount')
  })

  test('less at least, everywhere; only a bound of the caller can tell', async () => {
    const lie = ({ intent }: Answer) => {
      const { quote } = intent
      quote.toAmount /= 2n
      quote.toAmountMin /= 2n
    }
    expect(await caughtBy(lie, sameChain, { toAmountMin: 6n * 10n ** 16n })).toBe('quote.toAmountMin')
  })
})

describe('a liar who knows the protocol changes the route', () => {
  test('a step pays a thief, and the run need not bring anything', async () => {
    const lie = (answer: Answer) =>
      editRun(answer, ({ amount, outputs, steps }) => ({
        steps: [{ ...steps[0]!, target: tokens.usdc, offsets: [], data: transferTo(thief, amount) }],
        outputs: outputs.map(({ token }) => ({ token, minAmount: 0n })),
      }))
    expect(await caughtBy(lie, sameChain)).toBe('originCalls.calls[1]')
  })

  test('a step before the bridge pays a thief', async () => {
    const lie = (answer: Answer) =>
      editRun(answer, ({ steps }) => ({
        steps: [{ ...steps[0]!, target: tokens.usdc, amount: 0n, offsets: [], data: transferTo(thief, 1n) }, ...steps],
      }))
    expect(await caughtBy(lie, crossing)).toBe('originCalls.calls[1].steps[0]')
  })

  test('no bridge at all', async () => {
    const lie = (answer: Answer) => editRun(answer, () => ({ steps: [] }))
    expect(await caughtBy(lie, crossing)).toBe('originCalls.calls[1]')
  })

  test.each([
    ['the bridge pays somebody else', 'destinationIntentAddress', 'recipient'],
    ['an unfilled deposit goes back to somebody else', 'ownerAddress', 'depositor'],
  ] as const)('%s', async (_what, party, field) => {
    const lie = (answer: Answer) => {
      const from = answer.intent[party]!.slice(2).toLowerCase()
      editRun(answer, ({ steps }) => ({
        steps: steps.map((step) => ({ ...step, data: step.data.replaceAll(from, thief.slice(2)) as never })),
      }))
    }
    expect(await caughtBy(lie, crossing)).toBe(`originCalls.calls[1].steps[0].${field}`)
  })

  test('the bridge brings less than the other side needs', async () => {
    const lie = (answer: Answer) => {
      const least = answer.intent.destinationPrecondition!.minAmount
      const word = (amount: bigint) => amount.toString(16).padStart(64, '0')
      editRun(answer, ({ steps }) => ({
        steps: steps.map((step) => ({ ...step, data: step.data.replace(word(least), word(1n)) as never })),
      }))
    }
    expect(await caughtBy(lie, crossing)).toBe('originCalls.calls[1].steps[0]')
  })

  test('the run takes less of the deposit', async () => {
    const lie = (answer: Answer) => editRun(answer, ({ amount }) => ({ amount: amount / 2n }))
    expect(await caughtBy(lie, crossing)).toBe('originCalls.calls[1].data')
  })

  test('the bridge is a contract of a thief', async () => {
    const lie = (answer: Answer) =>
      editRun(answer, ({ steps }) => ({ steps: steps.map((step) => ({ ...step, target: thief, spender: thief })) }))
    expect(await caughtBy(lie, crossing)).toBe('originCalls.calls[1].steps[0].target')
    expect(await caughtBy(lie, burning)).toBe('originCalls.calls[1].steps[0].target')
  })

  test('a thief may spend what the bridge should get', async () => {
    const lie = (answer: Answer) =>
      editRun(answer, ({ steps }) => ({ steps: steps.map((step) => ({ ...step, spender: thief })) }))
    expect(await caughtBy(lie, crossing)).toBe('originCalls.calls[1].steps[0].spender')
  })

  test('the bridge brings something worthless', async () => {
    const lie = (answer: Answer) => editBridge(answer, acrossAbi, (args) => args.with(3, pad(thief)))
    expect(await caughtBy(lie, crossing)).toBe('originCalls.calls[1].steps[0].outputToken')
  })

  test('worthless on both sides: what arrives is to be swapped', async () => {
    const lie = (answer: Answer) => {
      replaceInCalls(answer.intent.destinationCalls!.calls, tokens.usdc, thief)
      rebuild(answer.intent, 'destination')
      editBridge(answer, acrossAbi, (args) => args.with(3, pad(thief)))
    }
    expect(await caughtBy(lie, swapping)).toBe('originCalls.calls[1].steps[0].outputToken')
  })

  test('almost all of it stays with whoever fills: what arrives is to be swapped', async () => {
    const lie = (answer: Answer) => {
      const calls = answer.intent.destinationCalls!.calls
      const word = (amount: bigint) => amount.toString(16).padStart(64, '0')
      const least = readMinBalance(calls[0]!.data)!.minAmount
      calls[0]!.data = calls[0]!.data.replace(word(least), word(1n)) as never
      rebuild(answer.intent, 'destination')
      editBridge(answer, acrossAbi, (args) => args.with(5, 1n))
    }
    expect(await caughtBy(lie, swapping)).toBe('originCalls.calls[1].steps[0]')
  })

  test.each([
    ['another token is burned', 3, tokens.dai, 'burnToken'],
    ['it is minted on another chain', 1, 103, 'destinationDomain'],
  ] as const)('%s', async (_what, index, value, field) => {
    const lie = (answer: Answer) => editBridge(answer, burnAbi, (args) => args.with(index, value))
    expect(await caughtBy(lie, burning)).toBe(`originCalls.calls[1].steps[0].${field}`)
  })

  test('a swap on both sides needs a word about what crosses', async () => {
    const request = {
      ...crossing,
      ownerAddress: service.devnet.accounts[0]!.address,
      originTokenAddress: tokens.wbtc,
      destinationTokenAddress: tokens.dai,
      originTokenAmount: 1_000_000n,
      options: { bridgeProvider: 'CCTP' },
    }
    const { intent } = await service.client.quoteIntent(request)
    const asked = { intent, request, nowMs: Date.now() }
    const wordless = () => verifyQuote({ ...asked, bounds: {} })
    expect(wordless).toThrow(/bounds\.crossingMin/)
    expect(() => verifyQuote({ ...asked, bounds: { crossingMin: 10n ** 10n } })).toThrow(
      /lets \d+ \([\d.]+ USDC\) cross, less than/,
    )
    const { crossing: crosses } = verifyQuote({ ...asked, bounds: { crossingMin: 500_000_000n } })
    expect(crosses).toMatchObject({ token: tokens.usdc, isBound: true })
  })
})
