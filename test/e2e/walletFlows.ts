import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  getAddress,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  parseAbi,
  parseAbiParameters,
  slice,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { localOperator } from '../../src/chains/contracts/abi/addresses.ts'
import { brandOperators, operatorContracts } from '../../src/chains/contracts/operator.ts'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { earlierContracts } from '../engine/scripted/contractSets.ts'
import type { Frame, Log, Mined } from './chainTape.ts'

/** A call's purpose in its batch, by position. */
export type Role = 'check' | 'unwrap' | 'main' | 'fee' | 'fallback' | 'deliver' | 'leftover'

/** Money into or out of a wallet, and why: a call of its batch, a refund, or neither. */
export type Flow = {
  token: Address
  from: Address
  to: Address
  amount: bigint
  mined: Mined
  part?: Role | 'refund' | 'ownerCall'
}

/** A batch that ran, with its decoded call data. */
export type Run = {
  mined: Mined
  owner: Address
  refundReceiver: Address
  failed: ReadonlySet<Role>
  /** What the batch waits for before anything moves. */
  awaited: { token: Address; amount: bigint }
  delivery?: { token: Address; to: Address }
}

/** A signed deposit that was executed. */
export type SignedPayment = { user: Address; token: Address; fee: bigint; mined: Mined }

export type Touched = { flows: Flow[]; runs: Run[]; signed: SignedPayment[] }

const walletAbi = parseAbi([
  'struct Config { address owner; address refundReceiver; address executor; uint64 openAt; uint64 refundAt; uint256 salt; bytes32[] batches; }',
  'struct Call { address to; uint256 value; bytes data; uint256 gasLimit; bool delegateCall; bool onlyFallback; uint8 behaviorOnError; }',
  'function execute(Config config, Call[] calls, uint256 space, uint256 nonce)',
  'function executeStrictly(Config config, Call[] calls, uint256 space, uint256 nonce)',
  'function executeAsExecutor(Config config, Call[] calls, uint256 space, uint256 nonce)',
  'function executeAsOwner(Config config, Call[] calls, uint256 space, uint256 nonce, bytes signature)',
  'struct Batch { Call[] calls; uint256 space; uint256 nonce; }',
  'function refund(Config config, address[] tokens)',
  'function refundUnused(Config config, Batch[] batches, address[] tokens)',
])
const callsAbi = parseAbi([
  'struct Step { address target; uint256 value; address token; address spender; uint256 amount; uint256[] offsets; bytes data; }',
  'struct Output { address token; uint256 minAmount; }',
  'function requireMinBalance(address token, uint256 minAmount) view',
  'function run(address token, uint256 amount, Step[] steps, Output[] outputs) payable',
  'function sweep(address token, address receiver, uint256 minAmount)',
  'function pay(address token, address receiver, uint256 amount)',
  'function payFeeIfSucceeded(address token, uint256 amount, address collector)',
  'function injectAndCall(address token, address target, address spender, uint256 value, uint256 minAmount, uint256[] offsets, bytes data)',
])
const topics = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  wrap: toEventSelector('Deposit(address,uint256)'),
  unwrap: toEventSelector('Withdrawal(address,uint256)'),
  executed: toEventSelector('Executed(bytes32,uint256,uint256,uint256)'),
  elementDone: toEventSelector('ElementDone(uint256,bytes32,bool,bytes)'),
  deposited: toEventSelector('Deposited(address,address,address,uint256,uint256,uint256,address)'),
}
const addressIn = (topic: Hex | undefined): Address => (topic ? getAddress(slice(topic, 12)) : zeroAddress)

/** What transactions did to a wallet. Reverted frames moved nothing. `weth`: of the tape's chains. */
export function touchedBy(mined: readonly Mined[], wallet: Address, weth: Address = devnetAddresses.weth): Touched {
  const found = { flows: [], runs: [], signed: [], weth }
  const word = wallet.slice(2).toLowerCase()
  for (const one of mined) if (one.text.includes(word) || hasLogOf(one.root, word)) walk(one.root, one, wallet, found)
  return found
}

