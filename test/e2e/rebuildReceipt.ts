import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import type { ReceiptMove } from '../../src/interface/receiptShapes.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'
import type { ChainTape, Frame, Mined } from './chainTape.ts'
import { elementsIn, type Flow, type Run, type Touched, touchedBy } from './walletFlows.ts'

/** A movement on chain. Where the chain cannot tell which of two reasons applies, both are right. */
export type ShownMove = Omit<ReceiptMove, 'why'> & {
  why: readonly ReceiptMove['why'][]
  /** A payment that only its owner moved on may be missed. */
  isOptional?: boolean
  /**
   * A manual payment of all that the bridge was to bring. Whether the bridge's own came before the service looked is a
   * race: the service books by balances, so it may call this one the bridge's.
   */
  standsForBridge?: boolean
  /** Goes into the market where a swap comes before the bridge; what then crosses is between the router and others. */
  mayBeSwapped?: boolean
}

/** What the chains say about one intent. */
export type Shown = {
  moves: ShownMove[]
  origin: Touched
  destination?: Touched
  /** The batches that ran. */
  originRun?: Run
  destinationRun?: Run
  /** What came in from outside, in the token of the deposit. */
  payments: Flow[]
  /** What bridges refunded to the owner, where known: it touches no wallet. */
  givenBack?: ShownMove[]
  /** What the recipient or the called contract kept. */
  delivered: bigint
}

/** An intent's names: its wallets and owner. All else is read from the chains. */
export type Named = {
  owner: Address
  originChainId: number
  destinationChainId: number
  originAddress: Address
  destinationAddress?: Address
  originToken: Address
  destinationToken: Address
}

/** Third-party contracts on the tape's chains. */
export type Places = { weth: Address; isBridge(mined: Mined): boolean }

const devnetBridges = [
  devnetAddresses.spokePool,
  devnetAddresses.cctp.messageTransmitter,
  devnetAddresses.layerZero.endpoint,
].map((bridge) => bridge.toLowerCase())
const devnetPlaces: Places = {
  weth: devnetAddresses.weth,
  isBridge: ({ text }) => devnetBridges.some((bridge) => text.includes(bridge)),
}

type Side = {
  places: Places
  place: 'originIntent' | 'destinationIntent'
  isLast: boolean
  wallet: Address
  owner: Address
  touched: Touched
  run?: Run
}

export async function rebuildReceipt(named: Named, tape: ChainTape, relayers: readonly Address[]): Promise<Shown> {
  const chains = [...new Set([named.originChainId, named.destinationChainId])]
  const mined = new Map<number, readonly Mined[]>()
  for (const chainId of chains) mined.set(chainId, await tape.read(chainId))
  return rebuildFrom(named, (chainId) => mined.get(chainId)!, relayers, devnetPlaces)
}

export function rebuildFrom(
  named: Named,
  minedOn: (chainId: number) => readonly Mined[],
  relayers: readonly Address[],
  places: Places,
): Shown {
  const isOneChain = named.originChainId === named.destinationChainId
  const originTape = minedOn(named.originChainId)
  const origin = touchedBy(originTape, named.originAddress, places.weth)
  const first = { place: 'originIntent', isLast: isOneChain, wallet: named.originAddress, places } as const
  const originSide: Side = { ...first, owner: named.owner, touched: origin, run: origin.runs[0] }
  const moves = [...movesOf(originSide), ...gasOf(originTape, originSide, relayers)]
  const payments = origin.flows
    .filter((flow) => isPayment(flow, named.originAddress) && isAddressEqual(flow.token, named.originToken))
    .map((flow) => ({ ...flow, from: payerOf(flow, origin) }))
  if (isOneChain || !named.destinationAddress)
    return { moves, origin, payments, originRun: origin.runs[0], delivered: deliveredIn(originSide, named) }
  const destinationTape = minedOn(named.destinationChainId)
  const destination = touchedBy(destinationTape, named.destinationAddress, places.weth)
  const side: Side = {
    places,
    place: 'destinationIntent',
    isLast: true,
    wallet: named.destinationAddress,
    owner: named.owner,
    touched: destination,
    run: destination.runs[0],
  }
  return {
    moves: [...moves, ...movesOf(side), ...gasOf(destinationTape, side, relayers)],
    origin,
    destination,
    payments,
    originRun: origin.runs[0],
    destinationRun: destination.runs[0],
    delivered: deliveredIn(side, named),
  }
}

/** Some signed deposits go through the entrypoint, whose event names the payer. */
const payerOf = (flow: Flow, { signed }: Touched): Address =>
  signed.find(({ mined }) => mined === flow.mined)?.user ?? flow.from

/** Money from outside: not brought by the wallet's own batch. */
const isPayment = ({ to, part }: Flow, wallet: Address): boolean => isAddressEqual(to, wallet) && part === undefined

function deliveredIn({ touched, wallet }: Side, { destinationToken }: Named): bigint {
  const own = touched.flows.filter(({ part, token }) => part === 'deliver' && isAddressEqual(token, destinationToken))
  return own.reduce((sum, { from, amount }) => (isAddressEqual(from, wallet) ? sum + amount : sum - amount), 0n)
}

