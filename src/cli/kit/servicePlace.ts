import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeOut } from './terminal.ts'

const fileName = 'service-url'

export type ServicePlace = {
  url: string
  /** URL of the admin operations, if they have their own port. */
  adminUrl?: string
}

/**
 * Writes a service's addresses to its folder, for commands run there. Returns the function that removes them. A
 * service works without the file, so a failure to write it is only reported.
 */
export function keepServicePlace(folder: string, { url, adminUrl }: ServicePlace): () => void {
  const file = join(resolve(folder), fileName)
  try {
    mkdirSync(resolve(folder), { recursive: true })
    writeFileSync(file, `${[url, ...(adminUrl ? [adminUrl] : [])].join('\n')}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    writeOut(`  warning: ${file} cannot be written (${code}): commands here need --url ${url}, see \`causeway doctor\``)
    return () => {}
  }
  return () => {
    // Another service may have started in the folder since: keep its address.
    if (readServicePlace(folder)?.url === url) rmSync(file, { force: true })
  }
}

export function readServicePlace(folder: string): ServicePlace | undefined {
  const file = join(resolve(folder), fileName)
  const [url, adminUrl] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return url ? { url, ...(adminUrl && { adminUrl }) } : undefined
}
