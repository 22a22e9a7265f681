import { getAddress } from 'viem'
import { senderDefaults } from '../../src/chains/send/sender.ts'
import { bridgeParts, bridgeTokens, type IntentRecord, legs as legNames } from '../../src/intents/intentRecord.ts'
import { balanceOf } from '../../src/intents/ledger.ts'
import { isFinalStep, mayMove, type Step, statusOf } from '../../src/intents/lifecycle.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Fence, Transition } from '../../src/stores/store.ts'
import { isLiveState, statusRank } from '../../src/stores/transitionRules.ts'
import { tokenBalance } from '../engine/scripted/tokens.ts'
import type { IntentRow, Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import type { CallerState } from './callers.ts'
import { assets, recipientOf, rich, worth } from './economy.ts'
import type { GivenBack } from './receiptOracle.ts'
import { dustBelow, heldIn, refundWallet } from './rest.ts'
import type { SimChain } from './simChain.ts'
import { finalDepthOf, type SimWorld, usdOf } from './worlds.ts'

export type OracleWorld = {
  memory: Memory
  world: SimWorld
  /** Whether anyone ever refused this token. */
  wasRefused(token: Address, receiver: Address): boolean
  chainOf(chainId: number): SimChain
  callers: readonly CallerState[]
  nameOf(intentId: string): string
  nowMs(): number
  /** Refunds of unfilled deposits by the pool, by the address at the other end. */
  givenBack: ReadonlyMap<Address, readonly GivenBack[]>
  /** Further rules of the run: sponsors, quotas. */
  more: readonly { afterWrite(): void; atEnd(): void }[]
}

export type Oracles = {
  /** After a write of the store. */
  afterWrite(): void
  /** After a block. */
  afterBlock(): void
  beforeBroadcast(hash: Hex): void
  beforeTransition(fence: Fence, change: Transition): void
  /** Once nothing moves any more. */
  atEnd(): void
}

/** Twice the sender's budget per item: includes a bundle's overhead. */
const budgetMost = 2n * senderDefaults.budgetPerItem

/** Above any lag: finality of the largest value, plus a process paused for some blocks. */
const blocksSeen = 20

type Seen = { step: Step; ranks: Map<string, number>; entries: number; reserved: number }

export function createOracles(world: OracleWorld): Oracles {
  const { memory, chainOf, callers, nameOf } = world
  const seen = new Map<Hex, Seen>()
  const checkedAttempts = new Set<number>()

  const broken = (rule: string, detail: string): never => {
    throw new Broken(rule, detail)
  }

  function checkRow(row: IntentRow): void {
    const { record, ledger, reservations } = row
    const { intentId, step } = record
    const name = nameOf(intentId)
    const last = seen.get(intentId)
    const ranks = new Map(record.legs.map(({ leg, status }) => [`${leg}`, statusRank[status]]))
    if (last) {
      if (last.step !== step && !mayMove(last.step, step))
        broken('forward only', `${name} moved from ${last.step} to ${step}`)
      for (const [leg, rank] of last.ranks)
        if ((ranks.get(leg) ?? 0) < rank) broken('forward only', `${leg} of ${name} went back`)
      if (ledger.length < last.entries) broken('ledger immutable', `${name} lost entries`)
      if (isFinalStep(last.step) && statusOf(last.step) !== statusOf(step))
        broken('final is final', `${name} left ${last.step}`)
    }
    if (isFinalStep(step) && last?.step !== step) checkEnd(row)
    if (isFinalStep(step) && reservations.length > 0) broken('reservations balance', `${name} ended and still reserves`)
    if (!isFinalStep(step) && step !== 'quoted' && record.dueAtMs === undefined)
      broken('next action', `${name} waits for nothing`)
    if (last && last.reserved > 0 && reservations.length === 0 && !isFinalStep(step))
      broken('reservations balance', `${name} reserves nothing any more while it is at ${step}`)
    if (last?.step === 'awaitDeposit' && step === 'lapsed' && world.nowMs() < (record.executeByMs ?? 0))
      broken('lapses in time', `${name} lapsed ${(record.executeByMs ?? 0) - world.nowMs()} ms before its time`)
    const deposit = record.legs.find(({ leg }) => leg === 'deposit')
    if (deposit?.status === 'SUCCEEDED' && (deposit.tokenAmount ?? 0n) < record.intent.depositTransaction.amount)
      broken('a deposit is whole', `${name} took ${deposit.tokenAmount} for its deposit`)
    seen.set(intentId, { step, ranks, entries: ledger.length, reserved: reservations.length })
  }

  const depthOf = ({ definition }: SimChain, { intent }: IntentRecord) => finalDepthOf(definition, usdOf(intent))
  const finalBlockOf = (chain: SimChain, record: IntentRecord) =>
    Math.max(0, chain.ledger.head().number - depthOf(chain, record))

  /** What an end claims must be on chain, deeper than any reorg of a run. */
  function checkEnd({ record, ledger }: IntentRow): void {
    const { step, intent, plan } = record
    const name = nameOf(record.intentId)
    for (const { chainId, txnHash, blockNumber } of ledger) {
      if (!txnHash || blockNumber === undefined) continue
      const chain = chainOf(chainId)
      const receipt = chain.ledger.receipt(txnHash)
      if (!receipt || receipt.blockNumber > finalBlockOf(chain, record))
        broken('evidence is final', `${name} ended as ${step} on ${txnHash.slice(0, 10)}, which is not final`)
      if (receipt && receipt.blockNumber !== blockNumber)
        broken(
          'receipts equal chain',
          `${name} books ${txnHash.slice(0, 10)} in block ${blockNumber}, it is in ${receipt.blockNumber}`,
        )
    }
    if (step === 'succeeded') {
      const chain = chainOf(intent.destinationChainId)
      const { destinationTokenAddress: token, destinationToAddress: to } = intent.quoteRequest
      const paid = to ? tokenBalance(chain.ledger.stateAt(finalBlockOf(chain, record)), token, to as Address) : 0n
      if (paid < intent.quote.toAmountMin)
        broken('succeeded means paid', `${name} has ${paid} of ${intent.quote.toAmountMin}`)
      if (intent.quoteRequest.tradeType === 'EXACT_OUTPUT' && paid > intent.quote.toAmountMin)
        broken('exact output is exact', `${name} paid ${paid} where ${intent.quote.toAmountMin} was asked for`)
    }
    if (step === 'lapsed') {
      const chain = chainOf(intent.originChainId)
      const state = chain.ledger.stateAt(lastBlockToSee(record, chain))
      const rest = tokenBalance(state, intent.depositTransaction.tokenAddress, intent.originIntentAddress)
      if (rest >= intent.depositTransaction.amount)
        broken('FAILED is at rest', `${name} lapsed with ${rest} at its address`)
    }
    if (step === 'dust' || step === 'held') checkRest(record)
    if (step === 'refunded' || step === 'bridgeRefunded' || step === 'paidOnDestination' || step === 'aborted') {
      const leg = record.legs.find((one) => one.leg === 'refund')
      if (leg?.status !== 'SUCCEEDED' || !leg.txnHash)
        broken('FAILED is at rest', `${name} is ${step} without a refund`)
    }
    if (plan.valueUsd < 0) broken('value', `${name} is worth ${plan.valueUsd}`)
  }

  /** Money left for a reason: too little for a refund, or refused. Checks the blocks an end may rest on. */
  function checkRest(record: IntentRecord): void {
    const wallet = refundWallet(record)
    const chain = chainOf(wallet.chainId)
    const head = chain.ledger.head().number
    const seen = Array.from({ length: blocksSeen }, (_, back) =>
      heldIn(wallet, chain.ledger.stateAt(Math.max(0, head - back))),
    ).filter((held) => held.length > 0)
    const name = nameOf(record.intentId)
    if (seen.length === 0) broken('FAILED is at rest', `${name} is ${record.step} and its address is empty`)
    const sums = seen.map((held) => held.reduce((all, { token, amount }) => all + worth(token, amount), 0n))
    const most = dustBelow(world.world, chain.highestBaseFee())
    if (record.step === 'dust' && sums.every((sum) => sum >= most))
      broken('FAILED is at rest', `${name} leaves ${sums[0]} millionths of a dollar as dust`)
    const isRefused = seen.flat().some(({ token }) => world.wasRefused(token, wallet.config.refundReceiver))
    if (record.step === 'held' && !isRefused)
      broken('FAILED is at rest', `${name} is held and nothing refuses its owner`)
  }

  /**
   * The newest block that a lapse must consider: some blocks deep, and in time. Later money is late, and a check with a
   * slow write may miss it, unless it has been there for a minute.
   */
  function lastBlockToSee(record: IntentRecord, chain: SimChain): number {
    const { executeByMs = 0 } = record
    const { ledger } = chain
    const untilMs = Math.max(executeByMs, world.nowMs() - 60_000)
    let number = Math.max(0, ledger.head().number - Math.max(5, depthOf(chain, record) + 1))
    while (number > 0 && (ledger.block(number)?.timestampS ?? 0) * 1_000 > untilMs) number--
    return number
  }

  function checkAttempts(): void {
    for (const attempt of memory.attempts.values()) {
      if (checkedAttempts.has(attempt.id)) continue
      checkedAttempts.add(attempt.id)
      const old = attempt.replaces === undefined ? undefined : memory.attempts.get(attempt.replaces)
      if (old && attempt.maxFeePerGas * 100n < old.maxFeePerGas * 110n)
        broken('replacement pays more', `attempt ${attempt.id} offers less than a tenth more than ${old.id}`)
      if (attempt.maxFeePerGas * attempt.gasLimit > budgetMost * BigInt(Math.max(1, attempt.items.length)))
        broken('fees have a bound', `attempt ${attempt.id} may cost ${attempt.maxFeePerGas * attempt.gasLimit}`)
      for (const item of attempt.items) {
        const live = [...memory.attempts.values()].filter((one) => one.items.includes(item) && isLiveState(one.state))
        if (new Set(live.map(({ signer, nonce }) => `${signer} ${nonce}`)).size > 1)
          broken('one live nonce', `item ${item} is signed under several nonces`)
        for (const { id, items, hash, chainId, signer, nonce } of memory.attempts.values()) {
          const isOther =
            items.length === 1 && items[0] === item && (signer !== attempt.signer || nonce !== attempt.nonce)
          if (isOther && chainOf(chainId).ledger.receipt(hash)?.success)
            broken('mined is not signed again', `item ${item} of attempt ${attempt.id} was mined as attempt ${id}`)
        }
      }
    }
  }

  /** At every block: recipient and owner together never have more than came in. */
  function checkCaller({ script, intent, payments }: CallerState): void {
    if (!intent) return
    // Twins share an owner, who gets the gifts to either.
    const gifts = callers
      .filter(({ ask }) => ask?.ownerAddress === intent.ownerAddress)
      .reduce((sum, { gifts: own }) => sum + own, 0n)
    const recipient = (intent.quoteRequest.destinationToAddress ?? recipientOf(script.index)) as Address
    let worthOut = 0n
    let worthIn = 0n
    for (const chainId of new Set([intent.originChainId, intent.destinationChainId])) {
      const state = chainOf(chainId).state()
      for (const { address: token } of assets) {
        worthOut += worth(token, tokenBalance(state, token, recipient))
        const elsewhere = intent.quoteRequest.refundToAddress as Address | undefined
        if (elsewhere) worthOut += worth(token, tokenBalance(state, token, elsewhere))
        const owned = tokenBalance(state, token, intent.ownerAddress)
        // The owner pays gas in native token: below 0.1 cent in all.
        worthOut += worth(token, owned > rich ? owned - rich : 0n)
        worthIn += worth(token, owned < rich ? rich - owned : 0n)
      }
    }
    const slack = 10_000n
    if (worthOut > worthIn + gifts + slack)
      broken(
        'no value from nothing',
        `${nameOf(intent.intentId)}: ${worthOut} came out of ${worthIn} (${payments.length} payments)`,
      )
  }

  function checkBooks(row: IntentRow): void {
    const { record, ledger } = row
    const { intent } = record
    const name = nameOf(record.intentId)
    const wallets = [
      { place: 'originIntent', chainId: intent.originChainId, address: intent.originIntentAddress },
      ...(intent.destinationIntentAddress
        ? [
            {
              place: 'destinationIntent',
              chainId: intent.destinationChainId,
              address: intent.destinationIntentAddress,
            } as const,
          ]
        : []),
    ] as const
    for (const { place, chainId, address } of wallets) {
      for (const { address: token } of assets) {
        const booked = balanceOf(ledger, place, chainId, token)
        const onChain = tokenBalance(chainOf(chainId).state(), token, address)
        if (booked !== onChain)
          broken(
            'ledger equals chain',
            `${name}: ${place} holds ${onChain} of ${token.slice(-4)}, the books say ${booked}`,
          )
      }
    }
    for (const { leg, status, txnHash, chainId } of record.legs) {
      if (status !== 'SUCCEEDED' || !txnHash) continue
      if (!chainOf(chainId).ledger.receipt(txnHash))
        broken('receipts equal chain', `${name}: ${leg} names ${txnHash.slice(0, 10)}, which no block holds`)
    }
    if (record.legs.some(({ leg }) => !legNames.includes(leg))) broken('legs', `${name} has an unknown leg`)
  }

  /** Bridged money arrived, at least as promised, or was refunded; the books agree. */
  function checkCrossing({ record, ledger }: IntentRow): void {
    const { intent, plan, legs } = record
    const { bridge } = plan
    const wallet = intent.destinationIntentAddress
    const origin = legs.find(({ leg }) => leg === 'origin')
    if (!bridge || !wallet || origin?.status !== 'SUCCEEDED') return
    const name = nameOf(record.intentId)
    const sumOf = (entries: IntentRow['ledger']) => entries.reduce((sum, { amount }) => sum + amount, 0n)
    const back = (world.givenBack.get(getAddress(wallet)) ?? []).reduce((sum, { amount }) => sum + amount, 0n)
    const bookedBack = sumOf(
      ledger.filter(({ from, to, chainId }) => from === 'bridge' && to === 'owner' && chainId === intent.originChainId),
    )
    if (bookedBack !== back)
      broken('bridges bring or give back', `${name}: ${back} was given back, the books say ${bookedBack}`)
    const due = bridgeParts(bridge)
      .filter(({ inputAmount }) => inputAmount !== back)
      .reduce((sum, { outputAmountMin }) => sum + outputAmountMin, 0n)
    const tokens = bridgeTokens(bridge)
    const came = sumOf(
      ledger.filter(({ to, from, token }) => to === 'destinationIntent' && from !== to && tokens.includes(token)),
    )
    if (came < due) broken('bridges bring or give back', `${name}: ${came} came of ${due}`)
  }

  /** A transaction given up as never accepted must not be mined. */
  function checkRejected(): void {
    for (const { id, state, hash, chainId } of memory.attempts.values())
      if (state === 'rejected' && chainOf(chainId).ledger.receipt(hash))
        broken('rejected is never mined', `attempt ${id} was given up and mined`)
  }

  /** An item that ran alone successfully is not resent with another nonce. */
  function checkSentOnce(): void {
    const done = new Map<number, string>()
    for (const { items, hash, chainId, signer, nonce } of memory.attempts.values()) {
      const [item, ...more] = items
      if (item === undefined || more.length > 0 || !chainOf(chainId).ledger.receipt(hash)?.success) continue
      const slot = `${signer} ${nonce}`
      if ((done.get(item) ?? slot) !== slot) broken('sent once', `item ${item} was mined under two nonces`)
      done.set(item, slot)
    }
  }

  function checkStatuses({ statuses, script, surprises }: CallerState): void {
    if (surprises.length > 0) broken('said twice, answered once', `caller ${script.index}: ${surprises.join('; ')}`)
    const order = ['QUOTED', 'COMMITTED', 'EXECUTING', 'SUCCEEDED']
    const rank = (status: string) => (status === 'FAILED' ? 3 : order.indexOf(status))
    for (const [index, status] of statuses.entries())
      if (index > 0 && rank(status) < rank(statuses[index - 1]!))
        broken('forward only', `caller ${script.index} saw ${statuses.join(' ')}`)
  }

  return {
    afterWrite() {
      for (const row of memory.intents.values()) checkRow(row)
      checkAttempts()
      for (const one of world.more) one.afterWrite()
    },
    afterBlock() {
      checkRejected()
      checkSentOnce()
      for (const caller of callers) checkCaller(caller)
    },
    beforeBroadcast(hash) {
      for (const attempt of memory.attempts.values()) if (attempt.hash === hash) return
      broken('no send without a row', `${hash.slice(0, 10)} went out and no attempt has it`)
    },
    beforeTransition({ intentId, step, leaseToken, updatedAtMs }, change) {
      const row = memory.intents.get(intentId)
      // Callers and sweepers write to quotes and commits by step alone, and another hash to the row as read.
      if (!row || (leaseToken ?? updatedAtMs) !== undefined || step === 'quoted' || step === 'committed') return
      // A caller's proven abort ends the step, so the lease's worker writes nothing after it.
      if (change.step === 'aborted') return
      if (row.record.step === step && row.leasedBy !== undefined && row.leasedUntilMs > world.nowMs())
        broken(
          'fence respected',
          `${nameOf(intentId)} is written at ${step} without the lease that ${row.leasedBy} has`,
        )
    },
    atEnd() {
      for (const row of memory.intents.values()) {
        if (row.record.step === 'quoted') continue
        checkBooks(row)
        checkCrossing(row)
      }
      for (const caller of callers) {
        checkCaller(caller)
        checkStatuses(caller)
      }
      for (const one of world.more) one.atEnd()
    },
  }
}
