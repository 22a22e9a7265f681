import { isoTime } from '../../intents/receipt.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { TokenRole } from '../access/tokens.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

type TokenHandlers = Pick<AdminHandlers, 'CreateOperatorToken' | 'CreateAccountToken' | 'RotateTokenKey' | 'GetSession'>

const operatorDefault = 'operator'
/** Every command exchanges the secret, so a process records its use once an hour for each name and address. */
const noteOperatorEveryMs = 3_600_000

export function tokenOperations({ config, store, tokens, secret, noted }: AdminPorts): TokenHandlers {
  const issue = async (
    { role, subject, projectId, lifeS }: { role: TokenRole; subject: string; projectId?: number; lifeS?: number },
    note: (expiresAtMs: number) => Promise<void>,
  ) => {
    const { token, expiresAtMs } = tokens.issue({ role, subject, projectId }, lifeOf(lifeS, config.admin))
    await note(expiresAtMs)
    return { token, expiresAt: isoTime(expiresAtMs) }
  }
  return {
    async CreateOperatorToken(request, { act, address }) {
      if (!secret.matches(request.secret)) throw new ServiceError('Unauthorized', 'this is not the operator secret')
      await tokens.unlock(request.secret)
      const subject = request.operator ?? operatorDefault
      return issue({ role: 'operator', subject, lifeS: request.lifeS }, async () => {
        const key = `${subject} ${address}`
        if (act.nowMs < (noted.get(key) ?? 0) + noteOperatorEveryMs) return
        noted.set(key, act.nowMs)
        // The secret proves only the role, and the caller chooses the name: so record the address too.
        await store.access.note({ ...act, actor: `operator:${subject}`, act: 'secret.use', detail: { address } })
      })
    },
    CreateAccountToken: ({ account: subject, projectId, lifeS }, { act }) =>
      issue({ role: 'account', subject, projectId, lifeS }, async (expiresAtMs) => {
        const detail = { role: 'account', subject, expiresAtMs }
        await store.access.note({ ...act, act: 'token.issue', projectId, detail })
      }),
    async RotateTokenKey(_request, { act }) {
      await tokens.rotate(act)
      return {}
    },
    async GetSession(_request, { token }) {
      if (!token) throw new ServiceError('Unauthorized')
      const { role, subject, projectId, expiresAtMs } = token
      return { role, subject, projectId, expiresAt: isoTime(expiresAtMs) }
    },
  }
}

function lifeOf(lifeS: number | undefined, { tokenLifeMs, tokenLifeMsMax }: AdminPorts['config']['admin']): number {
  if (lifeS === undefined) return tokenLifeMs
  if (lifeS * 1_000 <= tokenLifeMsMax) return lifeS * 1_000
  throw new ServiceError(
    'InvalidArgument',
    `lifeS: must be at most ${Math.floor(tokenLifeMsMax / 1_000)} on this server`,
  )
}
