import pg from 'pg'

const missingDatabase = '3D000'

/** Creates the URL's database if missing, through the `postgres` database. */
export async function ensureDatabase(url: string): Promise<void> {
  try {
    await withClient(url, (client) => client.query('select 1'))
  } catch (error) {
    if ((error as { code?: string }).code !== missingDatabase) throw error
    const address = new URL(url)
    const name = pg.escapeIdentifier(address.pathname.slice(1))
    address.pathname = '/postgres'
    await withClient(address.href, (client) => client.query(`create database ${name}`))
  }
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the server stopped: the statement fails with the same error
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
