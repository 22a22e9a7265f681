import { erc20Abi } from 'viem'
import type { Caller, Engine } from '../../src/engine/engine.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { ExecutionPlan } from '../../src/intents/intentRecord.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { Response } from '../../src/interface/operations.ts'
import type { QuoteRequest } from '../../src/interface/quoteShapes.ts'
import { addresses, type DaiLimits, recipientOf } from './economy.ts'
import type { Meter } from './meter.ts'
import { approve, relayedWays, type SignedDeposit, signDeposit, signRecovery, takeOut } from './owners.ts'
import type { Scheduler } from './scheduler.ts'
import { askOf, type Script } from './scripts.ts'
import type { Service } from './service.ts'
import type { SimChain } from './simChain.ts'
import type { SimWorld } from './worlds.ts'

export type Payment = { token: Address; amount: bigint; hash: Hex; chainId: number }

/** What a caller knows and has done. */
export type CallerState = {
  script: Script
  ask?: QuoteRequest
  intent?: Intent
  committed: boolean
  /** The way of a deposit that was signed instead of sent. */
  signed?: string
  payments: Payment[]
  /** Gifts of strangers and fillers to the intent's addresses, in millionths of a dollar. */
  gifts: bigint
  /** When decided payments will be sent. */
  paymentsAtMs: number[]
  /** Statuses in the order answers showed them. */
  statuses: string[]
  /** Answers that no event order allows. */
  surprises: string[]
  /** All calls and payments are done or scheduled: the caller only watches its intent. */
  isWatching: boolean
  /** The caller makes no calls and waits for nothing any more. */
  isDone: boolean
}

export const newCaller = (script: Script): CallerState => ({
  script,
  committed: false,
  payments: [],
  gifts: 0n,
  paymentsAtMs: [],
  statuses: [],
  surprises: [],
  isWatching: false,
  isDone: false,
})

export type CallerWorld = {
  scheduler: Scheduler
  world: SimWorld
  callers: readonly CallerState[]
  /** Whether an owner or token refuses the refund. */
  isRefused(chainId: number, token: Address, receiver: Address): boolean
  apis(): readonly Service[]
  chainOf(chainId: number): SimChain
  planOf(intentId: Hex): ExecutionPlan
  /** Whether an address holds nothing of any token. */
  isEmpty(chainId: number, address: Hex | undefined): boolean
  onQuoted(state: CallerState): void
  daiLimits: DaiLimits
  chainIds: readonly number[]
  /** The first caller's request; undefined before it. */
  firstAsk(): QuoteRequest | undefined
  /** Absent: calls cost nothing in this run. */
  meter?: Meter
}

const answerMs = 15_000
/** Reads the owner's intent list instead of the receipt. */
const historyShare = 0.15
const silence = Symbol('silence')
/** Errors that a retry may avoid. */
const mayPass: readonly string[] = ['Unavailable', 'ChainNodeHealth', 'Aborted']
/** Refusals that say nothing about the call. */
const beside: readonly string[] = [...mayPass, 'QuotaExceeded']

/** A call's cost; reads are free, so that a caller without units still sees its end. */
const unitsOf = (doing: string): { units: number; movesValue: boolean } | undefined =>
  doing === 'looks' ? undefined : doing === 'quotes' ? { units: 2, movesValue: false } : { units: 1, movesValue: true }

