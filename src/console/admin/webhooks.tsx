import { useState } from 'preact/hooks'
import { callAdmin, describeFailure } from '../data/wire.ts'
import { clockTime, duration, tinyHash } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import {
  Card,
  Chip,
  Copy,
  Empty,
  hiddenHead,
  LinkButton,
  numHead,
  Pill,
  SmallButton,
  type Status,
  Table,
} from '../view/parts.tsx'
import { to } from '../view/router.ts'
import { say } from '../view/toast.tsx'
import { useLoad } from '../view/useLoad.ts'
import { act, isMeant } from './act.ts'

const refreshMs = 5_000

type Props = { projectId: number; turn: number; again(): void }

/** Endpoints, their deliveries and the outcomes. */
export function Webhooks({ projectId, turn, again }: Props) {
  const hooks = useLoad((signal) => callAdmin('ListWebhooks', { projectId }, signal), [projectId, turn])
  const [secret, setSecret] = useState('')
  const rotate = (webhookId: number, name: string) =>
    isMeant(`Rotate the secret of ${name}? The old secret signs for one more day.`) &&
    callAdmin('RotateWebhookSecret', { projectId, webhookId })
      .then((made) => setSecret(made.secret))
      .catch((error: unknown) => say(describeFailure(error)))
      .finally(again)
  return (
    <div class="cols">
      <Deliveries projectId={projectId} turn={turn} again={again} />
      <Card id="endpoints" title="Endpoints">
        <div class="body stack">
          {(hooks.value?.webhooks ?? []).map(({ id, name, url, active }) => (
            <div key={id}>
              <strong>{name}</strong> <span class="muted">{active ? '' : 'off'}</span>
              <p class="mono small">{url}</p>
              <p class="row wrap-row">
                <SmallButton
                  onClick={() =>
                    act(() => callAdmin('TestWebhook', { projectId, webhookId: id }), 'A test was posted', again)
                  }
                >
                  Send a test
                </SmallButton>
                <SmallButton
                  onClick={() =>
                    act(
                      () => callAdmin('UpdateWebhook', { projectId, webhookId: id, active: !active }),
                      active ? 'Switched off' : 'Switched on',
                      again,
                    )
                  }
                >
                  {active ? 'Switch off' : 'Switch on'}
                </SmallButton>
                <SmallButton aria-label={`Rotate secret of ${name}`} onClick={() => rotate(id, name)}>
                  Rotate secret
                </SmallButton>
              </p>
            </div>
          ))}
          {hooks.error && <p>{hooks.error}</p>}
          {secret && (
            <div class="callout move" role="status">
              <h3>Secret, shown this once</h3>
              <p>
                <code class="mono secret">{secret}</code> <Copy text={secret} what="the secret" />{' '}
                <LinkButton onClick={() => setSecret('')}>I have it</LinkButton>
              </p>
            </div>
          )}
          <NewEndpoint projectId={projectId} again={again} onSecret={setSecret} />
        </div>
      </Card>
    </div>
  )
}

type NewEndpointProps = Omit<Props, 'turn'> & { onSecret(secret: string): void }

function NewEndpoint({ projectId, again, onSecret }: NewEndpointProps) {
  const [url, setUrl] = useState('')
  const create = (event: Event) => {
    event.preventDefault()
    callAdmin('CreateWebhook', { projectId, name: 'console', url: url.trim() })
      .then((made) => {
        onSecret(made.secret)
        setUrl('')
      })
      .catch((error: unknown) => say(describeFailure(error)))
      .finally(again)
  }
  return (
    <form class="stack tight" onSubmit={create}>
      <input
        class="text"
        aria-label="Address of a new endpoint"
        placeholder="https://example.org/hooks"
        value={url}
        required
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      <button type="submit" class="btn">
        New endpoint
      </button>
    </form>
  )
}

function Deliveries({ projectId, turn, again }: Props) {
  const { value, error } = useLoad(
    (signal) => callAdmin('ListDeliveries', { projectId, limit: 30 }, signal),
    [projectId, turn],
    refreshMs,
  )
  const [isFailing, setFailing] = useState(false)
  const all = value?.deliveries ?? []
  const failing = all.filter(({ state, attempts }) => state === 'FAILED' || (state !== 'DELIVERED' && attempts > 0))
  const list = isFailing ? failing : all
  const filters = (
    <span class="chips">
      <Chip aria-pressed={!isFailing} onClick={() => setFailing(false)}>
        All
      </Chip>
      <Chip aria-pressed={isFailing} onClick={() => setFailing(true)}>
        Failing {failing.length}
      </Chip>
    </span>
  )
  return (
    <Card id="deliveries" title="Webhook deliveries" note={filters}>
      {error && <p class="pad">{error}</p>}
      {isFailing && list.length === 0 && <p class="pad">None of the last {all.length} fails.</p>}
      {value && all.length === 0 && !isFailing && (
        <Empty title="Nothing was posted yet">
          <p>Events of this project’s intents appear here once it has an endpoint.</p>
        </Empty>
      )}
      {list.length > 0 && (
        <Table
          label="Rows of deliveries"
          heads={['Event', 'Intent', 'Answer', numHead('Tries'), numHead('When'), hiddenHead('Acts')]}
        >
          {list.map((delivery) => (
            <tr key={delivery.id}>
              <td class="mono">{delivery.kind}</td>
              <td>
                {delivery.intentId && (
                  <a class="addr" href={to(`/intents/${delivery.intentId}`)}>
                    {tinyHash(delivery.intentId)}
                  </a>
                )}
              </td>
              <td>
                <Pill bare status={answerOf(delivery)} />
              </td>
              <td class="num">{delivery.attempts}</td>
              <td class="num">{clockTime(delivery.lastAttemptAt ?? delivery.createdAt)}</td>
              <td class="num">
                <SmallButton
                  aria-label={`Resend delivery ${delivery.id}`}
                  onClick={() =>
                    act(
                      () => callAdmin('ResendDelivery', { projectId, deliveryId: delivery.id }),
                      'Posted again',
                      again,
                    )
                  }
                >
                  Resend
                </SmallButton>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

type Delivery = Awaited<ReturnType<typeof callAdmin<'ListDeliveries'>>>['deliveries'][number]

function answerOf({ state, statusCode, tookMs, error, nextAttemptAt, attempts }: Delivery): Status {
  if (state === 'DELIVERED') return { tone: 'ok', word: `${statusCode ?? ''} in ${tookMs ?? 0} ms` }
  if (state === 'FAILED') return { tone: 'act', word: `${statusCode ?? error ?? 'no answer'}, given up` }
  const waitMs = nextAttemptAt ? Date.parse(nextAttemptAt) - nowMs.value : 0
  // Never tried, resent by hand (which resets `attempts`), or due: an earlier answer is not why it waits.
  if (attempts === 0 || waitMs <= 0) return { tone: 'move', word: 'Being sent' }
  return { tone: 'back', word: `${statusCode ?? error ?? 'no answer'}, again in ${duration(waitMs)}` }
}
