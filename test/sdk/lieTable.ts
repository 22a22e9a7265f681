import { type Abi, decodeFunctionData, encodeFunctionData, erc20Abi, pad, slice, toFunctionSelector } from 'viem'
import {
  batchDigest,
  callPayFee,
  callRunRouter,
  callSweep,
  encodeDeployAndExecute,
  walletAddress,
} from '../../src/intents/wallet.ts'
import type { Address } from '../../src/interface/fields.ts'
import { cctpAbi, oftAbi, spokePoolAbi } from '../../src/providers/protocolAbis.ts'
import { decodeRun, type ReadRun, readTimes } from '../../src/sdk/readCalls.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'
import { fromTo, harbor, island, native, summit, tokens } from '../e2e/setup.ts'
import { type Answer, rebuild, replaceInCalls } from './liar.ts'

export const thief: Address = '0x000000000000000000000000000000000000bad1'
export const friend: Address = '0x000000000000000000000000000000000000c0de'
const { router, shim } = trustedContracts

export const crossing = {
  ...fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc]),
  destinationToAddress: friend,
  // No swap around a bridge, whatever the pools pay by now: lies name its call by its place.
  options: { bridgeProvider: 'ACROSS', swapProvider: 'WETH' },
}
export const burning = { ...crossing, options: { bridgeProvider: 'CCTP', swapProvider: 'WETH' } }
export const sameChain = { ...crossing, destinationChainId: harbor, destinationTokenAddress: native, options: {} }

export type Lie = {
  name: string
  lie: (answer: Answer) => void
  /** The field that gives it away where the intent crosses. */
  field?: string | RegExp
}

/** `intent.quote.toAmount` and what it becomes. */
function set(path: string, value: unknown, field?: string): Lie {
  const lie = (answer: Answer): void => {
    const names = path.split('.')
    const last = names.pop()!
    const parent = names.reduce((at, one) => at?.[one] as Record<string, unknown>, answer as Record<string, unknown>)
    if (!parent) throw new NoSuchField(path)
    const change = value as (before: unknown, answer: Answer) => unknown
    parent[last] = typeof value === 'function' ? change(parent[last], answer) : value
  }
  return { name: `${path} = ${typeof value === 'function' ? 'changed' : String(value)}`, lie, field }
}

/** A lie about something that this kind of intent does not have. */
export class NoSuchField extends Error {}

const twice = (amount: bigint) => amount * 2n
const half = (amount: bigint) => amount / 2n
const more = (amount: bigint) => amount + 1n
export const transferTo = (receiver: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] })
const past = '2020-01-01T00:00:00.000Z'
const far = '2099-01-01T00:00:00.000Z'

