import fc from 'fast-check'
import { type Address, decodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  batchGasLimit,
  type Contracts,
  type PlannedCall,
  type PlannedDelivery,
  type PlannedRun,
  planDestination,
  planOrigin,
  type Role,
} from '../../src/intents/planBatches.ts'
import { batchDigest, encodeDeployAndExecute, runOpenly, wholeBalance } from '../../src/intents/wallet.ts'
import { forAll } from '../forAll.ts'

const runs = { numRuns: 150 }
const addressOf = (n: number): Address => getAddress(`0x${n.toString(16).padStart(40, '0')}`)
const contracts: Contracts = {
  factory: addressOf(0xf0),
  wallet: addressOf(0xf1),
  guest: addressOf(0xf2),
  utils: addressOf(0xf3),
  entrypoint: addressOf(0xf4),
  domainName: 'Test',
  router: addressOf(0xf5),
  shim: addressOf(0xf6),
}
const [owner, recipient, collector] = [addressOf(0xa1), addressOf(0xa2), addressOf(0xa3)]

const abi = parseAbi([
  'function sweep(address token, address receiver, uint256 minAmount)',
  'function pay(address token, address receiver, uint256 amount)',
  'function payFeeIfSucceeded(address token, uint256 amount, address collector)',
  'function injectAndCall(address token, address target, address spender, uint256 value, uint256 minAmount, uint256[] offsets, bytes data)',
])
const decode = (data: Hex) => decodeFunctionData({ abi, data })

/** Few tokens, so that the same one often stands in several places. */
const token = fc.integer({ min: 0, max: 4 }).map(addressOf)
const amount = fc.bigInt({ min: 1n, max: 10n ** 30n })
const run = fc.record<PlannedRun>({
  token,
  amount: fc.oneof(amount, fc.constant(wholeBalance)),
  steps: fc.constant([]),
  outputs: fc.array(fc.record({ token, minAmount: amount }), { maxLength: 4 }),
  gas: fc.bigInt({ min: 0n, max: 5_000_000n }),
})
const delivery = fc.record<PlannedDelivery>({
  token,
  recipient: fc.constant(recipient),
  owner: fc.constant(owner),
  amountMin: amount,
  exactAmount: fc.option(amount, { nil: undefined }),
  target: fc.option(
    fc.record({
      to: fc.constant(addressOf(0xb1)),
      approve: fc.constant(addressOf(0xb2)),
      data: fc.constant<Hex>('0x12345678'),
      value: fc.bigInt({ min: 0n, max: 10n ** 18n }),
    }),
    { nil: undefined },
  ),
})
const originRequest = fc.record({
  contracts: fc.constant(contracts),
  owner: fc.constant(owner),
  depositToken: token,
  depositAmount: amount,
  run,
  fee: fc.record({ token, amount: fc.oneof(fc.constant(0n), amount), collector: fc.constant(collector) }),
  delivery: fc.option(delivery, { nil: undefined }),
})
const destinationRequest = fc.record({
  contracts: fc.constant(contracts),
  arrivingToken: token,
  arrivingAmount: amount,
  wrapped: fc.option(token, { nil: undefined }),
  run: fc.option(run, { nil: undefined }),
  delivery,
})
const anyBatch = fc.oneof(originRequest.map(planOrigin), destinationRequest.map(planDestination))

const rolesOf = (calls: readonly PlannedCall[]): Role[] => calls.map(({ role }) => role)

