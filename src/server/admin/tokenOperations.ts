import { isoTime } from '../../intents/receipt.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { TokenRole } from '../access/tokens.ts'
import type { AdminCall, AdminHandlers, AdminPorts } from './adminHandler.ts'

type TokenHandlers = Pick<AdminHandlers, 'CreateOperatorToken' | 'CreateAccountToken' | 'RotateTokenKey' | 'GetSession'>

const operatorDefault = 'operator'

/** Who may act, and for how long. Every token that is issued is in the audit. */
export function tokenOperations({ config, store, tokens, secret }: AdminPorts): TokenHandlers {
  const issue = async (
    wanted: { role: TokenRole; subject: string; projectId?: number; lifeS?: number; actor: string },
    { act }: AdminCall,
  ) => {
    const { role, subject, projectId, actor } = wanted
    const lifeMs = lifeOf(wanted.lifeS, config.admin)
    const { token, expiresAtMs } = tokens.issue({ role, subject, projectId }, lifeMs)
    const detail = { role, subject, expiresAtMs }
    await store.access.note({ ...act, actor, act: 'token.issue', projectId, detail })
    return { token, expiresAt: isoTime(expiresAtMs) }
  }
  return {
    async CreateOperatorToken(request, call) {
      if (!secret.matches(request.secret)) throw new ServiceError('Unauthorized', 'this is not the operator secret')
      await tokens.unlock(request.secret)
      const subject = request.operator ?? operatorDefault
      return issue({ role: 'operator', subject, lifeS: request.lifeS, actor: `operator:${subject}` }, call)
    },
    CreateAccountToken: (request, call) =>
      issue({ role: 'account', subject: request.account, ...request, actor: call.act.actor }, call),
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
