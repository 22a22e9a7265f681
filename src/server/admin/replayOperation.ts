import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

/** What a route was worth, found again from what its quote saw. */
export function replayOperation({ replay }: AdminPorts): Pick<AdminHandlers, 'ReplayIntent'> {
  return { ReplayIntent: (request) => replay(request) }
}
