import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

/** Repeats an intent's route search over the data that its quote saw. */
export function replayOperation({ replay }: AdminPorts): Pick<AdminHandlers, 'ReplayIntent'> {
  return { ReplayIntent: (request) => replay(request) }
}
