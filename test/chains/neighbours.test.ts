import { type Address, encodeFunctionData, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { groupItems } from '../../src/chains/send/groupItems.ts'
import { createGuestBundler } from '../../src/chains/send/guestBundler.ts'
import { createNeighbours } from '../../src/chains/send/neighbours.ts'
import { senderDefaults } from '../../src/chains/send/sender.ts'
import {
  callInjectAndCall,
  callMinBalance,
  callPay,
  callRunRouter,
  callSweep,
  encodeDeployAndExecute,
  encodeDepositAndExecute,
  type WalletCall,
  type WalletConfig,
} from '../../src/intents/wallet.ts'

const [definition] = devnetDefinitions()
const { router, shim, utils, guest } = causewayContracts
const neighbours = createNeighbours(definition!, causewayContracts)
const address = (n: number): Address => pad(`0x${n.toString(16)}c0ffee${'11'.repeat(12)}`, { size: 20 })
const [usdc, dai, weth, rare] = [address(1), address(2), definition!.wrappedNative, address(4)]
const [attacker, victim] = [address(8), address(9)]
const v3 = definition!.uniswapV3!.router
const pathAbi = parseAbi([
  'struct Path { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Path params)',
])

/** A swap on Uniswap v3 along these tokens, as a plan has it. */
function swap(...tokens: [Address, ...Address[]]): WalletCall {
  const path: Hex = `0x${tokens.map((token) => token.slice(2)).join('000bb8')}`
  const args = [{ path, recipient: router, deadline: 9n, amountIn: 5n, amountOutMinimum: 1n }] as const
  const data = encodeFunctionData({ abi: pathAbi, functionName: 'exactInput', args })
  return through(v3, data, tokens[0], tokens.at(-1)!)
}

const through = (target: Address, data: Hex, token: Address, out: Address): WalletCall =>
  callRunRouter({
    shim,
    token,
    amount: 5n,
    steps: [{ target, value: 0n, token, spender: target, amount: 5n, offsets: [], data }],
    outputs: [{ token: out, minAmount: 1n }],
  })

function run(owner: Address, call: WalletCall, mode: 'strictly' | 'deposit' = 'strictly'): Hex {
  const config: WalletConfig = {
    owner,
    refundReceiver: owner,
    executor: guest,
    openAt: 9n,
    refundAt: 9n,
    salt: 1n,
    batches: [],
  }
  const calls = [
    callMinBalance({ utils, token: usdc, minAmount: 5n }),
    call,
    callSweep({ router, token: usdc, receiver: owner }),
  ]
  const batch = { chainId: 1, calls, space: 0n, nonce: 0n }
  return mode === 'deposit'
    ? encodeDepositAndExecute(config, batch, '0x1234', 'strictly')
    : encodeDeployAndExecute(config, batch, 'strictly')
}

const nothing = '0x12345678' as const
const injected = callInjectAndCall({
  router,
  token: usdc,
  target: address(7),
  spender: address(7),
  value: 0n,
  minAmount: 1n,
  data: nothing,
})
const bridged = through(definition!.across!.spokePool, nothing, usdc, usdc)
const delivered = callPay({ router, token: usdc, receiver: victim, amount: 5n })
const native = callPay({ router, token: zeroAddress, receiver: attacker, amount: 5n })

test.each<[what: string, theirs: WalletCall, ours: WalletCall, share: boolean, follow: boolean]>([
  ['two swaps in one pool', swap(usdc, weth), swap(usdc, weth), false, false],
  ['and the other way round', swap(weth, usdc), swap(usdc, weth), false, false],
  ['one hop in common, in the middle of both', swap(dai, usdc, weth), swap(rare, usdc, weth, dai), false, false],
  ['swaps with one token in common', swap(usdc, dai), swap(dai, rare), true, true],
  ['a swap through what we cannot read', through(address(6), nothing, dai, rare), swap(usdc, weth), false, false],
  [
    'a delegate call that we cannot read, and a swap',
    { ...swap(dai, rare), data: nothing },
    swap(usdc, weth),
    false,
    false,
  ],
  ['a call that a caller chose, and a swap', injected, swap(usdc, weth), false, false],
  ['a call that a caller chose, and a transfer', injected, delivered, false, true],
  ['a payment in native token, and a swap', native, swap(usdc, weth), false, false],
  ['a payment in native token, and a transfer', native, delivered, true, true],
  ['a bridge, and a swap', bridged, swap(usdc, weth), true, true],
  ['two bridges', bridged, bridged, true, true],
])('%s', (_, theirs, ours, share, follow) => {
  for (const mode of ['strictly', 'deposit'] as const) {
    const [a, b] = [run(attacker, theirs, mode), run(victim, ours)]
    expect([neighbours.mayShare(a, b), neighbours.mayShare(b, a)]).toEqual([share, share])
    expect([neighbours.mayFollow(a, b), neighbours.mayFollow(b, a)]).toEqual([follow, follow])
  }
  expect(neighbours.mayShare(run(victim, theirs), run(victim, ours)), 'runs of one owner').toBe(true)
})

test('[buy][victim][sell] become three transactions, and what meets nobody still travels together', () => {
  const bundler = createGuestBundler(guest, neighbours)
  const item = (id: number, data: Hex) =>
    ({
      id,
      data,
      to: guest,
      value: 0n,
      gasLimit: 1n,
      chainId: 1,
      leg: 'origin',
      intentId: '0x',
      createdAtMs: 0,
    }) as const
  const items = [
    item(1, run(attacker, swap(usdc, weth))),
    item(2, run(victim, swap(usdc, weth))),
    item(3, run(attacker, swap(weth, usdc))),
    item(4, run(victim, swap(dai, rare))),
    item(5, run(address(10), delivered)),
  ]
  const groups = groupItems(items, { bundler, sendUnbundled: new Set(), settings: senderDefaults })
  // The attacker's own two may share a transaction: nobody stands between them.
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([[1, 3, 4, 5], [2]])
})
