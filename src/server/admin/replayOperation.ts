import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

/** Repeats a route's search over the data of its quote. */
export function replayOperation({ replay }: AdminPorts): Pick<AdminHandlers, 'ReplayIntent'> {
  return { ReplayIntent: (request) => replay(request) }
}
