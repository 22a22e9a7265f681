import pg from 'pg'

const missingDatabase = '3D000'

/** Makes the database of the address if it is not there, through the one that every server has. */
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
  client.on('error', () => {}) // a server that stops meanwhile: the statement fails with it
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
