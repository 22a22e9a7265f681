const rows: readonly [seed: number, rule: string, wrong: string, mended: string][] = [
  [
    2080,
    'FAILED is at rest',
    'A process that stood still for a minute woke with the time of now and the chain of then, found no deposit at its head and let a paid intent lapse (pause, node down).',
    '`awaitDeposit` lets nothing lapse on a head older than the deadline, nor while one node shows the money; `test/engine/awaitDeposit.test.ts`',
  ],
  [
    920000058,
    'FAILED is at rest',
    'A process stood still after it had read the final block, and read the newest one when it woke: a deposit that had come and been taken out by its owner in between was called unpaid (pause).',
    '`awaitDeposit` waits where there is a wallet until the deadline is final too; `test/engine/committed.test.ts`',
  ],
  [
    1794849666348,
    'ledger equals chain',
    'A stranger refunded the deposit and put some of its token in its place; the refund of that was booked as the refund of all, and the books kept the rest (stranger).',
    '`refund` books every refund of what was due; `test/engine/refund.test.ts`',
  ],
  [
    920000400,
    'ledger equals chain',
    'The owner took the deposit out, and a stranger put some of its token in its place, with the same effect (stranger).',
    '`refund` looks for what its owner took out before it ends; `test/engine/refund.test.ts`',
  ],
  [
    940000559,
    'ledger equals chain',
    'A stranger added to the deposit, the owner took both out and paid again before the next look: the run was booked against the first payment, and the books kept what the stranger had given (stranger, pause).',
    '`bookIntent` asks the final block at every booking whether it holds what the books say, and reads all logs where it does not; `test/engine/paidAgain.test.ts`',
  ],
  [
    955000188,
    'FAILED is at rest',
    'No quorum answered for two minutes; when it did, a stranger had sent the deposit back to its owner, and the intent lapsed as if nothing had come (node lag, node lies, crash, stranger).',
    '`awaitDeposit` asks the events of the wallet what was sent back before it lets an intent lapse; `test/engine/refund.test.ts`',
  ],
  [
    30000251,
    'liveness',
    'A quote was paid and never committed, and a stranger ran its batch before the look for paid quotes found the money: the bridge brought it to the destination, where nobody looked (crash, stranger).',
    '`refundQuotes` takes up an expired quote whose batch was run as an intent that was committed; `test/engine/refundQuotes.test.ts`',
  ],
  [
    26,
    'FAILED is at rest',
    'A process that had stood still caught up with the chain in the middle of its last look: it had found the address empty at the old head, and let the intent lapse at the new one, which showed the money (pause, node down).',
    '`awaitDeposit` looks again where the chain came more than a block and five seconds further during the look; `test/engine/awaitDeposit.test.ts`',
  ],
  [
    40000920,
    'FAILED is at rest',
    'An owner signed a deposit and also paid it by a transfer; the relayed one failed, a stranger sent the transfer back in the first block that allows it, and the intent lapsed as if nothing had come (stuck, fee spike, stranger; also 40001555).',
    '`awaitOrigin` asks the events of the wallet what was sent back before a refused deposit lapses; `test/engine/sendDeposit.test.ts`',
  ],
  [
    40008766,
    'ledger equals chain',
    'An owner paid dust of another token and took out what a stranger had added; the intent ended as aborted with the dust at its address, a stranger sent that back later, and the books kept it (stranger). What an owner took out after the end was kept the same way.',
    '`refundLateDeposits` asks the final block at every look after the end whether it holds what the books say, and `bookIntent` reads all logs where it does not; `test/engine/dust.test.ts`',
  ],
  [
    40009185,
    'units equal calls',
    'A statement that counts units was late; the process asked whether it was carried out, before it was, and stood still until the answer came: it took the no for one of now, and the units of a refused call stayed spent (pause, store late).',
    '`createQuota` counts the time from when it asked; `test/server/quotaRules.test.ts`',
  ],
  [
    40016278,
    'FAILED is at rest',
    'An intent lapsed while its deposit was in a block; the deposit had come 13 s after its time (node lag, store late, reorg).',
    'not a defect of the service: the look found nothing, the deposit was mined after it, and the write took 26 s. A deposit that comes after its time is sent back like every late one; the rule counts it only if it came in time or has lain there for a minute',
  ],
  [
    60000242,
    'bridges bring or give back',
    'An intent lapsed, its owner paid late, and a stranger ran its batch, which crosses by a message that somebody has to deliver: nobody did, and the money stayed between the chains (stranger). A crossing by one such bridge was left the same way.',
    '`refundLateDeposits` delivers the message of a crossing that began after the end; `test/engine/ranByOthers.test.ts`',
  ],
  [
    1794909855207,
    'bridges bring or give back',
    'An intent lapsed, its owner paid late, a stranger ran its batch, and nobody filled the crossing: the bridge gave the money back to the owner, and the books had it in the bridge for ever (stranger).',
    '`refundLateDeposits` books what a bridge gives back of a crossing that began after the end; `test/engine/ranByOthers.test.ts`',
  ],
  [
    40025043,
    'liveness',
    'Too little came in time and the rest late; a stranger ran the batch, a filler paid at the destination, and reorganisations moved the run. The intent ended as refunded, and what the filler had paid lay at the destination, where nobody looked: the service had stood still meanwhile and had not seen the run (pause, reorg, stranger).',
    '`refundLateDeposits` looks at the destination of every crossing whose money came to the origin and went no further; `test/engine/ranByOthers.test.ts`',
  ],
  [
    40062681,
    'FAILED is at rest',
    'A process stood still for 57 s, and its first look on waking began with the final block of before and ended with the newest one of now: a late deposit that a stranger had sent back in between was in neither, and the intent lapsed as if nothing had come (pause, stranger).',
    '`awaitDeposit` compares the newest block of when a look began with that of its end, and looks again if the chain came far; `test/engine/refund.test.ts`',
  ],
  [
    1794951170063,
    'FAILED is at rest',
    'An owner paid and took the money out again, and one node said that there was no wallet at the address: its word was taken for it that nothing can have left, and the intent lapsed as if nothing had come (node lies).',
    'that there is no wallet is known by a quorum, at the block that the look is about, in all five places that rest on it; amounts of native token that go into the books likewise; `test/engine/aborted.test.ts`',
  ],
  [
    71000022,
    'gas is what it cost',
    'Of the nodes that agreed on a receipt one named another price of gas, and its word went into the books: blocks, status and logs were compared, what it cost and who sent it were not (node invents).',
    'the price, the gas, the sender and the target of a receipt are part of what a quorum agrees on; `test/chains/reads.test.ts`',
  ],
  [
    73000242,
    'bridges bring or give back',
    'An intent lapsed, its owner paid late, a stranger ran the batch, and what the bridge gave back was never booked: a refund of ours, mined in the same block after that of a stranger, had moved nothing and was taken for one under way for ever (pause, stranger).',
    '`refundLateDeposits` no longer waits for a refund that is final and moved nothing; `test/engine/ranByOthers.test.ts`',
  ],
  [
    72000011,
    'legs say what the chain shows',
    'A node named the true hash of a block with an empty bloom or another time, and was believed where it was asked first: only hashes were compared (node invents).',
    'a quorum agrees on hash, parent and time of every header; where blooms differ the logs are read; `test/chains/heads.test.ts`',
  ],
  [
    72000107,
    'legs say what the chain shows',
    'A refund was sent, a run forestalled it, and the refund keeps the status MINING in the receipt of an intent that succeeded. No money is concerned.',
    'not mended; `npm run sim -- --strict` judges it',
  ],
  [
    330000003,
    'ledger equals chain',
    'Money came after the end and its token had stopped paying the owner: a refund would have moved nothing, so none was sent, and no entry said what lay there. No receipt told it, and the list of recoverable intents left it out (no fault).',
    '`refundLateDeposits` books what stays because a refund would move nothing; `test/engine/dust.test.ts`',
  ],
]

/** Defects of the service that a run found and nobody had planted. */
export const realBugs = rows.map(([seed, rule, wrong, mended]) => ({ seed, rule, wrong, mended }))
