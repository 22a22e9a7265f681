import { z } from 'zod'
import { boolean, choice, float, list, shape, text, time } from './fields.ts'
import type { OperationRow } from './operationRow.ts'

const noFields = z.object({})

/** The service about itself. */
export const serviceOperations = {
  Ping: {
    summary: 'Answer with the version of the interface.',
    area: 'Service',
    access: 'public',
    effect: 'read',
    request: noFields,
    response: z.object({ version: text(32).describe('Interface version') }),
    errors: [],
  },
  Clock: {
    summary: 'Answer with the time of the server.',
    area: 'Service',
    access: 'public',
    effect: 'read',
    request: noFields,
    response: z.object({ serverTime: time().describe('Now') }),
    errors: [],
  },
  RuntimeStatus: {
    summary: 'Health of store, chains and providers.',
    area: 'Service',
    access: 'public',
    effect: 'read',
    request: noFields,
    response: z.object({
      status: z
        .object({
          healthy: boolean().describe('Whether everything needed works'),
          version: text(64).describe('Version of the software'),
          startedAt: time().describe('When this process started'),
          uptimeSeconds: float().describe('Seconds since then'),
          checks: list(
            shape('RuntimeCheck', 'One thing that is watched.', {
              kind: choice(['store', 'chain', 'provider', 'worker']).describe('What it is'),
              name: text().describe('Which one'),
              healthy: boolean().describe('Whether it works'),
              detail: text(1_024).optional().describe('What is wrong, or a figure'),
            }),
            1_000,
          ).describe('Everything that is watched'),
        })
        .describe('The status'),
    }),
    errors: [],
  },
} as const satisfies Record<string, OperationRow>
