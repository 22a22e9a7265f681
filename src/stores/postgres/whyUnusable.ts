/** Why a database cannot be used and what to do, for the operator who set its URL. Never contains the password. */
export type Unusable = { what: string; remedy: string }

type Place = { at: string; host: string; user: string; name: string }

export const standbyRemedy =
  'point DATABASE_URL at the primary, or at a proxy that follows it (HAProxy with httpchk /primary)'
export const poolerLoses = 'a pooler lends connections by transaction and loses prepared statements'
export const poolerRemedy =
  'pool by session (PgBouncer: pool_mode = session), go past the pooler, or use PgBouncer 1.21 or newer with max_prepared_statements'
const grantRows = (user: string): string =>
  `grant select, insert, update, delete on all tables in schema public to "${user}"`

const reasons: { codes: readonly string[]; why(place: Place): Unusable }[] = [
  {
    codes: ['ECONNREFUSED', 'ENOENT'],
    why: ({ at }) => ({
      what: `nothing listens at ${at}`,
      remedy: 'start Postgres there, or point DATABASE_URL to where it runs',
    }),
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN'],
    why: ({ host }) => ({ what: `no host is called ${host}`, remedy: 'check the host in DATABASE_URL' }),
  },
  {
    codes: ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'noReply'],
    why: ({ at }) => ({
      what: `${at} does not answer`,
      remedy: 'check host and port in DATABASE_URL, and that no firewall is between',
    }),
  },
  {
    // Wrong password, or pg_hba.conf has no rule that admits this user from this host.
    codes: ['28P01', '28000', 'noPassword'],
    why: ({ at, user }) => ({
      what: `${at} refuses the user "${user}"`,
      remedy: 'check user and password in DATABASE_URL (characters such as @ and / are written as %40 and %2F)',
    }),
  },
  {
    codes: ['3D000'],
    why: ({ at, user, name }) => ({
      what: `${at} has no database "${name}"`,
      remedy: `let a role that may create databases run createdb --owner="${user}" "${name}", or name another in DATABASE_URL`,
    }),
  },
  {
    codes: ['rows'],
    why: ({ user, name }) => ({
      what: `the user "${user}" may not read and write all tables of "${name}"`,
      remedy: `let an administrator run: ${grantRows(user)}`,
    }),
  },
  {
    codes: ['owner'],
    why: ({ user, name }) => ({
      what: `the user "${user}" may not change tables of "${name}", which another owns`,
      remedy: 'run `causeway migrate` with a DATABASE_URL of their owner, then start',
    }),
  },
  {
    codes: ['recovery'],
    why: ({ at }) => ({ what: `${at} is a standby, which only reads`, remedy: standbyRemedy }),
  },
  {
    codes: ['25006'],
    why: ({ at }) => ({
      what: `${at} only reads: it is a standby, or was set to read only`,
      remedy: 'point DATABASE_URL at the primary; `causeway doctor` says which of both it is',
    }),
  },
  {
    // The prepared statement exists already or is gone: a pooler lent the connection to another client in between.
    codes: ['42P05', '26000'],
    why: () => ({ what: poolerLoses, remedy: poolerRemedy }),
  },
  {
    codes: ['42501'],
    why: ({ user, name }) => ({
      what: `the user "${user}" may not create tables in "${name}"`,
      remedy: `let an administrator run: grant create on schema public to "${user}"`,
    }),
  },
  {
    codes: ['53300'],
    why: ({ at }) => ({
      what: `${at} has no connection left`,
      remedy: 'raise max_connections there, or run fewer processes',
    }),
  },
]

/** Undefined if the error is not about connecting or logging in. */
export function whyUnusable(error: unknown, url: string): Unusable | undefined {
  const code = codeOf(error)
  return reasons.find(({ codes }) => codes.includes(code))?.why(placeOf(url))
}

/** Like `whyUnusable`, but with the database's own message for errors that it does not explain. */
export const unusable = (error: unknown, url: string): Unusable =>
  whyUnusable(error, url) ?? { what: (error as Error).message, remedy: 'check DATABASE_URL and that Postgres runs' }

/** The error's code; where it has none or one for several causes, a code derived from the message. */
function codeOf(error: unknown): string {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (code === '42501' && /for (table|relation|view|sequence) /.test(message)) return 'rows'
  if (code === '42501' && /must be owner/.test(message)) return 'owner'
  if (code === '25006' && /during recovery/.test(message)) return 'recovery'
  if (typeof code === 'string') return code
  if (/timeout|terminated unexpectedly/i.test(message)) return 'noReply'
  return /password must be a string/.test(message) ? 'noPassword' : ''
}

function placeOf(url: string): Place {
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const host = hostname || searchParams.get('host') || 'localhost'
  const user = decodeURIComponent(username)
  return { at: `${host}:${port || 5432}`, host, user, name: decodeURIComponent(pathname.slice(1)) || user }
}