/** Lies about single fields, told of every kind of intent. */
export const fieldLies: readonly Lie[] = [
  set('intent.ownerAddress', thief, 'ownerAddress'),
  set('intent.originChainId', island, 'originChainId'),
  set('intent.destinationChainId', summit),
  set('intent.status', 'COMMITTED'),
  set('intent.status', 'SUCCEEDED'),
  set('intent.originIntentAddress', thief, 'depositTransaction.toAddress'),
  set('intent.destinationIntentAddress', thief, 'destinationIntentAddress'),
  set('intent.depositTransaction.toAddress', thief, 'depositTransaction.toAddress'),
  set('intent.depositTransaction.tokenAddress', tokens.dai, 'depositTransaction.tokenAddress'),
  set('intent.depositTransaction.chainId', island, 'depositTransaction.chainId'),
  set('intent.depositTransaction.to', thief, 'depositTransaction.to'),
  set('intent.depositTransaction.value', 10n ** 18n, 'depositTransaction.value'),
  set('intent.depositTransaction.amount', more, 'depositTransaction.data'),
  set('intent.depositTransaction.amount', twice),
  set('intent.depositTransaction.decimals', 18),
  set(
    'intent.depositTransaction.data',
    (_: never, { intent }: Answer) => transferTo(thief, intent.depositTransaction.amount),
    'depositTransaction.data',
  ),
  set(
    'intent.depositTransaction.data',
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, 2n ** 255n] }),
    'depositTransaction.data',
  ),
  set('intent.quote.fromAmount', half, 'quote.fromAmount'),
  set('intent.quote.toAmount', twice, 'quote.toAmountMin'),
  set('intent.quote.toAmountMin', half, 'quote.toAmountMin'),
  set('intent.quote.toAmountMin', more),
  set('intent.quote.toAmountUsd', 10 ** 9),
  set('intent.quote.fromAmountUsd', 0.01),
  set('intent.quote.priceImpact', -50),
  set('intent.quote.routeProviders', ['SAFE_BRIDGE']),
  set('intent.fees.feeTokenAmount', 0n, 'fees.feeTokenAmount'),
  set('intent.fees.feeTokenAddress', tokens.dai, 'fees.feeTokenAddress'),
  set('intent.fees.totalFeeAmount', more, 'fees.totalFeeAmount'),
  set('intent.fees.svcFeeTotal', 0n),
  set('intent.fees.totalFeeUsd', 0),
  set('intent.svcContracts.svcIntentEntrypointAddress', thief, 'svcContracts.svcIntentEntrypointAddress'),
  set('intent.svcContracts.svcRouterAddress', thief, 'svcContracts.svcRouterAddress'),
  set('intent.svcContracts.svcRouterShimAddress', thief, 'svcContracts.svcRouterShimAddress'),
  set('intent.salt', more, 'originIntentAddress'),
  set('intent.originCalls.nonce', 1n, 'originIntentAddress'),
  set('intent.originCalls.space', 1n),
  set('intent.originCalls.chainId', island),
  set('intent.originCalls.calls.0.to', thief),
  set('intent.originCalls.calls.1.gasLimit', more, 'originIntentAddress'),
  set('intent.originCalls.calls.1.delegateCall', false),
  set('intent.originCalls.calls.1.behaviorOnError', 1),
  set('intent.originCalls.calls.3.data', '0x', 'originIntentAddress'),
  set('intent.originCalls.calls', []),
  set('intent.originMetaTxn.contract', thief, 'originMetaTxn.contract'),
  set('intent.originMetaTxn.input', '0x12345678', 'originMetaTxn.input'),
  set('intent.originMetaTxn.walletAddress', thief, 'originMetaTxn.walletAddress'),
  set('intent.originMetaTxn.id', `0x${'00'.repeat(32)}`, 'originMetaTxn.id'),
  set('intent.destinationCalls.calls.1.data', '0x', 'destinationIntentAddress'),
  set('intent.destinationCalls.chainId', harbor),
  set('intent.destinationMetaTxn.contract', thief, 'destinationMetaTxn.contract'),
  set('intent.quoteRequest.destinationToAddress', thief, 'quoteRequest.destinationToAddress'),
  set('intent.quoteRequest.originTokenAmount', 1n, 'quoteRequest.originTokenAmount'),
  set('intent.quoteRequest.destinationTokenAddress', tokens.wbtc),
  set('intent.quoteRequest.destinationCallData', '0x12345678', 'quoteRequest.destinationCallData'),
  set(
    'intent.quoteRequest.options.svcAddressOverrides',
    { svcWalletFactoryAddress: thief },
    'quoteRequest.options.svcAddressOverrides',
  ),
  set('intent.expiresAt', past, 'expiresAt'),
  set('intent.expiresAt', far),
  {
    name: 'no other side',
    field: 'destinationCalls',
    lie: ({ intent }) => {
      if (!intent.destinationCalls) throw new NoSuchField('destinationCalls')
      delete intent.destinationCalls
    },
  },
  {
    name: 'more is deposited, and the quote says so',
    field: 'depositTransaction.amount',
    lie: ({ intent: { depositTransaction: deposit, quote } }) => {
      deposit.amount += 1_000_000n
      quote.fromAmount = deposit.amount
      deposit.data = transferTo(deposit.toAddress, deposit.amount)
    },
  },
  set('gasFeeOptions.feeOptions.1.amount', 10n ** 8n),
  set('gasFeeOptions.feeOptions.1.feeCollectorAddress', thief),
  set('gasFeeOptions.feeOptions.1.amountUsd', 0),
  set('gasFeeOptions.feeOptions.1.tokenSymbol', 'FREE'),
  set('gasFeeOptions.feeOptions.1.tokenDecimals', 18),
  {
    name: 'two options for one token, the dear one first',
    lie: ({ gasFeeOptions }) => {
      gasFeeOptions.feeOptions.unshift({ ...gasFeeOptions.feeOptions[1]!, amount: 10n ** 8n })
    },
  },
  {
    name: 'a fee of three percent, in the breakdown as well',
    field: 'fees.feeTokenAmount',
    lie: ({ intent: { fees } }) => {
      for (const name of ['feeTokenAmount', 'svcFeeTotal', 'totalFeeAmount'] as const) fees[name] += 30_000_000n
    },
  },
  {
    name: 'a larger fee in the calls than in the breakdown',
    field: 'originCalls.calls[2].data',
    lie: ({ intent }) => {
      const amount = intent.fees.feeTokenAmount + 1_000_000n
      intent.originCalls.calls[2]!.data = callPayFee({ router, token: tokens.usdc, amount, collector: thief }).data
      rebuild(intent)
    },
  },
  {
    name: 'one more call',
    field: 'originCalls',
    lie: ({ intent }) => {
      intent.originCalls.calls.push(callSweep({ router, token: tokens.usdc, receiver: thief }))
      rebuild(intent)
    },
  },
  {
    name: 'one call less',
    field: /^originCalls\.calls\[3\]/,
    lie: ({ intent }) => {
      intent.originCalls.calls.splice(3, 1)
      rebuild(intent)
    },
  },
  {
    name: 'another recipient, with addresses that agree',
    field: 'destinationCalls.calls[1].data',
    lie: ({ intent }) => {
      const side = intent.destinationCalls ? 'destination' : 'origin'
      replaceInCalls((intent.destinationCalls ?? intent.originCalls).calls, friend, thief)
      rebuild(intent, side)
    },
  },
  {
    name: 'the run takes half of the deposit',
    field: 'originCalls.calls[1].data',
    lie: (answer) => editRun(answer, ({ amount }) => ({ amount: amount / 2n })),
  },
  { name: 'no steps', field: 'originCalls.calls[1]', lie: (answer) => editRun(answer, () => ({ steps: [] })) },
  { name: 'no route at all', lie: (answer) => editRun(answer, () => ({ steps: [], outputs: [] })) },
  {
    name: 'a step that pays a thief first',
    field: /^originCalls\.calls\[1\]\.steps\[0\]/,
    lie: (answer) =>
      editRun(answer, ({ steps, outputs }) => ({
        steps: [{ ...steps[0]!, target: tokens.usdc, amount: 0n, offsets: [], data: transferTo(thief, 1n) }, ...steps],
        outputs: outputs.map(({ token }) => ({ token, minAmount: 0n })),
      })),
  },
  ...(['owner', 'refundReceiver', 'executor'] as const).map((party) => ({
    name: `another ${party} of the wallet`,
    field: 'originIntentAddress',
    lie: ({ intent }: Answer) => withParty(intent, party),
  })),
]

