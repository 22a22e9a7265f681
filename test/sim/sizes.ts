/** Nodes of a chain, and how many of them must agree. */
const alone = { nodes: 1, quorum: 1 }
const both = { nodes: 2, quorum: 2 }
const majority = { nodes: 3, quorum: 2 }

/**
 * How large a run's world is, and the roles of its processes, of which all but 'api' work and send. A small world takes half the time of a
 * large one: for the same time it has twice the pairs of faults and crash points, and a large one has more steps that a fault meets.
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

/** Units of calls in a run; most runs count none. */
export const quotas = [undefined, undefined, undefined, 9, 1_000] as const
/** After the last fault: refunds at six minutes, the other side's later, late deposits looked at every five, and ten for good measure. */
export const calmMs = 45 * 60_000
