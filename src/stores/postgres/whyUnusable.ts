/** Why a database cannot be used and what to do, for the operator who set its URL. Never contains the password. */
export type Unusable = { what: string; remedy: string }

type Place = { at: string; user: string; name: string }

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
    why: ({ at }) => ({ what: `no host is called ${at}`, remedy: 'check the host in DATABASE_URL' }),
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
    why: ({ at, name }) => ({
      what: `${at} has no database "${name}"`,
      remedy: `create it (createdb "${name}"), or name another in DATABASE_URL`,
    }),
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

/** The error's code; for driver errors without one, a code derived from the message. */
function codeOf(error: unknown): string {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code === 'string') return code
  if (/timeout|terminated unexpectedly/i.test(message)) return 'noReply'
  return /password must be a string/.test(message) ? 'noPassword' : ''
}

function placeOf(url: string): Place {
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const host = hostname || searchParams.get('host') || 'localhost'
  const user = decodeURIComponent(username)
  return { at: `${host}:${port || 5432}`, user, name: decodeURIComponent(pathname.slice(1)) || user }
}