/** Plays one caller from quote to last look. Never throws: gives up what cannot be done. */
export async function runCaller(state: CallerState, world: CallerWorld): Promise<void> {
  const { scheduler } = world
  const { script } = state
  const name = `caller ${script.index}`
  const sleep = (ms: number) => new Promise<void>((resolve) => void scheduler.after(ms, name, resolve))
  const { projectId, service: brand } = script
  const say = (text: string) => scheduler.note(name, text)

  /** One call to one API: an answer, a refusal, or silence. */
  function callOnce<T>(
    doing: string,
    key: string | undefined,
    work: (engine: Engine, caller: Caller) => Promise<T>,
  ): Promise<T | ServiceError | typeof silence> {
    return new Promise((resolve) => {
      const service = scheduler.pick(world.apis())
      if (!service) return void scheduler.after(1_000, name, () => resolve(silence))
      const { host, engine } = service
      const { signal } = new AbortController()
      const caller: Caller = { projectId, service: brand, signal, ...(key && { idempotencyKey: key }) }
      scheduler.after(answerMs, name, () => resolve(silence))
      host.deliver(scheduler.between(1, 60), () => {
        const run = () => work(engine, caller)
        const units = unitsOf(doing)
        const running = world.meter && units && projectId === 1 ? world.meter.admit(service, units, run) : run()
        running.then(
          (value) => scheduler.after(scheduler.between(1, 60), name, () => resolve(value)),
          (error: unknown) => {
            const refusal = error instanceof ServiceError ? error : new ServiceError('Unavailable', String(error))
            scheduler.after(scheduler.between(1, 60), name, () => resolve(refusal))
          },
        )
      })
      if (doing !== 'looks') say(`${doing} at ${host.name}`)
    })
  }

  /** Repeats until the answer is one that a retry cannot change. */
  async function call<T>(
    doing: string,
    key: string | undefined,
    work: (engine: Engine, caller: Caller) => Promise<T>,
  ): Promise<T | undefined> {
    for (let tries = 0; tries < script.patience; tries++) {
      if (script.impatient && tries === 0) void callOnce(doing, key, work)
      const answer = await callOnce(doing, key, work)
      if (answer !== silence && !(answer instanceof ServiceError)) return answer
      const why = answer instanceof ServiceError ? `${answer.error} ${answer.message}` : 'no answer'
      if (doing !== 'looks') say(`${doing}: ${why}`)
      if (answer instanceof ServiceError && !mayPass.includes(answer.error)) return undefined
      await sleep(scheduler.between(500, 6_000))
    }
    return undefined
  }

  function pay(intent: Intent, amount: bigint, token = intent.depositTransaction.tokenAddress): Hex {
    const chain = world.chainOf(intent.originChainId)
    const { ownerAddress: from, originIntentAddress: to } = intent
    const hash =
      token === nativeToken
        ? chain.send({ from, to, value: amount })
        : chain.send({
            from,
            to: token,
            data: encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
          })
    state.payments.push({ token, amount, hash, chainId: intent.originChainId })
    say(`pays ${amount} of ${token.slice(-4)}, ${hash.slice(0, 10)}`)
    return hash
  }

  async function payAsScripted(intent: Intent): Promise<Hex | undefined> {
    const { amount, tokenAddress } = intent.depositTransaction
    const isOdd = world.world.traits.includes('unpriced') && scheduler.chance(0.5)
    const other = isOdd ? addresses.odd : tokenAddress === addresses.dai ? addresses.usdc : addresses.dai
    const later = (ms: number, part: bigint) => {
      const atMs = scheduler.nowMs() + ms
      state.paymentsAtMs.push(atMs)
      scheduler.after(ms, name, () => {
        state.paymentsAtMs.splice(state.paymentsAtMs.indexOf(atMs), 1)
        pay(intent, part)
      })
    }
    switch (script.payment) {
      case 'exact':
        return pay(intent, amount)
      case 'twice':
        later(scheduler.between(1_000, 120_000), amount)
        return pay(intent, amount)
      case 'short':
        return pay(intent, amount - 1n)
      case 'inParts':
        later(scheduler.between(1_000, 35_000), amount - amount / 3n)
        return pay(intent, amount / 3n)
      case 'over':
        return pay(intent, amount + amount / 7n)
      case 'late':
        later(scheduler.between(30_000, 140_000), amount)
        return undefined
      case 'afterEnd':
        later(scheduler.between(120_000, 180_000), amount)
        return undefined
      case 'otherToken':
        return pay(intent, amount / 2n + 1n, other)
      case 'dust':
        return pay(intent, amount / BigInt(scheduler.between(2_000, 20_000)) + 1n)
      case 'never':
        return undefined
    }
  }

  /** Signs one of the quote's ways, after its approval. */
  async function sign(quoted: Response<'QuoteIntent'>): Promise<SignedDeposit | undefined> {
    const way = scheduler.pick(relayedWays(quoted))
    if (!way) return undefined
    if (way.approveAddress) {
      const hash = approve(quoted.intent, way.approveAddress, world.chainOf(quoted.intent.originChainId))
      say(`approves ${way.approveAddress.slice(0, 8)}, ${hash.slice(0, 10)}`)
      await sleep(scheduler.between(8_000, 20_000))
    }
    return signDeposit(quoted.intent.ownerAddress, way)
  }

  /** Reports it until accepted, or until there is another end. */
  async function reportAbort({ intentId, originChainId: chainId }: Intent, abortTransactionHash: Hex): Promise<void> {
    for (let tries = 0; tries < 10; tries++) {
      await sleep(scheduler.between(5_000, 20_000))
      const said = await callOnce('aborts', undefined, (engine, caller) =>
        engine.AbortIntent({ intentId, chainId, abortTransactionHash }, caller),
      )
      if (said !== silence && !(said instanceof ServiceError)) return
    }
  }

  /** A recovery that the service prepares and the owner signs; anyone may send it. */
  async function recover({ intentId, originChainId }: Intent): Promise<Hex | undefined> {
    const { tokenAddress } = intent!.depositTransaction
    const goesElsewhere = world.isRefused(originChainId, tokenAddress, ask.refundToAddress ?? ask.ownerAddress)
    const to = goesElsewhere ? { refundToAddress: recipientOf(script.index) } : {}
    const prepared = await call('prepares a recovery', undefined, (engine, caller) =>
      engine.PrepareIntentRecovery({ intentId, ...to }, caller),
    )
    if (!prepared) return undefined
    const { payload, intentAddress } = prepared
    const isForged = scheduler.chance(0.1)
    const signature = await signRecovery(isForged ? addresses.stranger : ask.ownerAddress, prepared)
    const built = await call('builds a recovery', undefined, (engine, caller) =>
      engine.BuildIntentRecoveryTransaction({ intentId, intentAddress, payload, signature, ...to }, caller),
    )
    if (!built) return undefined
    if (isForged) state.surprises.push('a recovery was built that the owner did not sign')
    const from = scheduler.pick([ask.ownerAddress, addresses.stranger])
    const hash = world.chainOf(built.chainId).send({ from, to: built.to, data: built.data })
    say(`has its money recovered, ${hash.slice(0, 10)}`)
    return hash
  }

  /** Names transactions that are not the deposit, then the right one. */
  async function retry({ intentId }: Intent, hash: Hex): Promise<void> {
    const others = world.callers.flatMap(({ payments }) => payments.map((payment) => payment.hash))
    for (const named of [scheduler.pick([...others, `0x${scheduler.random.hex(32)}` as const])!, hash]) {
      await sleep(scheduler.between(0, 20_000))
      const request = { intentId, depositTransactionHash: named }
      const said = await call('retries', undefined, (engine, caller) => engine.RetryIntent(request, caller))
      if (said) sees(said.intentStatus)
    }
  }

  /** For another project's intent, every call answers that there is none. */
  async function pry(): Promise<void> {
    const other = scheduler.pick(
      world.callers.filter((one) => one.intent && one.script.projectId !== projectId),
    )?.intent
    if (!other) return
    const { intentId, originChainId: chainId } = other
    const hash = state.payments[0]?.hash ?? `0x${'00'.repeat(32)}`
    const asks: ((engine: Engine, caller: Caller) => Promise<unknown>)[] = [
      (engine, caller) => engine.GetIntentReceipt({ intentId }, caller),
      (engine, caller) => engine.CommitIntent({ intent: other }, caller),
      (engine, caller) => engine.ExecuteIntent({ intentId }, caller),
      (engine, caller) => engine.RetryIntent({ intentId, depositTransactionHash: hash }, caller),
      (engine, caller) => engine.AbortIntent({ intentId, chainId, abortTransactionHash: hash }, caller),
      (engine, caller) => engine.PrepareIntentRecovery({ intentId }, caller),
    ]
    const answer = await callOnce('looks', undefined, scheduler.pick(asks)!)
    if (answer === silence || (answer instanceof ServiceError && ['NotFound', ...beside].includes(answer.error))) return
    state.surprises.push(
      `an intent of another project answered ${answer instanceof ServiceError ? answer.error : 'well'}`,
    )
  }

  function sees(status: string): void {
    if (state.statuses.at(-1) === status) return
    say(`sees ${status}`)
    state.statuses.push(status)
  }

  async function look({ intentId }: Intent): Promise<string | undefined> {
    const seen = await call('looks', undefined, (engine, caller) => engine.GetIntentReceipt({ intentId }, caller))
    return seen?.intentReceipt.status
  }

  /** The same status from the owner's list, which always has committed intents. */
  async function lookInHistory({ intentId, ownerAddress: byOwnerAddress }: Intent): Promise<string | undefined> {
    const seen = await call('looks', undefined, (engine, caller) => engine.GetIntentHistory({ byOwnerAddress }, caller))
    const entry = seen?.intents.find((one) => one.intentId === intentId)
    if (seen?.intents.some((one) => one.receipt.projectId !== projectId))
      state.surprises.push('the history of its owner has an intent of another project')
    if (seen && !entry && state.committed) state.surprises.push('the history of its owner lacks the intent')
    return entry?.status
  }

  await sleep(script.startMs)
  const own = askOf(script, scheduler, world)
  const first = script.isTwin ? world.firstAsk() : undefined
  const isPlain = first && !first.destinationCallData && !own.destinationCallData
  const ask = isPlain ? { ...first, destinationToAddress: own.destinationToAddress } : own
  state.ask = ask
  const quoted = await call('quotes', undefined, (engine, caller) => engine.QuoteIntent(ask, caller))
  const intent = quoted?.intent
  if (intent) {
    state.intent = intent
    world.onQuoted(state)
    say(`is quoted ${intent.quote.routeProviders.join(' and ')}`)
    await sleep(scheduler.between(0, 10_000))
    const early = scheduler.chance(0.1) ? await payAsScripted(intent) : undefined
    const commit = (engine: Engine, caller: Caller) => engine.CommitIntent({ intent }, caller)
    const committed = script.commits ? await call('commits', `c${script.index}`, commit) : undefined
    state.committed = committed !== undefined
    if (state.committed && scheduler.chance(0.5)) {
      const again = await callOnce('commits again', `c${script.index}`, commit)
      if (again instanceof ServiceError && !beside.includes(again.error))
        state.surprises.push(`the commit, said again, got ${again.error}`)
      const other = { intent: { ...intent, expiresAt: 'never' } }
      const conflict = await callOnce('commits otherwise', `c${script.index}`, (engine, caller) =>
        engine.CommitIntent(other, caller),
      )
      const isRefused =
        conflict === silence ||
        (conflict instanceof ServiceError && ['RequestConflict', ...beside].includes(conflict.error))
      if (!isRefused) state.surprises.push('another body under the same key was not a conflict')
    }
    await sleep(scheduler.between(0, 8_000))
    const deposit = script.signs && state.committed ? await sign(quoted) : undefined
    let isPaid = false
    if (deposit) {
      state.signed = deposit.way ?? 'allowance'
      const started = await call(`executes with a signature (${state.signed})`, `e${script.index}`, (engine, caller) =>
        engine.ExecuteIntent({ intentId: intent.intentId, depositSignature: deposit }, caller),
      )
      // Some send the deposit themselves after a refused signature, and a few despite an accepted one.
      isPaid = !scheduler.chance(started ? 0.15 : 0.7)
    }
    const pays = !isPaid && (state.committed || scheduler.chance(script.commits ? 0.3 : 1))
    const hash = early ?? (pays ? await payAsScripted(intent) : undefined)
    const { afterMs } = script.recovers ?? {}
    if (afterMs !== undefined) {
      const atMs = scheduler.nowMs() + afterMs
      state.paymentsAtMs.push(atMs)
      scheduler.after(afterMs, name, async () => {
        const taken = await recover(intent)
        state.paymentsAtMs.splice(state.paymentsAtMs.indexOf(atMs), 1)
        if (taken && scheduler.chance(0.5)) void reportAbort(intent, taken)
      })
    }
    if (script.takesOutAfterMs !== undefined && hash) {
      await sleep(script.takesOutAfterMs)
      const taken = takeOut(intent, world.planOf(intent.intentId), world.chainOf(intent.originChainId))
      say(`takes the money out of the intent address, ${taken.slice(0, 10)}`)
      if (scheduler.chance(0.7)) void reportAbort(intent, taken)
    }
    if (state.committed && (!deposit || hash) && script.execution !== 'never') {
      await sleep(scheduler.between(0, 8_000))
      const depositTransactionHash = script.execution === 'withoutHash' ? undefined : hash
      const request = { intentId: intent.intentId, depositTransactionHash }
      await call('executes', `d${script.index}`, (engine, caller) => engine.ExecuteIntent(request, caller))
      if (script.execution === 'twice')
        await call('executes again', undefined, (engine, caller) => engine.ExecuteIntent(request, caller))
      if (script.retries && hash) await retry(intent, hash)
    }
  }
  state.isWatching = true
  while (intent && state.statuses.length < 200) {
    if (world.world.traits.includes('projects') && scheduler.chance(0.3)) await pry()
    const status = scheduler.chance(historyShare) ? await lookInHistory(intent) : await look(intent)
    if (status) sees(status)
    if (status === 'FAILED' && script.recovers && script.recovers.afterMs === undefined) await recover(intent)
    if (status === 'SUCCEEDED' || status === 'FAILED') break
    // A payment to an uncommitted quote is in no receipt once a stranger ran the batch or the owner withdrew it.
    const nothingThere = () => world.isEmpty(intent.originChainId, intent.originIntentAddress)
    if (!state.committed && (state.payments.length === 0 || nothingThere())) break
    await sleep(scheduler.between(15_000, 30_000))
  }
  state.isDone = true
}
