/** A chain's nodes, and how many must agree. */
const alone = { nodes: 1, quorum: 1 }
const both = { nodes: 2, quorum: 2 }
const majority = { nodes: 3, quorum: 2 }

/**
 * Sizes of a run's world, and the roles of its processes; all but 'api' work and send. A small world takes half the
 * time: twice the pairs of faults and crash points; a large one has more steps for a fault to meet.
 */
export const sizes = {
  small: { intents: [1], fleets: [['one']], nodes: [alone, both, majority] },
  large: {
    intents: [1, 2, 2, 3, 3],
    fleets: [
      ['one', 'two'],
      ['one', 'two'],
      ['one', 'api'],
      ['one', 'two', 'api'],
    ],
    nodes: [alone, both, majority, majority],
  },
} as const
export const smallShare = 0.65

/** Call units in a run; most runs count none. */
export const quotas = [undefined, undefined, undefined, 9, 1_000] as const
/** After the last fault: refunds from 6 min on, later on the far side, late payments every 5 min, plus 10. */
export const calmMs = 45 * 60_000