describe('every batch', () => {
  test('states a gas limit wherever failure is tolerated, and only there: a wallet would run it', () => {
    forAll(runs, anyBatch, (calls) => {
      for (const { call } of calls) {
        expect(call.gasLimit > 0n).toBe(call.behaviorOnError === 0)
      }
      const batch = { chainId: 1, calls: calls.map(({ call }) => call), space: 0n, nonce: 0n }
      expect(batchDigest(batch)).toMatch(/^0x[0-9a-f]{64}$/)
    })
  })

  test('has a fallback behind everything whose failure would keep the money from its receiver', () => {
    forAll(runs, anyBatch, (calls) => {
      const roles = rolesOf(calls)
      for (const [i, { role, call }] of calls.entries()) {
        expect(call.onlyFallback).toBe(role === 'fallback')
        if (role === 'deliver' || role === 'fee') expect(roles[i + 1]).toBe('fallback')
        if (role === 'main') expect(['fee', 'fallback']).toContain(roles[i + 1])
        if (role !== 'fallback') continue
        expect(['main', 'fee', 'deliver']).toContain(roles[i - 1])
        // A fallback that fails takes the whole batch back: nothing is paid by halves.
        expect(call.behaviorOnError).toBe(1)
        expect(decode(call.data)).toMatchObject({ functionName: 'sweep', args: [expect.any(String), owner, 0n] })
      }
    })
  })

  test('pays before it gives back what is left: leftovers stand last and undo nothing, one a token, all to the owner', () => {
    forAll(runs, anyBatch, (calls) => {
      const roles = rolesOf(calls)
      const first = roles.indexOf('leftover')
      const rest = calls.slice(first)
      expect(rest.every(({ role, call }) => role === 'leftover' && call.behaviorOnError === 0)).toBe(true)
      const swept = rest.map(({ call }) => decode(call.data))
      for (const { functionName, args } of swept) {
        expect(functionName).toBe('sweep')
        expect(args[1]).toBe(owner)
      }
      expect(new Set(swept.map(({ args }) => args[0])).size).toBe(swept.length)
    })
  })

  test('may use more gas than all its limits together', () => {
    forAll(runs, anyBatch, fc.integer({ min: 0, max: 100_000 }), (calls, bytes) => {
      const limits = calls.reduce((sum, { call }) => sum + call.gasLimit, 0n)
      expect(batchGasLimit(calls, bytes)).toBeGreaterThan((limits * 64n) / 63n + BigInt(bytes) * 16n)
    })
  })

  test('is tried by anyone and at once with its own bytes: those of a wallet that is open from the beginning', () => {
    forAll(runs, anyBatch, amount, (calls, openAt) => {
      const batch = { chainId: 1, calls: calls.map(({ call }) => call), space: 0n, nonce: 0n }
      const ends = { owner, refundReceiver: recipient, executor: contracts.guest, refundAt: 9n, salt: 7n }
      const config = { ...ends, openAt: openAt % 2n ** 64n, batches: [batchDigest(batch)] }
      const openly = encodeDeployAndExecute({ ...config, openAt: 0n }, batch, 'openly')
      expect(runOpenly(encodeDeployAndExecute(config, batch, 'strictly'))).toBe(openly)
    })
  })
})

describe('the origin batch', () => {
  test('checks the deposit, runs, takes the fee, and delivers, in this order', () => {
    forAll(runs, originRequest, (request) => {
      const roles = rolesOf(planOrigin(request)).filter((role) => role !== 'leftover')
      expect(roles).toEqual([
        'check',
        'main',
        ...(request.fee.amount > 0n ? ['fee'] : []),
        'fallback',
        ...(request.delivery ? ['deliver', 'fallback'] : []),
      ])
    })
  })

  test('pays exactly the fee to its collector, and only if the run succeeded', () => {
    forAll(runs, originRequest, (request) => {
      const fee = planOrigin(request).find(({ role }) => role === 'fee')
      if (!fee) return
      expect(decode(fee.call.data)).toEqual({
        functionName: 'payFeeIfSucceeded',
        args: [request.fee.token, request.fee.amount, collector],
      })
    })
  })

  test('gives back every token that can be left: the deposit, what the run brings, what was to be delivered', () => {
    forAll(runs, originRequest, (request) => {
      const leftovers = planOrigin(request).filter(({ role }) => role === 'leftover')
      const expected = [request.depositToken, ...request.run.outputs.map((output) => output.token)]
      if (request.delivery) expected.push(request.delivery.token)
      expect(new Set(leftovers.map(({ call }) => decode(call.data).args[0]))).toEqual(new Set(expected))
    })
  })
})

describe('the destination batch', () => {
  test('unwraps what came wrapped, checks the arrival, runs if there is a run, and delivers', () => {
    forAll(runs, destinationRequest, (request) => {
      const roles = rolesOf(planDestination(request)).filter((role) => role !== 'leftover')
      expect(roles).toEqual([
        ...(request.wrapped ? ['unwrap'] : []),
        'check',
        ...(request.run ? ['main', 'fallback'] : []),
        'deliver',
        'fallback',
      ])
    })
  })

  test('delivers the whole balance but never less than the minimum, or the exact amount', () => {
    forAll(runs, destinationRequest, (request) => {
      const { token: paid, amountMin, exactAmount, target } = request.delivery
      const { functionName, args } = decode(planDestination(request).find(({ role }) => role === 'deliver')!.call.data)
      if (target) {
        expect(functionName).toBe('injectAndCall')
        expect(args.slice(0, 5)).toEqual([paid, target.to, target.approve, target.value, amountMin])
      } else if (exactAmount === undefined) {
        expect({ functionName, args }).toEqual({ functionName: 'sweep', args: [paid, recipient, amountMin] })
      } else {
        expect({ functionName, args }).toEqual({ functionName: 'pay', args: [paid, recipient, exactAmount] })
      }
    })
  })
})
