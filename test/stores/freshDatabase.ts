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
  const asAdmin = (sql: string) => query(withDatabase(url, 'postgres'), sql)
  await asAdmin(`create database ${name} template causeway strategy file_copy`)
  return { url: withDatabase(url, name), close: async () => void (await asAdmin(`drop database ${name} with (force)`)) }
}

let made = 0

/** The rows of the last statement; all run on one connection. */
export async function query<T extends object>(url: string, ...statements: string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: T[] = []
    for (const sql of statements) rows = (await client.query<T>(sql)).rows
    return rows
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
