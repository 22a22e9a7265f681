const rows: readonly [seed: number, rule: string, wrong: string, fixed: string][] = [
  [
    2080,
    'FAILED is at rest',
    "After a minute's pause a process had the present time and an old chain, found no deposit at its head and let a paid intent lapse (pause, node down).",
    '`awaitDeposit`; `test/engine/awaitDeposit.test.ts`',
  ],
  [
    920000058,
    'FAILED is at rest',
    'A process paused between reading the final and the newest block: a deposit that its owner paid and withdrew in between was called unpaid (pause).',
    '`awaitDeposit`; `test/engine/committed.test.ts`',
  ],
  [
    1794849666348,
    'ledger equals chain',
    'A stranger refunded the deposit and deposited some of its token; the refund of that was booked as the refund of all, and the books kept the rest (stranger).',
    '`refund`; `test/engine/refund.test.ts`',
  ],
  [
    920000400,
    'ledger equals chain',
    'The owner withdrew the deposit and a stranger deposited some of its token, with the same effect (stranger).',
    '`refund`; `test/engine/refund.test.ts`',
  ],
  [
    940000559,
    'ledger equals chain',
    "A stranger added to the deposit; the owner withdrew both and paid again before the next poll. The run was booked against the first payment, and the books kept the stranger's tokens (stranger, pause).",
    '`bookIntent`; `test/engine/paidAgain.test.ts`',
  ],
  [
    955000188,
    'FAILED is at rest',
    'No quorum answered for two minutes; meanwhile a stranger sent the deposit back to its owner, and the intent lapsed as unpaid (node lag, node lies, crash, stranger).',
    '`awaitDeposit`; `test/engine/refund.test.ts`',
  ],
  [
    30000251,
    'liveness',
    'A quote was paid and never committed, and a stranger ran its batch before the sweep found the money: the bridge brought it to a destination that was not watched (crash, stranger).',
    '`refundQuotes`; `test/engine/refundQuotes.test.ts`',
  ],
  [
    26,
    'FAILED is at rest',
    'A paused process caught up with the chain in the middle of its last poll: the address was empty at the old head, and the intent lapsed at the new one, which showed the money (pause, node down).',
    '`awaitDeposit`; `test/engine/awaitDeposit.test.ts`',
  ],
  [
    40000920,
    'FAILED is at rest',
    'An owner signed a deposit and also paid by transfer; the relayed one failed, a stranger sent the transfer back in the first block that allows it, and the intent lapsed as unpaid (stuck, fee spike, stranger; also 40001555).',
    '`awaitOrigin`; `test/engine/sendDeposit.test.ts`',
  ],
  [
    40008766,
    'ledger equals chain',
    "An owner paid dust of another token and withdrew what a stranger had added. The intent ended as aborted with the dust at its address; a stranger sent that back later, and the books kept it (stranger). An owner's withdrawal after the end was missed the same way.",
    '`refundLateDeposits`; `test/engine/dust.test.ts`',
  ],
  [
    40009185,
    'units equal calls',
    'A statement that counts units was late; the process asked whether it had run before it had, and paused until the answer came. It took the old no for a present one, and the units of a refused call stayed spent (pause, store late).',
    '`createQuota`; `test/server/quotaRules.test.ts`',
  ],
  [
    40016278,
    'FAILED is at rest',
    'An intent lapsed while its deposit was in a block, 13 s after its time (node lag, store late, reorg).',
    'no defect of the service: the deposit was mined after the poll, and the write took 26 s; the late deposit is sent back',
  ],
  [
    60000242,
    'bridges bring or give back',
    'An intent lapsed, its owner paid late, and a stranger ran its batch, which crosses by a message that needs a delivery: it was not delivered, and the money stayed between the chains (stranger). So did a crossing by one such bridge.',
    '`refundLateDeposits`; `test/engine/ranByOthers.test.ts`',
  ],
  [
    1794909855207,
    'bridges bring or give back',
    'An intent lapsed, its owner paid late, a stranger ran its batch, and the crossing was not filled: the bridge refunded the owner, and the books kept the money in the bridge (stranger).',
    '`refundLateDeposits`; `test/engine/ranByOthers.test.ts`',
  ],
  [
    40025043,
    'liveness',
    'Too little came in time and the rest late; a stranger ran the batch, a filler paid at the destination, and reorganisations moved the run. The paused service did not see the run: the intent ended as refunded, and the fill lay at a destination that was not watched (pause, reorg, stranger).',
    '`refundLateDeposits`; `test/engine/ranByOthers.test.ts`',
  ],
  [
    40062681,
    'FAILED is at rest',
    'After a pause of 57 s, the first poll began with the old final block and ended with the present newest one: a late deposit that a stranger had sent back in between was in neither, and the intent lapsed as unpaid (pause, stranger).',
    '`awaitDeposit`; `test/engine/refund.test.ts`',
  ],
  [
    1794951170063,
    'FAILED is at rest',
    'An owner paid and withdrew, and one node said that the address had no wallet: it alone was believed that nothing can have left, and the intent lapsed as unpaid (node lies).',
    'a quorum must agree that there is no wallet, and on native amounts; `test/engine/aborted.test.ts`',
  ],
  [
    71000022,
    'gas is what it cost',
    'One of the nodes that agreed on a receipt named another gas price, which went into the books: blocks, status and logs were compared, cost and sender were not (node invents).',
    'a quorum agrees on price, gas, sender and target too; `test/chains/reads.test.ts`',
  ],
  [
    73000242,
    'bridges bring or give back',
    "An intent lapsed, its owner paid late, a stranger ran the batch, and the bridge's refund was never booked: a refund of ours, mined in the same block after a stranger's, had moved nothing and was taken for one under way (pause, stranger).",
    '`refundLateDeposits`; `test/engine/ranByOthers.test.ts`',
  ],
  [
    72000011,
    'legs say what the chain shows',
    'A node named the true hash of a block with an empty bloom or another time, and was believed where it was asked first: only hashes were compared (node invents).',
    'a quorum agrees on hash, parent and time; `test/chains/heads.test.ts`',
  ],
  [
    72000107,
    'legs say what the chain shows',
    'A run forestalled a refund that was sent, and the refund stays MINING in the receipt of an intent that succeeded. No money is concerned.',
    'not fixed; `npm run sim -- --strict` judges it',
  ],
  [
    330000003,
    'ledger equals chain',
    'Money came after the end and its token had stopped paying the owner: a refund would have moved nothing, so none was sent. No entry and no receipt showed the money, and the list of recoverable intents left it out (no fault).',
    '`refundLateDeposits`; `test/engine/dust.test.ts`',
  ],
]

/** Defects of the service that a run found and that were not planted. */
export const realBugs = rows.map(([seed, rule, wrong, fixed]) => ({ seed, rule, wrong, fixed }))
