import type { Handler } from '../http/handler.ts'

export const clock: Handler<'Clock'> = (_request, { world }) => ({
  serverTime: new Date(world.clock.nowMs()).toISOString(),
})
