import type { Handler } from '../http/call.ts'

export const clock: Handler<'Clock'> = (_request, { world }) => ({
  serverTime: new Date(world.clock.nowMs()).toISOString(),
})