type Walked = Touched & { weth: Address }

const hasLogOf = ({ logs = [], calls = [] }: Frame, word: string): boolean =>
  logs.some(({ topics }) => topics.some((topic) => topic.includes(word))) ||
  calls.some((frame) => hasLogOf(frame, word))

type Asked = NonNullable<ReturnType<typeof askedOf>>
const isRefund = (asked: Asked): asked is Extract<Asked, { functionName: 'refund' | 'refundUnused' }> =>
  asked.functionName === 'refund' || asked.functionName === 'refundUnused'

function walk(frame: Frame, mined: Mined, wallet: Address, found: Walked, part?: Flow['part']): void {
  if (frame.error) return
  for (const { token, from, to, amount } of movedIn(frame, found.weth)) {
    if (amount === 0n || !(isAddressEqual(from, wallet) || isAddressEqual(to, wallet))) continue
    found.flows.push({ token, from: getAddress(from), to: getAddress(to), amount, mined, part })
  }
  found.signed.push(...(frame.logs ?? []).flatMap((log) => signedIn(log, mined, wallet)))
  const calls = frame.calls ?? []
  const asked = isCallOf(frame, wallet) ? askedOf(frame.input) : undefined
  if (!asked) {
    for (const child of calls) walk(child, mined, wallet, found, part)
    return
  }
  // A wallet is a proxy: the frame of its implementation acts. On a scripted chain it acts itself.
  const inner = calls.find(({ type, input }) => type === 'DELEGATECALL' && input === frame.input) ?? frame
  if (isRefund(asked) || asked.functionName === 'executeAsOwner') {
    const [{ owner }] = asked.args
    const by = isRefund(asked) && !isAddressEqual(mined.from, owner) ? 'refund' : 'ownerCall'
    for (const child of inner.calls ?? []) walk(child, mined, wallet, found, by)
    return
  }
  const executed = inner.logs?.find((log) => log.topics[0] === topics.executed)
  // Calls to an address without code succeed without effect: a stranger may have come before the deployment.
  if (!executed) return
  const [config, batch] = asked.args
  const roles = rolesOf(batch)
  const bits = hexToBigInt(slice(executed.data, 0, 32))
  const failed = new Set(roles.filter((_, index) => (bits >> BigInt(index)) & 1n))
  found.runs.push({
    mined,
    owner: config.owner,
    refundReceiver: config.refundReceiver,
    failed,
    ...termsOf(batch, roles),
  })
  const ran = ranIn(batch, bits)
  let next = 0
  for (const child of inner.calls ?? []) {
    const at = batch.findIndex(
      ({ data, to }, i) => i >= next && ran[i] && data === child.input && isAddressEqual(to, child.to!),
    )
    if (at >= 0) next = at + 1
    walk(child, mined, wallet, found, at >= 0 ? roles[at] : part)
  }
}

type Batch = readonly { to: Address; data: Hex; onlyFallback: boolean }[]

/** A fallback runs only if the call that ran before it failed. */
function ranIn(batch: Batch, failedBits: bigint): boolean[] {
  let failing = false
  return batch.map(({ onlyFallback }, index) => {
    const runs = !onlyFallback || failing
    if (runs) failing = ((failedBits >> BigInt(index)) & 1n) === 1n
    return runs
  })
}

const isCallOf = ({ type, to }: Frame, wallet: Address): boolean =>
  type === 'CALL' && to !== undefined && isAddressEqual(to, wallet)

function askedOf(input: Hex) {
  if (input.length < 10) return undefined
  try {
    return decodeFunctionData({ abi: walletAbi, data: input })
  } catch {
    return undefined
  }
}