function movesOf(side: Side): ShownMove[] {
  const { touched, wallet, place } = side
  const moves = touched.flows.map((flow) => {
    const base = {
      chainId: flow.mined.chainId,
      tokenAddress: flow.token,
      amount: flow.amount,
      txnHash: flow.mined.hash,
    }
    return isAddressEqual(flow.to, wallet)
      ? { ...base, to: place, ...sourceOf(flow, side), isOptional: !isMovedOn(flow, side) }
      : { ...base, from: place, ...targetOf(flow, side) }
  })
  const relayFees = touched.signed
    .filter(({ fee }) => fee > 0n)
    .map(({ token, fee, mined }) => ({
      from: 'owner' as const,
      to: 'collector' as const,
      chainId: mined.chainId,
      tokenAddress: token,
      amount: fee,
      why: ['relayFee'] as const,
      txnHash: mined.hash,
    }))
  return [...moves, ...relayFees]
}

/** Whether a batch or refund has moved it on. Of two equal payments, one taken back by the owner, it may be either. */
function isMovedOn(flow: Flow, { touched: { flows }, wallet }: Side): boolean {
  if (flow.part !== undefined) return true
  const outs = flows.filter(({ from, token }) => from === wallet && token === flow.token)
  if (outs.some(({ part, amount }) => part === 'ownerCall' && amount === flow.amount)) return false
  return outs.some((out) => out.part !== 'ownerCall' && flows.indexOf(out) > flows.indexOf(flow))
}

function sourceOf(flow: Flow, side: Side): Pick<ShownMove, 'from' | 'why' | 'standsForBridge'> {
  if (flow.part === 'main' || flow.part === 'unwrap') return { from: 'market', why: ['swap'] }
  if (flow.part === 'deliver') return { from: 'recipient', why: ['delivery'] }
  if (side.place === 'destinationIntent') {
    if (side.places.isBridge(flow.mined)) return { from: 'bridge', why: ['bridge'] }
    const standsForBridge = side.run !== undefined && flow.amount >= side.run.awaited.amount
    return { from: 'payer', why: ['deposit'], standsForBridge }
  }
  const from = isAddressEqual(payerOf(flow, side.touched), side.owner) ? 'owner' : 'payer'
  return { from, why: whyPaid(flow, side) }
}

/** The deposit, until the full amount is there. Late, after a batch or refund; in between, it depends on timing. */
function whyPaid(flow: Flow, { touched, wallet, run }: Side): ShownMove['why'] {
  const { flows } = touched
  const payments = flows.filter((one) => isPayment(one, wallet) && isAddressEqual(one.token, flow.token))
  const before = payments.slice(0, payments.indexOf(flow)).reduce((sum, { amount }) => sum + amount, 0n)
  const out = flows.slice(0, flows.indexOf(flow)).filter(({ from }) => isAddressEqual(from, wallet))
  if (out.some(({ part }) => part !== 'ownerCall')) return ['late']
  const isAsked =
    run && out.length === 0 && isAddressEqual(run.awaited.token, flow.token) && before < run.awaited.amount
  return isAsked ? ['deposit'] : ['deposit', 'late']
}

function targetOf(flow: Flow, side: Side): Pick<ShownMove, 'to' | 'why' | 'isOptional' | 'mayBeSwapped'> {
  const { run, isLast } = side
  const failed = (run?.failed.has('main') ?? false) || (isLast && (run?.failed.has('deliver') ?? false))
  if (flow.part === 'main')
    return isLast ? { to: 'market', why: ['swap'] } : { to: 'bridge', why: ['bridge'], mayBeSwapped: true }
  if (flow.part === 'unwrap') return { to: 'market', why: ['swap'] }
  if (flow.part === 'fee') return { to: 'collector', why: ['fee'] }
  if (flow.part === 'deliver') return { to: 'recipient', why: ['delivery'] }
  if (flow.part === 'fallback') return { to: 'owner', why: ['refund'] }
  if (flow.part === 'leftover') return { to: 'owner', why: [failed ? 'refund' : 'leftover'] }
  if (flow.part === 'ownerCall') return { to: 'owner', why: ['abort'], isOptional: true }
  // A refund after a batch, or after an earlier refund, was late.
  const hasRun = run !== undefined && run.mined.blockNumber <= flow.mined.blockNumber
  const isLater = hasRun || side.touched.flows.find(({ part }) => part === 'refund')?.mined !== flow.mined
  return { to: 'owner', why: isLater && side.place === 'originIntent' ? ['late'] : ['refund', 'late'] }
}

/** Gas of transactions that ran something for this wallet, and of our relayers' that were meant to. */
function gasOf(tape: readonly Mined[], { touched, wallet }: Side, relayers: readonly Address[]): ShownMove[] {
  const ran = new Set([
    ...touched.runs.map(({ mined }) => mined),
    ...touched.flows.filter(({ part }) => part === 'refund').map(({ mined }) => mined),
  ])
  const meant = (mined: Mined) =>
    relayers.some((relayer) => isAddressEqual(relayer, mined.from)) && isMeantFor(mined.root, wallet)
  return tape
    .filter((mined) => ran.has(mined) || meant(mined))
    .map((mined) => ({
      from: 'relayer',
      to: 'network',
      chainId: mined.chainId,
      tokenAddress: zeroAddress,
      amount: mined.gasCost / BigInt(elementsIn(mined)),
      why: ['gas'],
      txnHash: mined.hash,
    }))
}

/** Whether the call, or the guest's call for it, names the wallet. A bundle neighbour's own calls do not count. */
function isMeantFor({ to, input, calls = [] }: Frame, wallet: Address): boolean {
  if (to && isAddressEqual(to, wallet)) return true
  if (input.includes(wallet.slice(2).toLowerCase())) return true
  return (
    to !== undefined && isAddressEqual(to, trustedContracts.guest) && calls.some((frame) => isMeantFor(frame, wallet))
  )
}
