import { printJson } from '../../interface/json.ts'
import { interfaceVersion, type Response } from '../../interface/operations.ts'
import type { Handler } from '../http/handler.ts'

const answer: Response<'Ping'> = { version: interfaceVersion }
const raw = printJson(answer)

/** Always the same bytes, printed once: load balancers call Ping a thousand times a second. */
export const ping: Handler<'Ping'> = () => ({ raw, lasting: true })
