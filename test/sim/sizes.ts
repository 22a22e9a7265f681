/**
 * How large a run's world is, and the roles of its processes, of which all but 'api' work and send. A small world takes half the time of a
 * large one: for the same time it has twice the pairs of faults and crash points, and a large one has more steps that a fault meets.
 */
export const sizes = {
  small: { intents: [1], fleets: [['one']], nodes: [1, 2] },
  large: {
    intents: [1, 2, 2, 3, 3],
    fleets: [
      ['one', 'two'],
      ['one', 'two'],
      ['one', 'api'],
      ['one', 'two', 'api'],
    ],
    nodes: [1, 2, 2],
  },
} as const
export const smallShare = 0.65