/** The wallet of a thief, and all that names it. */
function withParty(intent: Answer['intent'], party: 'owner' | 'refundReceiver' | 'executor'): void {
  const { originCalls, originMetaTxn, ownerAddress: owner, salt, depositTransaction: deposit } = intent
  const times = { executor: trustedContracts.guest, ...readTimes(originMetaTxn.input)! }
  const honest = { owner, refundReceiver: owner, ...times, salt, batches: [batchDigest(originCalls as never)] }
  const config = { ...honest, [party]: thief }
  const address = walletAddress(config, trustedContracts)
  Object.assign(deposit, { toAddress: address, data: transferTo(address, deposit.amount) })
  const input = encodeDeployAndExecute(config, originCalls as never, 'strictly')
  Object.assign(originMetaTxn, { input, walletAddress: address })
  intent.originIntentAddress = address
}

/** The run of the origin's route, changed. */
export function editRun({ intent }: Answer, edit: (run: ReadRun) => Partial<ReadRun>): void {
  const main = intent.originCalls.calls[1]!
  const run = decodeRun(main.data)!
  main.data = callRunRouter({ ...run, ...edit(run), shim }).data
  rebuild(intent)
}

/** The step of the origin's route that calls this with other arguments. */
export function editBridge(answer: Answer, abi: Abi, edit: (args: readonly unknown[]) => readonly unknown[]): void {
  const selectors = abi.flatMap((entry) => (entry.type === 'function' ? toFunctionSelector(entry) : []))
  editRun(answer, ({ steps }) => ({
    steps: steps.map((step) => {
      if (!selectors.includes(slice(step.data, 0, 4))) return step
      const { functionName, args } = decodeFunctionData({ abi, data: step.data })
      return { ...step, data: encodeFunctionData({ abi, functionName, args: edit(args!) }) }
    }),
  }))
}

/** What gives some of them away. */
const fieldOf: Record<string, string> = {
  'a thief is paid': '.recipient',
  'a thief is paid back': '.depositor',
  'a worthless token comes out': '.outputToken',
  'another token is burned': '.burnToken',
  'minted on another chain': '.destinationDomain',
}

const bridgeLie = (abi: Abi, name: string, ...changes: [at: number, value: unknown][]): Lie => ({
  name: `bridge: ${name}`,
  field: fieldOf[name] && `originCalls.calls[1].steps[0]${fieldOf[name]}`,
  lie: (answer) => editBridge(answer, abi, (args) => changes.reduce((all, [at, value]) => all.with(at, value), args)),
})

const nowS = Math.floor(Date.now() / 1_000)
export const acrossAbi: Abi = spokePoolAbi.filter(({ name }) => name === 'deposit')
export const burnAbi: Abi = cctpAbi.filter(({ name }) => name === 'depositForBurn')
const year = 31_536_000

