import { eventKinds, eventTransaction, intentEvent } from '../src/interface/eventShapes.ts'
import { exampleOf } from '../src/interface/example.ts'
import { inspectObject } from '../src/interface/inspect.ts'
import { fence, fieldTable, markdownPage, markdownTable } from './referencePages.ts'

/** The documentation page on following an intent by stream and on webhooks. */
export function eventsPage(): string {
  const { chainId, txnHash } = exampleOf(inspectObject(eventTransaction))
  const event = {
    ...(exampleOf(inspectObject(intentEvent)) as { id: number }),
    kind: 'intent.updated' satisfies keyof typeof eventKinds,
    status: 'EXECUTING',
    receiptStates: ['MINING', 'UNKNOWN', 'UNKNOWN'],
    transactions: [{ type: 'DEPOSIT', chainId, status: 'MINING', txnHash }],
  }
  return markdownPage(
    'Events',
    'Everything that happens to an intent is written to one log, in the transaction of the change it tells of. You can read it in two ways: a stream follows one intent, webhooks deliver all events of a project. Both carry the same events.',
    markdownTable(
      ['Kind', 'Meaning'],
      Object.entries(eventKinds).map(([kind, about]) => [`\`${kind}\``, about]),
    ),
    '## IntentEvent',
    fieldTable(inspectObject(intentEvent).fields),
    '## EventTransaction',
    fieldTable(inspectObject(eventTransaction).fields),
    '## A stream',
    '`GET /intents/{intentId}/events` answers with [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html): first what has happened, then what happens. A browser’s `EventSource` reads it as it is. The rules of `GetIntentReceipt` hold: the same key, the same project, the same limits, and errors in the same envelope.',
    fence(`id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}`, 'text'),
    markdownTable(
      ['Part', 'Meaning'],
      [
        ['`id`', 'Place in the log. Sent back as `Last-Event-ID`, or `?lastEventId=`, it is where the stream goes on'],
        ['`event`', 'Kind of the event. The last one is `end`, after the event that made the intent final'],
        ['`retry`', 'Milliseconds after which to come back when the connection ends before that'],
        ['a line with a colon alone', 'A sign of life; nothing has happened'],
        ['status 204', 'The end has been seen; there is no need to come again'],
        [
          '`?accessKey=`',
          'The key, for `EventSource`, which cannot send headers. On this address only; it is not logged',
        ],
      ],
    ),
    'A stream ends by itself after some minutes, when the server stops, and when its reader takes nothing; the reader comes back and misses nothing. The client library does so by itself: `followIntent`.',
    '## Webhooks',
    'An endpoint is made with [`CreateWebhook`](admin.md#createwebhook) or `causeway webhooks create`. Messages follow [Standard Webhooks](https://www.standardwebhooks.com), so any of its libraries verifies them.',
    markdownTable(
      ['Part', 'Meaning'],
      [
        ['body', '`{"type": <kind>, "timestamp": <when>, "data": <IntentEvent>}`'],
        ['`webhook-id`', 'Names the message: the same however often it is sent'],
        ['`webhook-timestamp`', 'Unix seconds of this attempt'],
        [
          '`webhook-signature`',
          '`v1,` and the base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`, with the bytes behind `whsec_` as key; two of them, apart by a space, while a secret is being replaced',
        ],
      ],
    ),
    'Every message is sent at least once, those of one intent in order. An answer of 2xx takes it; anything else, or none in time, is a failure, and it is sent again after growing pauses for about a day. A redirect is a failure; 410 switches the endpoint off. What became of each message is in [`ListDeliveries`](admin.md#listdeliveries); [`ResendDelivery`](admin.md#resenddelivery) sends one again and [`TestWebhook`](admin.md#testwebhook) sends one without meaning.',
    'Endpoints must be https on the public internet; an operator may allow more for local use (`webhooks.allowPrivate`).',
  )
}
