import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

export type Migration = {
  number: number
  sql: string
  checksum: string
  /** Removes what an earlier version used: versions without this migration no longer start. */
  removes: boolean
}

const removing = /^-- removes what is unused since (\S+)/

const folder = new URL('./migrations/', import.meta.url)

/**
 * The files `migrations/0001.sql`, `0002.sql` and so on, in order. Never edit a released one: a database keeps the
 * checksums, and `migrate` refuses a file that differs. Files only add, so that the previous version can run beside
 * this one; a file of a later release, beginning `-- removes what is unused since <version>`, removes.
 */
export const readMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name, index) => {
      const number = index + 1
      if (name !== `${String(number).padStart(4, '0')}.sql`)
        throw new Error(`migration ${number} is missing; found ${name}`)
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { number, sql, checksum: createHash('sha256').update(sql).digest('hex'), removes: removing.test(sql) }
    })
