import type { AdminHandlers, AdminPorts } from './adminHandler.ts'
import { boardOperations } from './boardOperations.ts'
import { booksOperation } from './booksOperation.ts'
import { countOperations } from './countOperations.ts'
import { fundsOperations } from './fundsOperations.ts'
import { keyOperations } from './keyOperations.ts'
import { projectOperations } from './projectOperations.ts'
import { replayOperation } from './replayOperation.ts'
import { sponsorOperations } from './sponsorOperations.ts'
import { switchOperations } from './switchOperations.ts'
import { tokenOperations } from './tokenOperations.ts'
import { webhookOperations } from './webhookOperations.ts'

/** The handler of each admin operation. */
export function createAdminHandlers(ports: AdminPorts): AdminHandlers {
  return {
    ...tokenOperations(ports),
    ...projectOperations(ports),
    ...keyOperations(ports),
    ...switchOperations(ports),
    ...fundsOperations(ports),
    ...sponsorOperations(ports),
    ...boardOperations(ports),
    ...booksOperation(ports),
    ...countOperations(ports),
    ...replayOperation(ports),
    ...webhookOperations(ports),
  }
}
