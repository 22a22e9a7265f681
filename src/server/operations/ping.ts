import { interfaceVersion } from '../../interface/operations.ts'
import type { Handler } from '../call.ts'

export const ping: Handler<'Ping'> = () => ({ version: interfaceVersion })
