import { decodeFunctionData, type Hex, slice } from 'viem'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { ChainDefinition } from '../chainDefinition.ts'
import { intentGuestAbi } from '../contracts/abi/IntentGuest.ts'
import { intentRouterAbi } from '../contracts/abi/IntentRouter.ts'
import { intentWalletAbi } from '../contracts/abi/IntentWallet.ts'

/** What a run does that matters for an adjacent run of another owner. */
export type Touched = {
  owner: string
  /** Calls an address that the caller of a quote chose, or one that we cannot read. */
  calls: boolean
  /** Pays native token to an address that may have code. */
  hooks: boolean
  /** Addresses in its swaps: tokens, pools, recipients. Runs that share a pool share its two tokens or its address. */
  marks: ReadonlySet<string>
  /** Swap targets that are pools themselves, such as Curve's. */
  pools: ReadonlySet<string>
}

export type Neighbours = {
  /** Whether two calls may be elements of one transaction. */
  mayShare(a: Hex, b: Hex): boolean
  /** Whether two calls may follow each other in one block. */
  mayFollow(a: Hex, b: Hex): boolean
}

const seenMax = 2_000

/**
 * Which runs must not be adjacent: a run between two of one stranger can be sandwiched (bought before, sold after).
 * An execution that cannot be read counts as dangerous. A run "has no price" if it neither swaps nor calls.
 *
 * | | shares a transaction | follows in one block |
 * |---|---|---|
 * | runs of one owner | yes | yes |
 * | both swap, perhaps in one pool | no | no |
 * | one calls what a caller chose | no | if the other has no price |
 * | one pays native token out | if the other has no price | if the other has no price |
 */
export function createNeighbours(
  { wrappedNative, across, cctp, layerZero, ...markets }: ChainDefinition,
  { router, utils }: { router: Address; utils: Address },
): Neighbours {
  const lower = (all: readonly (Address | undefined)[]) => new Set(all.map((one) => one?.toLowerCase()))
  const ofts = layerZero?.ofts.map(({ oft }) => oft) ?? []
  /** Contracts that convert at a fixed rate: one token for one. */
  const priceless = lower([wrappedNative, across?.spokePool, cctp?.tokenMessenger, cctp?.messageTransmitter, ...ofts])
  const { uniswapV2, uniswapV3, uniswapV4, pancakeswapV3, solidly, curve } = markets
  const routers = lower([uniswapV2, uniswapV3, pancakeswapV3, solidly].map((one) => one?.router))
  if (uniswapV4) routers.add(uniswapV4.universalRouter.toLowerCase())
  const pools = lower(curve?.pools ?? [])
  const seen = new Map<Hex, readonly Touched[]>()

  function touchedBy(data: Hex): readonly Touched[] {
    const known = seen.get(data)
    if (known) return known
    const found = read(data)
    if (seen.size >= seenMax) seen.clear()
    seen.set(data, found)
    return found
  }

  function read(data: Hex): readonly Touched[] {
    try {
      const { functionName, args } = decodeFunctionData({ abi: intentGuestAbi, data })
      if (functionName === 'executeMany') return args[0].map(({ execution }) => readExecution(execution))
      if (functionName === 'depositAndExecute') return [readExecution(args[2])]
      if (functionName === 'deployAndRefund') return [readRefund(args[0].owner, args[1])]
      if (functionName.startsWith('deployAndExecute'))
        return [readCalls(...(args as unknown as Parameters<typeof readCalls>))]
    } catch {
      // Not a call of the guest: a bridge's message, which has no price, or a transaction sent by hand.
    }
    return []
  }

  function readExecution(data: Hex): Touched {
    try {
      const { functionName, args } = decodeFunctionData({ abi: intentWalletAbi, data })
      if (functionName === 'refund') return readRefund(args[0].owner, args[1])
      if (functionName === 'refundUnused') return readRefund(args[0].owner, args[2])
      if (functionName?.startsWith('execute')) return readCalls(...(args as unknown as Parameters<typeof readCalls>))
    } catch {
      // Falls through to `calls`: an unreadable execution may do anything.
    }
    return { ...nothing(''), calls: true }
  }

  const readRefund = (owner: Address, tokens: readonly Address[]): Touched => ({
    ...nothing(owner),
    hooks: tokens.includes(nativeToken),
  })

  function readCalls(
    { owner }: { owner: Address },
    calls: readonly { to: Address; data: Hex; value: bigint; delegateCall: boolean }[],
  ) {
    const found = { ...nothing(owner), marks: new Set<string>(), pools: new Set<string>() }
    for (const { to, data, value, delegateCall } of calls) {
      try {
        if (delegateCall) readDelegated(data, found)
        else if (to.toLowerCase() !== utils.toLowerCase()) found.calls = true
      } catch {
        found.calls = true // unreadable: it may do anything
      }
      if (value > 0n) found.hooks = true
    }
    return found
  }

  type Found = ReturnType<typeof readCalls>

  function readDelegated(data: Hex, found: Found): void {
    const { functionName, args } = decodeFunctionData({ abi: intentRouterAbi, data })
    if (functionName === 'sweep' || functionName === 'pay') found.hooks ||= args[0] === nativeToken
    if (functionName === 'injectAndCall') found.calls ||= !priceless.has(args[1].toLowerCase())
    if (functionName !== 'run') return
    const [token, , steps, outputs] = args
    const swaps = steps.filter(({ target }) => !priceless.has(target.toLowerCase()))
    if (swaps.length === 0) return
    for (const one of [token, ...outputs.map((output) => output.token)]) mark(one, found)
    for (const step of swaps) {
      const target = step.target.toLowerCase()
      mark(step.token, found)
      if (pools.has(target)) found.pools.add(target)
      // A hosted aggregator or a module's pool kind: its call data may use any pool.
      else if (!routers.has(target)) found.calls = true
      for (const address of addressesIn(step.data)) mark(address, found)
    }
  }

  const mark = (address: string, { marks }: Found) => {
    const one = address.toLowerCase()
    if (one !== router.toLowerCase()) marks.add(one === wrappedNative.toLowerCase() ? nativeToken : one)
  }

  const every = (a: Hex, b: Hex, allowed: (a: Touched, b: Touched) => boolean): boolean =>
    touchedBy(a).every((one) => touchedBy(b).every((other) => one.owner === other.owner || allowed(one, other)))

  return {
    mayShare: (a, b) => every(a, b, (one, other) => !one.calls && !other.calls && mayFollow(one, other)),
    mayFollow: (a, b) => every(a, b, mayFollow),
  }
}

