import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** A migrated, empty database on the Postgres server of the run, gone after `close()`. */
export async function freshDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const url = inject('postgresUrl')
  const name = `test_${process.pid}_${++made}`
  await asAdmin(url, `create database ${name} template causeway strategy file_copy`)
  return { url: withDatabase(url, name), close: () => asAdmin(url, `drop database ${name} with (force)`) }
}

let made = 0

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