function rolesOf(batch: Batch): Role[] {
  const names = batch.map(({ data }) => decodeFunctionData({ abi: callsAbi, data }).functionName)
  const check = names.indexOf('requireMinBalance')
  return batch.map(({ onlyFallback }, index) => {
    if (onlyFallback) return 'fallback'
    if (index < check) return 'unwrap'
    if (names[index] === 'requireMinBalance') return 'check'
    if (names[index] === 'run') return 'main'
    if (names[index] === 'payFeeIfSucceeded') return 'fee'
    return batch[index + 1]?.onlyFallback ? 'deliver' : 'leftover'
  })
}

function termsOf(batch: Batch, roles: readonly Role[]): Pick<Run, 'awaited' | 'delivery'> {
  const decoded = batch.map(({ data }) => decodeFunctionData({ abi: callsAbi, data }))
  const check = decoded[roles.indexOf('check')]
  if (check?.functionName !== 'requireMinBalance') throw new Error('a batch without a check')
  const [token, amount] = check.args
  const deliver = decoded[roles.indexOf('deliver')]
  const pays = deliver && deliver.functionName !== 'run' && deliver.functionName !== 'requireMinBalance'
  const delivery = pays ? { token: deliver.args[0], to: deliver.args[1] as Address } : undefined
  return { awaited: { token, amount }, delivery }
}

type Moved = { token: Address; from: Address; to: Address; amount: bigint }

/** Native value of a frame, Transfer events, and wraps and unwraps, which emit no Transfer. */
function movedIn({ type, from, to, value, logs = [] }: Frame, weth: Address): Moved[] {
  const carries = type !== 'DELEGATECALL' && type !== 'STATICCALL' && type !== 'CALLCODE' && to && value
  const native = carries ? [{ token: zeroAddress, from, to, amount: BigInt(value) }] : []
  return [...native, ...logs.flatMap((log) => movedBy(log, weth))]
}

function movedBy({ address, topics: [kind, first, second, more], data }: Log, weth: Address): Moved[] {
  const token = getAddress(address)
  if (kind === topics.transfer && second && !more)
    return [{ token, from: addressIn(first), to: addressIn(second), amount: hexToBigInt(data) }]
  if (!isAddressEqual(token, weth)) return []
  if (kind === topics.wrap) return [{ token, from: token, to: addressIn(first), amount: hexToBigInt(data) }]
  return kind === topics.unwrap ? [{ token, from: addressIn(first), to: token, amount: hexToBigInt(data) }] : []
}

const depositedWords = parseAbiParameters('uint256 amount, uint256 nonce, uint256 feeAmount, address feeCollector')

/** Of the specification's brand, those that tests serve beside it, and the previous version. */
const brands = brandOperators(localOperator, [{ service: 'Svc' }, { service: 'Voyage' }, { service: 'Acme' }])
const contracts = [...[...brands.values()].map((operator) => operatorContracts(operator)), earlierContracts]
const entrypoints = contracts.map(({ entrypoint }) => entrypoint)
const guests = contracts.map(({ guest }) => guest)

function signedIn({ address, topics: [kind, user, intent, token], data }: Log, mined: Mined, wallet: Address) {
  const isOurs = entrypoints.some((one) => isAddressEqual(address, one)) && kind === topics.deposited
  if (!isOurs || !isAddressEqual(addressIn(intent), wallet)) return []
  const [, , fee] = decodeAbiParameters(depositedWords, data)
  return [{ user: addressIn(user), token: addressIn(token), fee, mined }]
}

/** How many intents share a transaction. */
export function elementsIn({ root }: Pick<Mined, 'root'>): number {
  const isEnd = (log: Log) =>
    guests.some((one) => isAddressEqual(log.address, one)) && log.topics[0] === topics.elementDone
  const count = ({ logs = [], calls = [] }: Frame): number =>
    logs.filter(isEnd).length + calls.reduce((sum, frame) => sum + count(frame), 0)
  return Math.max(1, count(root))
}
