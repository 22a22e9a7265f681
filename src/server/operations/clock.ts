import type { Handler } from '../http/handler.ts'

export const clock: Handler<'Clock'> = (_request, { ports }) => ({
  serverTime: new Date(ports.clock.nowMs()).toISOString(),
})