const nothing = (owner: string): Touched => ({
  owner: owner.toLowerCase(),
  calls: false,
  hooks: false,
  marks: new Set(),
  pools: new Set(),
})

const hasPrice = ({ calls, marks }: Touched): boolean => calls || marks.size > 0
const isFree = ({ calls, hooks }: Touched): boolean => calls || hooks

function mayFollow(a: Touched, b: Touched): boolean {
  if ((isFree(a) && hasPrice(b)) || (isFree(b) && hasPrice(a))) return false
  const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].filter((each) => other.has(each)).length
  // A pool has at least two tokens.
  return shared(a.marks, b.marks) < 2 && shared(a.pools, b.pools) === 0
}

/** Lengths of Uniswap v3 paths of up to seven pools: an address, then per pool a 3-byte fee and an address. */
const pathLengths: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7].map((pools) => 20 + 23 * pools))
const wordBytes = 32

/** Words of ABI-encoded call data that may be addresses, and the addresses in packed paths. */
function addressesIn(data: Hex): string[] {
  const found: string[] = []
  for (let at = 4; at + wordBytes <= (data.length - 2) / 2; at += wordBytes) {
    const word = slice(data, at, at + wordBytes)
    if (/^0x0{24}[0-9a-f]{40}$/i.test(word) && !/^0x0{48}/.test(word)) found.push(`0x${word.slice(26)}`)
    const length = /^0x0{60}/.test(word) ? Number(word) : 0
    if (!pathLengths.has(length)) continue
    const end = Math.min(at + wordBytes + length, (data.length - 2) / 2)
    for (let hop = at + wordBytes; hop + 20 <= end; hop += 23) found.push(slice(data, hop, hop + 20))
  }
  return found
}
