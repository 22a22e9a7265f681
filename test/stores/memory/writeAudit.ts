import type { Act, AuditRow } from '../../../src/stores/accessStore.ts'
import { defined, type Memory, plain } from './memory.ts'

type AuditEntry = Pick<AuditRow, 'act' | 'projectId'> & Partial<Pick<AuditRow, 'detail'>>

export function writeAudit(
  { access }: Memory,
  { actor, nowMs }: Act,
  { act, projectId, detail = {} }: AuditEntry,
): void {
  const id = ++access.lastId.audit
  access.audit.push(defined({ id, atMs: nowMs, actor, act, projectId, detail: plain(detail) }))
}