const stepLie = (name: string, field: string | undefined, change: object): Lie => ({
  name: `bridge: ${name}`,
  field: field ? new RegExp(`^originCalls\\.calls\\[1\\]\\.steps\\[\\d\\]\\.${field}$`) : undefined,
  lie: (answer) =>
    editRun(answer, ({ steps }) => ({ steps: [...steps.slice(0, -1), { ...steps.at(-1)!, ...change }] })),
})

/** Lies about the contract that is called, told of every bridge. */
export const stepLies: readonly Lie[] = [
  stepLie('another contract is called', 'target', { target: thief }),
  stepLie('a thief may take the token', 'spender', { spender: thief }),
  stepLie('a contract of a thief takes the token', 'target', { target: thief, spender: thief }),
  stepLie('another token', undefined, { token: tokens.dai }),
]

/** Lies about the terms of a fill. */
export const fillLies: readonly Lie[] = [
  bridgeLie(acrossAbi, 'a thief is paid', [1, pad(thief)]),
  bridgeLie(acrossAbi, 'a thief is paid back', [0, pad(thief)]),
  bridgeLie(acrossAbi, 'another token goes in', [2, pad(tokens.dai)]),
  bridgeLie(acrossAbi, 'a worthless token comes out', [3, pad(thief)]),
  bridgeLie(acrossAbi, 'half goes in', [4, 100_000_000n]),
  bridgeLie(acrossAbi, 'one unit comes out', [5, 1n]),
  bridgeLie(acrossAbi, 'another chain', [6, BigInt(summit)]),
  bridgeLie(acrossAbi, 'one filler alone for a year', [7, pad(thief)], [10, year]),
  bridgeLie(acrossAbi, 'one filler alone for an hour', [7, pad(thief)], [10, 3_600]),
  bridgeLie(acrossAbi, 'one filler alone until tomorrow', [7, pad(thief)], [10, nowS + 86_400]),
  bridgeLie(acrossAbi, 'exclusive for nobody', [10, year]),
  bridgeLie(acrossAbi, 'a quote of last year', [8, nowS - year]),
  bridgeLie(acrossAbi, 'a quote of tomorrow', [8, nowS + 86_400]),
  bridgeLie(acrossAbi, 'filled within a year', [9, nowS + year]),
  bridgeLie(acrossAbi, 'filled within a day', [9, nowS + 86_400]),
  bridgeLie(acrossAbi, 'filled before now', [9, nowS - 10]),
  bridgeLie(acrossAbi, 'a message to run on arrival', [11, '0x1234']),
]

/** Lies about the terms of a burn. */
export const burnLies: readonly Lie[] = [
  bridgeLie(burnAbi, 'half is burned', [0, 100_000_000n]),
  bridgeLie(burnAbi, 'minted on another chain', [1, 103]),
  bridgeLie(burnAbi, 'minted for a thief', [2, pad(thief)]),
  bridgeLie(burnAbi, 'another token is burned', [3, tokens.dai]),
  bridgeLie(burnAbi, 'only a thief may deliver', [4, pad(thief)]),
  bridgeLie(burnAbi, 'all of it is a fee', [5, 190_000_000n]),
  bridgeLie(burnAbi, 'a tenth of it is a fee', [5, 20_000_000n]),
  bridgeLie(burnAbi, 'attested before anything is certain', [6, 1]),
  bridgeLie(burnAbi, 'never attested', [6, 4_000_000]),
]

export const sendAbi: Abi = oftAbi.filter((entry) => entry.type === 'function' && entry.name === 'send')
type SendParam = Record<string, unknown>

const sendLie = (name: string, change: SendParam): Lie => ({
  name: `bridge: ${name}`,
  lie: (answer) => editBridge(answer, sendAbi, ([param, ...rest]) => [{ ...(param as SendParam), ...change }, ...rest]),
})

/** Lies about the terms of a message. */
export const messageLies: readonly Lie[] = [
  sendLie('a thief is paid', { to: pad(thief) }),
  sendLie('another chain', { dstEid: 40_103 }),
  sendLie('a chain that nobody knows', { dstEid: 1 }),
  sendLie('one unit arrives', { minAmountLD: 100n }),
  sendLie('half is sent', { amountLD: 100_000n, minAmountLD: 100_000n }),
  sendLie('gas for something else', { extraOptions: '0x0003' }),
  sendLie('a message to run on arrival', { composeMsg: '0x1234' }),
  sendLie('by another way', { oftCmd: '0x01' }),
  bridgeLie(sendAbi, 'paid in another token', [1, { nativeFee: 10n ** 14n, lzTokenFee: 1n }]),
  bridgeLie(sendAbi, 'a thief gets the change', [2, thief]),
]
