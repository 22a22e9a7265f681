/** A defect that a run must find: one replacement in one service file, made on load and never on disk. */
export type Mutant = { name: string; file: string; find: string; replace: string }

export const mutants: readonly Mutant[] = [
  {
    name: 'broadcast before the attempt row',
    file: 'src/chains/send/lane.ts',
    find: "await context.crashPoint('transaction.signed')",
    replace: "await chain.broadcast(raw); await context.crashPoint('transaction.signed')",
  },
  {
    name: 'new nonce on retry',
    file: 'src/chains/send/retryUnmined.ts',
    find: "case 'ambiguous':\n",
    replace:
      "case 'ambiguous':\n if (attempt.state === 'planned' && attempt.items.length > 0) { await moveAttempt(attempt, { state: 'rejected', requeue: attempt.items }, context); lane.slots.delete(slot.nonce); lane.nextOnChain = slot.nonce + 1; return }\n",
  },
  {
    name: 'lease without fence',
    file: 'src/engine/work/worker.ts',
    find: 'return await store.intents.transition({ intentId, step, leaseToken }, change)',
    replace: 'return await store.intents.transition({ intentId, step }, change)',
  },
  {
    name: 'acting on evidence that is not final',
    file: 'src/chains/read/finality.ts',
    find: "typeof depth === 'number' ? head.number - depth",
    replace: "typeof depth === 'number' ? head.number",
  },
  {
    name: 'deposit believed before it is final',
    file: 'src/engine/steps/awaitDeposit.ts',
    find: 'Promise.all([chain.head(), chain.finalBlock(plan.valueUsd)])',
    replace: '(async () => [await chain.head(), (await chain.head()).number] as const)()',
  },
  {
    name: 'finality is the same for every value',
    file: 'src/chains/read/finality.ts',
    find: 'ruleFor(definition.finality, valueUsd)',
    replace: 'ruleFor(definition.finality, 0)',
  },
  {
    name: 'nothing waits for finality',
    file: 'src/engine/steps/mined.ts',
    find: 'plan.valueUsd < settings.actOnMinedBelowUsd',
    replace: 'plan.valueUsd < settings.actOnMinedBelowUsd || plan.valueUsd > 0',
  },
  {
    name: 'a refused range of logs is taken as empty',
    file: 'src/chains/read/logReader.ts',
    find: '        node.logBlocks.refused(size)',
    replace: '        from = to + 1',
  },
  {
    name: 'the fee of the chain below is not booked',
    file: 'src/engine/books/batchReceipt.ts',
    find: 'effectiveGasPrice + l1Fee)',
    replace: 'effectiveGasPrice + 0n * l1Fee)',
  },
  {
    name: 'more is set aside than is used',
    file: 'src/engine/books/reservations.ts',
    find: 'chainId, token, amount: part.outputAmountMin, untilMs',
    replace: 'chainId, token, amount: part.outputAmountMin + 1n, untilMs',
  },
  {
    name: 'a refund is sent beside itself',
    file: 'src/engine/steps/refund.ts',
    find: "attempts[0]?.state === 'reverted' && !(await world.store.attempts.isInFlight(record.intentId, 'refund'))",
    replace: "(await world.store.attempts.isInFlight(record.intentId, 'refund'))",
  },
  {
    name: 'a header is believed for its hash',
    file: 'src/chains/read/heads.ts',
    find: 'hash, parentHash, timestampS }: Header): string =>',
    replace: 'hash, parentHash, timestampS }: Header): string => hash ||',
  },
  {
    name: 'notFound read as never',
    file: 'src/chains/send/watchLane.ts',
    find: "if ((await chain.nonce(from, 'final')) <= slot.nonce) return\n  const used = { from, nonce: slot.nonce }\n  const disproven = await Promise.all(slot.attempts.map((attempt) => chain.receipt(attempt.hash, { used })))\n  if (disproven.every((each) => each.is === 'provenNot'))",
    replace: "if (found.every((each) => each.is !== 'proven'))",
  },
  {
    name: 'FAILED before the refund is final',
    file: 'src/engine/steps/refund.ts',
    find: 'const evidence = await chain.receipt(hash, { atOrBelow: finalBlock })\n    const refunds',
    replace: 'const evidence = await chain.receipt(hash)\n    const refunds',
  },
  {
    name: 'idempotency key ignored',
    file: 'src/engine/engine.ts',
    find: 'if (key === undefined) return',
    replace: 'if (key !== undefined || key === undefined) return',
  },
  {
    name: 'commit said twice is refused',
    file: 'src/engine/execute/commitIntent.ts',
    find: 'if (record.committedAtMs !== undefined) return { intentId: record.intentId }',
    replace: '',
  },
  {
    name: 'replacement under 10 %',
    file: 'src/chains/send/lane.ts',
    find: 'bumpPercent: 15n',
    replace: 'bumpPercent: 5n',
  },
  {
    name: 'notification lost without a poll',
    file: 'src/engine/work/worker.ts',
    find: 'if (dueMs === undefined) return idleMs\n    const inMs = dueMs - clock.nowMs()\n    return Math.min(idleMs, inMs > 0 ? inMs : crowdedMs)',
    replace: 'return dueMs === 0 ? idleMs : 1e9',
  },
  {
    name: 'second deposit swallowed',
    file: 'src/engine/book/judgeByBalances.ts',
    find: 'const missing = (known?.amount ?? 0n) - balanceOf(entries, place, chainId, token)',
    replace: 'const missing = 0n * ((known?.amount ?? 0n) - balanceOf(entries, place, chainId, token))',
  },
  {
    name: 'one unit created by rounding',
    file: 'src/intents/unbooked.ts',
    find: 'amount: entry.amount - less',
    replace: 'amount: entry.amount - less + 1n',
  },
  {
    name: 'quorum lowered by a dead node',
    file: 'src/chains/read/quorum.ts',
    find: 'return answers.find((answer) => answers.filter((other) => other.key === answer.key).length >= size)',
    replace: 'return answers[0]',
  },
  {
    name: 'old hash after a reorg',
    file: 'src/chains/send/watchLane.ts',
    find: 'slot.mined = undefined\n',
    replace: '',
  },
  {
    name: 'reorged bytes are not sent again',
    file: 'src/chains/read/heads.ts',
    find: 'for (const listener of headListeners) listener(header)',
    replace:
      'const told = headListeners as { told?: number }\n if (header.number > (told.told ?? 0)) for (const listener of headListeners) listener(header)\n told.told = Math.max(told.told ?? 0, header.number)',
  },
  {
    name: 'refund forgets what came late',
    file: 'src/intents/unbooked.ts',
    find: 'const missing = folded.filter((entry) => {',
    replace: "const missing = folded.filter(({ why, to }) => why !== 'late' || to === 'owner').filter((entry) => {",
  },
  {
    name: 'a short deposit is taken as whole',
    file: 'src/engine/steps/awaitDeposit.ts',
    find: 'if (balance >= amount) {',
    replace: 'if (balance * 100n >= amount * 99n) {',
  },
  {
    name: 'lapse although money is at the head',
    file: 'src/engine/steps/awaitDeposit.ts',
    find: `if (atHead > balance || !(await hasSeen(chain, untilMs))) return wait(nextBlock(chain))
  // Our head may lag behind the nodes': one node that already shows the money is enough to go on waiting.
  if ((await chain.balance(tokenAddress, wallet)) > balance) return wait(nextBlock(chain))`,
    replace: '',
  },
  {
    name: 'late deposits are not looked for',
    file: 'src/engine/steps/transitionOf.ts',
    find: 'dueAtMs: refundAtMs, finishedAtMs',
    replace: 'dueAtMs: refundAtMs > 0 ? null : refundAtMs, finishedAtMs',
  },
  {
    name: 'paid quotes are not looked for',
    file: 'src/engine/work/refundQuotes.ts',
    find: "if (record?.step !== 'quoted') return\n  const { originChainId, originIntentAddress, depositTransaction }",
    replace:
      "if (record?.step !== 'committed') return\n  const { originChainId, originIntentAddress, depositTransaction }",
  },
  {
    name: 'a step that throws is put off for ever',
    file: 'src/engine/work/worker.ts',
    find: 'const afterMs = Math.min(failureMsMax,',
    replace: 'const afterMs = 1e9 * Math.min(failureMsMax,',
  },
  {
    name: 'commit unknown taken as failed',
    file: 'src/chains/send/sender.ts',
    find: 'if (isStoreFailure(error)) forgetLane(lane)',
    replace: '',
  },
  {
    name: 'fee uncapped on the first send',
    file: 'src/chains/send/sender.ts',
    find: 'if (tooDear(fees, call.gas, group)) continue',
    replace: 'if (tooDear(fees, call.gas, group)) void 0',
  },
  {
    name: 'balances asked before evidence',
    file: 'src/engine/steps/refund.ts',
    find: "if (run.is === 'proven') return moveTo(side === 'origin' ? 'awaitOrigin' : 'awaitDestination')",
    replace: '',
  },
  {
    name: 'refund and late delivery both paid',
    file: 'src/engine/steps/bridgeRefund.ts',
    find: 'const paid = await firstUnclaimed(record, part, refunds, world)',
    replace:
      "const paid = (await firstUnclaimed(record, part, refunds, world)) ?? { token: part.inputToken, txnHash: record.legs.find(({ leg }) => leg === 'origin')!.txnHash!, blockNumber: fromBlock }",
  },
  {
    name: 'reservation released twice',
    file: 'src/engine/steps/transitionOf.ts',
    find: "if (outcome.kind === 'wait') return { ...effects, dueAtMs }",
    replace: "if (outcome.kind === 'wait') return { ...effects, dueAtMs, release: true }",
  },
  {
    name: 'a clock that steps is believed',
    file: 'src/engine/steps/awaitDeposit.ts',
    find: 'if (atHead > balance || !(await hasSeen(chain, untilMs))) return wait(nextBlock(chain))',
    replace: 'if (atHead > balance) return wait(nextBlock(chain))',
  },
  {
    name: 'webhook before commit',
    file: 'src/webhooks/webhookWorker.ts',
    find: 'await post({ url, headers, body, signal: stopped.signal })',
    replace:
      'await post({ url, headers, body: body.replace(\'"status":"COMMITTED"\', \'"status":"EXECUTING"\').replace(\'"status":"EXECUTING"\', \'"status":"SUCCEEDED"\'), signal: stopped.signal })',
  },
  {
    name: 'webhook lost when its endpoint fails',
    file: 'src/webhooks/webhookWorker.ts',
    find: "if (statusCode >= 200 && statusCode < 300) return 'delivered'",
    replace: "if (statusCode >= 0) return 'delivered'",
  },
  {
    name: 'zombie write after the lease',
    file: 'src/engine/work/worker.ts',
    find: '.transition({ intentId, step, leaseToken }, transitionOf(record, retryLater(record), clock.nowMs()))',
    replace: '.transition({ intentId, step }, transitionOf(record, retryLater(record), clock.nowMs()))',
  },
  {
    name: 'exact-output surplus kept',
    file: 'src/intents/planBatches.ts',
    find: 'return exactAmount === undefined\n',
    replace: 'return exactAmount !== null\n',
  },
  {
    name: 'restart forgets live attempts',
    file: 'src/chains/send/lane.ts',
    find: 'for (const attempt of live) {',
    replace: 'for (const attempt of live.slice(1)) {',
  },
  {
    name: 'a message that nobody hands over is waited for',
    file: 'src/providers/oftPacket.ts',
    find: 'if (nowMs < receipt.value.minedAtMs + waitS * 1_000)',
    replace: 'if (nowMs > 0 && waitS > 0)',
  },
  {
    name: 'the refund of one of two bridges is booked again',
    file: 'src/engine/steps/bridgeRefund.ts',
    find: '{ returned: [...(progress.bridge?.returned ?? []), provider] }',
    replace: '{ returned: [...(progress.bridge?.returned ?? [])] }',
  },
  {
    name: 'one of two bridges is not waited for',
    file: 'src/engine/steps/awaitBridge.ts',
    find: 'if (amount < open.reduce((sum, { outputAmountMin }) => sum + outputAmountMin, 0n)) return undefined',
    replace: 'if (amount < 0n) return undefined',
  },
  {
    name: 'a direct transfer waits until its time is over',
    file: 'src/engine/steps/committed.ts',
    find: "if (intent.quoteRequest.fundMethod !== 'DIRECT_TRANSFER') return waitMs(leftMs + 1)",
    replace: 'if (leftMs > 0) return waitMs(leftMs + 1)',
  },
  {
    name: 'intents of other projects are answered',
    file: 'src/engine/read/findOwn.ts',
    find: 'if (!record || record.projectId !== projectId)',
    replace: 'if (!record)',
  },
  {
    name: 'a recovery is built for whoever signs',
    file: 'src/engine/execute/recoverIntent.ts',
    find: 'if (signer && sameAddress(signer, owner)) return',
    replace: 'if (signer) return',
  },
  {
    name: 'dust is four times what it is',
    file: 'src/engine/steps/dust.ts',
    find: 'return worthUsd < least &&',
    replace: 'return worthUsd < 4 * least &&',
  },
  {
    name: 'money that is refused is held after the first try',
    file: 'src/engine/steps/refund.ts',
    find: 'if (tries >= triesMax || (tries > 0 && foreseen >= foreseenMax))',
    replace: 'if (tries >= 0)',
  },
  {
    name: 'late money that its token refuses is not booked',
    file: 'src/engine/steps/refundLateDeposits.ts',
    find: '!== undefined)\n    return wait(nextPoll, await bookDust(record, walletOf(record), chain, held, world))',
    replace: '!== undefined)\n    return wait(nextPoll)',
  },
]
