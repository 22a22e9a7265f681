import type { ChainEvents } from '../../src/chains/chainEvents.ts'

type Name = keyof ChainEvents
type Recorded = { [name in Name]: { name: name } & Parameters<ChainEvents[name]>[0] }[Name]

/** Keeps every event and lets a test wait for one that has come or will come. */
export function createRecorder() {
  const events: Recorded[] = []
  const waiting = new Set<() => void>()
  const record = (name: Name) => (event: unknown) => {
    events.push({ name, ...(event as object) } as Recorded)
    for (const look of waiting) look()
  }
  const names: Name[] = [
    'nodeHealth',
    'nodesDisagree',
    'reorg',
    'finalityBroken',
    'laneTaken',
    'laneLost',
    'attempt',
    'gasBalance',
    'signingPaused',
    'nonceGap',
    'laneMeasured',
    'senderFault',
    'senderWorks',
  ]
  const observe = Object.fromEntries(names.map((name) => [name, record(name)])) as ChainEvents
  const of = <N extends Name>(name: N, fields: Partial<Parameters<ChainEvents[N]>[0]> = {}) =>
    events.filter(
      (event) =>
        event.name === name &&
        Object.entries(fields).every(([key, value]) => event[key as keyof typeof event] === value),
    ) as Extract<Recorded, { name: N }>[]
  return {
    observe,
    events,
    of,
    /** Resolves once `count` such events have happened, counted from the beginning. */
    until: <N extends Name>(name: N, fields: Partial<Parameters<ChainEvents[N]>[0]> = {}, count = 1): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          if (of(name, fields).length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

export type Recorder = ReturnType<typeof createRecorder>
