import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** One file of the built pages, ready to send in each encoding. */
export type BuiltFile = {
  type: string
  /** Its name changes with its content, so a browser may cache it forever. */
  isHashed: boolean
  isScript: boolean
  body(encoding: Encoding): Promise<Buffer>
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** Each build writes this file last: without it the pages are absent or incomplete. */
const lastWritten = { console: 'index.html', docs: 'hashmap.json' } as const
type Pages = keyof typeof lastWritten

/** A folder of `dist`, three levels above both `src/server/pages` and `dist/server/pages`. */
const builtFolder = (name: Pages): string => join(import.meta.dirname, '..', '..', '..', 'dist', name)

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Asynchronous, because the documents' search index takes 0.1 s to compress. */
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Brotli's highest quality takes 0.5 s for the largest file; 9 takes a tenth of that and is 3 % larger. */
const brotliQuality = 9

export const isBuilt = (name: Pages, folder = builtFolder(name)): boolean => existsSync(join(folder, lastWritten[name]))

/** Built pages by path below their folder; undefined if not built. */
export function readBuiltFiles(name: Pages, folder = builtFolder(name)): ReadonlyMap<string, BuiltFile> | undefined {
  if (!isBuilt(name, folder)) return undefined
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    paths
      .filter((path) => types[extname(path)] !== undefined)
      .map((path) => [relative(folder, path).split(sep).join('/'), builtFile(path)]),
  )
}

/** Reads the file now, not at the first request: a build beside the running service empties the folder for a moment. */
function builtFile(path: string): BuiltFile {
  const plain = readFileSync(path)
  const kept = new Map<Encoding, Promise<Buffer>>()
  const encode: Record<Encoding, () => Promise<Buffer>> = {
    br: () => compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    gzip: () => compressGzip(plain, { level: 9 }),
    identity: () => Promise.resolve(plain),
  }
  return {
    type: types[extname(path)]!,
    isScript: extname(path) === '.js',
    isHashed: path.includes(`${sep}assets${sep}`),
    body: (encoding) => {
      const body = kept.get(encoding) ?? encode[encoding]()
      kept.set(encoding, body)
      return body
    },
  }
}

/** The smallest encoding that the request accepts. */
export function encodingOf(accepted = ''): Encoding {
  const wanted = accepted.replaceAll(/[^,]+;\s*q=0(\.0*)?\s*(?=,|$)/gi, '')
  if (/\bbr\b/i.test(wanted)) return 'br'
  return /\bgzip\b/i.test(wanted) ? 'gzip' : 'identity'
}
