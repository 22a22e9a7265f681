import * as z from 'zod'
import { adminLimits, projectId } from './adminShapes.ts'
import { eventKindNames, testKind } from './eventShapes.ts'
import { bool, choice, hash, integer, list, shape, text, time } from './fields.ts'

const urlCharsMax = 2_048
const webhooksListed = 1_000
const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED'] as const

export const webhook = shape('Webhook', 'An endpoint to which the events of a project are posted.', {
  id: integer(1).describe('Number of the endpoint'),
  projectId: integer(1).describe('Its project'),
  name: text(128).describe('For people'),
  url: text(urlCharsMax).describe('Where events are posted'),
  kinds: list(choice(eventKindNames), eventKindNames.length).describe('Kinds it receives; empty: all'),
  active: bool().describe('Whether it receives events'),
  createdAt: time().describe('Creation'),
  updatedAt: time().describe('Last change'),
})

export const delivery = shape('Delivery', 'One event on its way to one endpoint, and what became of it.', {
  id: integer(1).describe('Number of the delivery'),
  webhookId: integer(1).describe('The endpoint'),
  projectId: integer(1).describe('Its project'),
  messageId: text(128).describe('Sent as webhook-id: the same however often it is sent'),
  kind: choice([...eventKindNames, testKind]).describe('Kind of the event'),
  intentId: hash().optional().describe('The intent; absent for a test'),
  state: choice(deliveryStates).describe('PENDING: to be sent, for the first time or again'),
  attempts: integer().describe('Times it was sent since it was made or last asked for'),
  nextAttemptAt: time().optional().describe('When it is sent next, while it is pending'),
  lastAttemptAt: time().optional().describe('When it was last sent'),
  statusCode: integer(0, 999).optional().describe('What the endpoint last answered; absent where nothing came'),
  error: text().optional().describe('What went wrong last'),
  tookMs: integer().optional().describe('Milliseconds that the last attempt took'),
  createdAt: time().describe('Creation'),
})

const webhookId = () => integer(1, 2 ** 31 - 1).describe('Number of the endpoint, as ListWebhooks shows it')
const webhookRequest = z.object({ projectId: projectId(), webhookId: webhookId() })
const webhookAnswer = z.object({ webhook: webhook.describe('The endpoint') })
const secretAnswer = z.object({
  secret: text(128).describe('Signs the messages. It is shown this once'),
  webhook: webhook.describe('The endpoint'),
})
const deliveryAnswer = z.object({ delivery: delivery.describe('What is known of it now') })
const kinds = () => list(choice(eventKindNames), eventKindNames.length).optional()
const errors = ['ProjectNotFound', 'UnauthorizedUser', 'NotFound'] as const
const base = { area: 'Webhooks', access: 'member' } as const

/** Rows of the admin table about endpoints. */
export const adminWebhooks = {
  CreateWebhook: {
    ...base,
    summary: 'Have the events of a project posted to an endpoint, signed after Standard Webhooks.',
    effect: 'act',
    request: z.object({
      projectId: projectId(),
      name: text(128).describe('For people'),
      url: text(urlCharsMax).describe('Where to post; https, on the public internet unless the operator allows more'),
      kinds: kinds().describe('Kinds to receive; all by default'),
    }),
    response: secretAnswer,
    errors: ['ProjectNotFound', 'UnauthorizedUser', 'Unavailable'],
  },
  ListWebhooks: {
    ...base,
    summary: 'List the endpoints of a project.',
    effect: 'read',
    request: z.object({ projectId: projectId() }),
    response: z.object({ webhooks: list(webhook, webhooksListed).describe('The endpoints, oldest first') }),
    errors: ['ProjectNotFound', 'UnauthorizedUser'],
  },
  UpdateWebhook: {
    ...base,
    summary: 'Change an endpoint, or switch it off and on. What happens while it is off is not posted later.',
    effect: 'act',
    request: z.object({
      projectId: projectId(),
      webhookId: webhookId(),
      name: text(128).optional().describe('For people'),
      url: text(urlCharsMax).optional().describe('Where to post'),
      kinds: kinds().describe('Kinds to receive; empty: all'),
      active: bool().optional().describe('Whether it receives events'),
    }),
    response: webhookAnswer,
    errors,
  },
  DeleteWebhook: {
    ...base,
    summary: 'Forget an endpoint and its deliveries.',
    effect: 'act',
    request: webhookRequest,
    response: z.object({ webhookId: integer(1).describe('The endpoint that is no more') }),
    errors,
  },
  RotateWebhookSecret: {
    ...base,
    summary: 'Replace the secret of an endpoint; for a while messages carry a signature of either.',
    effect: 'act',
    request: z.object({
      projectId: projectId(),
      webhookId: webhookId(),
      graceS: integer(0, adminLimits.graceSMax)
        .optional()
        .describe(`Seconds that the old secret still signs, ${adminLimits.graceSDefault} by default`),
    }),
    response: secretAnswer,
    errors,
  },
  TestWebhook: {
    ...base,
    summary: 'Post a message without meaning to an endpoint, once.',
    effect: 'act',
    request: webhookRequest,
    response: deliveryAnswer,
    errors,
  },
  ListDeliveries: {
    ...base,
    summary: 'Read what was posted, and what became of it, newest first.',
    effect: 'read',
    request: z.object({
      projectId: projectId(),
      webhookId: webhookId().optional().describe('Only of this endpoint'),
      state: choice(deliveryStates).optional().describe('Only those in this state'),
      beforeId: integer().optional().describe('Read on before this delivery'),
      limit: integer(1, adminLimits.pageMax)
        .optional()
        .describe(`Rows in an answer, ${adminLimits.pageDefault} by default`),
    }),
    response: z.object({
      deliveries: list(delivery, adminLimits.pageMax).describe('The deliveries'),
      nextBeforeId: integer().optional().describe('Where to read on; absent at the end'),
    }),
    errors: ['ProjectNotFound', 'UnauthorizedUser'],
  },
  ResendDelivery: {
    ...base,
    summary: 'Post something again, whatever became of it.',
    effect: 'act',
    request: z.object({ projectId: projectId(), deliveryId: integer(1).describe('Number of the delivery') }),
    response: deliveryAnswer,
    errors,
  },
} as const

export type Webhook = z.output<typeof webhook>
export type Delivery = z.output<typeof delivery>
