import type { AdminHandlers, AdminPorts } from './adminHandler.ts'
import { fundsOperations } from './fundsOperations.ts'
import { keyOperations } from './keyOperations.ts'
import { projectOperations } from './projectOperations.ts'
import { switchOperations } from './switchOperations.ts'
import { tokenOperations } from './tokenOperations.ts'
import { webhookOperations } from './webhookOperations.ts'

/** What answers each admin operation. */
export function createAdminHandlers(world: AdminPorts): AdminHandlers {
  return {
    ...tokenOperations(world),
    ...projectOperations(world),
    ...keyOperations(world),
    ...switchOperations(world),
    ...fundsOperations(world),
    ...webhookOperations(world),
  }
}
