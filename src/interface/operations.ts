import type { z } from 'zod'
import { earnOperations } from './earnOperations.ts'
import { intentOperations } from './intentOperations.ts'
import type { OperationRow } from './operationRow.ts'
import { recoveryOperations } from './recoveryOperations.ts'
import { routeOperations } from './routeOperations.ts'
import { serviceOperations } from './serviceOperations.ts'

/** Every operation of the interface, in the order of the reference. */
export const operations = {
  ...routeOperations,
  ...intentOperations,
  ...recoveryOperations,
  ...earnOperations,
  ...serviceOperations,
} as const satisfies Record<string, OperationRow>

export type OperationName = keyof typeof operations
export type Request<N extends OperationName> = z.output<(typeof operations)[N]['request']>
export type Response<N extends OperationName> = z.output<(typeof operations)[N]['response']>

export const operationNames = Object.keys(operations) as OperationName[]
export const interfaceVersion = '0.0.1'
