import * as z from 'zod'
import { intentProtocols } from './enums.ts'
import { bool, choice, float, list, shape, text, time } from './fields.ts'
import { svcContracts } from './intentShapes.ts'
import type { OperationRow } from './operationRow.ts'

const noFields = z.object({})

const service = { area: 'Service', access: 'public', effect: 'read' } as const

/** Facts about the service itself. */
export const serviceOperations = {
  Ping: {
    summary: 'Answer with the version of the interface.',
    ...service,
    request: noFields,
    response: z.object({ version: text(32).describe('Interface version') }),
    errors: [],
  },
  Clock: {
    summary: 'Answer with the time of the server.',
    ...service,
    request: noFields,
    response: z.object({ serverTime: time().describe('Now') }),
    errors: [],
  },
  RuntimeStatus: {
    summary: 'Health of store, chains and providers.',
    ...service,
    request: noFields,
    response: z.object({
      status: z
        .object({
          healthy: bool().describe('Whether everything needed works'),
          version: text(64).describe('Version of the software'),
          startedAt: time().describe('When this process started'),
          uptimeSeconds: float().describe('Seconds since then'),
          checks: list(
            shape('RuntimeCheck', 'One thing that is watched.', {
              kind: choice(['store', 'chain', 'provider', 'worker']).describe('What it is'),
              name: text().describe('Which one'),
              healthy: bool().describe('Whether it works'),
              detail: text(1_024).optional().describe('What is wrong, or a figure'),
            }),
            1_000,
          ).describe('Everything that is watched'),
          healthOK: bool().describe('The same as healthy'),
          branch: text(256).describe('Branch of the software; empty where it does not run from a clone'),
          commitHash: text(64).describe('Commit of the software; empty where it does not run from a clone'),
          startTime: time().describe('The same as startedAt'),
          uptime: text(32).describe('Time since the start, such as 26h3m5s'),
          hostname: text(256).describe('Name of the machine'),
          runnables: list(
            shape('Runnable', 'Work that this process does beside answering.', {
              name: text().describe('Which'),
              running: bool().describe('Whether it works'),
            }),
            100,
          ).describe('Work that this process does beside answering'),
          services: list(
            shape('ServiceHealth', 'Something that the service depends on.', {
              name: text().describe('Which one'),
              healthy: bool().describe('Whether it works'),
              error: text(1_024).optional().describe('What is wrong'),
              latency: text(32).describe('Time that it took to answer, such as 12ms'),
            }),
            1_000,
          ).describe('What the service depends on'),
        })
        .describe('The status'),
    }),
    errors: [],
  },
  GetSvcContracts: {
    summary: 'Addresses of the contracts that intents are carried out with.',
    ...service,
    deprecated: 'GetProtocolContracts',
    request: noFields,
    response: z.object({ SvcContracts: svcContracts.describe('The same on every chain') }),
    errors: [],
  },
  GetProtocolContracts: {
    summary: 'Addresses of the contracts of a version of the intent protocol.',
    ...service,
    request: z.object({
      intentProtocol: choice(intentProtocols).optional().describe('Version; the default when left out'),
    }),
    response: z.object({ SvcContracts: svcContracts.describe('The same on every chain') }),
    errors: [],
  },
  GetSupportedIntentProtocols: {
    summary: 'Versions of the intent protocol that quotes can be made for.',
    ...service,
    request: noFields,
    response: z.object({ versions: list(choice(intentProtocols), 16).describe('The versions') }),
    errors: [],
  },
  GetDefaultIntentProtocol: {
    summary: 'The version of the intent protocol that quotes are made for when none is asked for.',
    ...service,
    request: noFields,
    response: z.object({ version: choice(intentProtocols).describe('The version') }),
    errors: [],
  },
} as const satisfies Record<string, OperationRow>
