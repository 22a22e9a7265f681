import type { LogEvent } from '../../../src/intents/foldEvents.ts'
import type { Hex } from '../../../src/interface/fields.ts'
import type { EventStore } from '../../../src/stores/eventStore.ts'
import { readBody } from '../../../src/stores/logBody.ts'
import { ensure } from '../../../src/stores/storeError.ts'
import type { Memory } from './memory.ts'

export const createMemoryEvents = (memory: Memory): EventStore => ({
  async ofIntent({ intentId, afterId, limit }) {
    const found = memory.events.filter((event) => event.intentId === intentId && event.id > afterId)
    return structuredClone(found.slice(0, limit))
  },
  async ofProject({ projectId, after = '0', limit }) {
    ensure(/^\d{1,16}$/.test(after), 'a position that this store did not hand out')
    const found = memory.events.filter((event) => event.projectId === projectId && event.id > Number(after))
    return structuredClone(found.slice(0, limit))
  },
})

/** Writes run one after the other here, so ids are also the order in which events become visible. */
export function logEvent(memory: Memory, intentId: Hex, body: unknown, atMs: number): void {
  const projectId = memory.intents.get(intentId)!.record.projectId
  const id = ++memory.lastId.event
  const event: LogEvent = { id, position: String(id), projectId, intentId, ...readBody(body), atMs }
  memory.events.push(JSON.parse(JSON.stringify(event)))
}
