import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Block, inserted, missingLine, readBlocks } from './readMarkdown.ts'
import { type ScratchClone, scratchClone } from './scratchClone.ts'
import { openShell, type Shell } from './shell.ts'

/** What a document names by its usual place, and where it is here. */
export type Place = readonly [usual: string, here: string]

export type PlayOptions = {
  env?: Record<string, string>
  places?: readonly Place[]
  /** Called while the document's processes still run, with their output. */
  whileRunning?: (said: string) => Promise<void>
}

export type Player = {
  clone: ScratchClone
  /** Starts what the README starts and returns its address; keeps a running service. */
  startService(): Promise<string>
  stopService(): Promise<void>
  /** Does what a document says, block by block; throws at the first difference. */
  play(file: string, options?: PlayOptions): Promise<void>
  /** Runs one command in the clone. */
  run(text: string): Promise<string>
  /** TypeScript files written by documents, relative to the clone. */
  typeScript(): string[]
  /** Removes what a document has written. */
  forget(file: string): void
  close(): Promise<void>
}

const usualUrl = 'http://127.0.0.1:4180'

/**
 * A clone in which documents are played literally, block by block. Without `startsNpx`, `npx` runs the clone's own
 * program: npm takes longer to find one than most of them run.
 */
export function openPlayer({
  startsNpx = true,
  ...options
}: {
  isInstalled?: boolean
  startsNpx?: boolean
} = {}): Player {
  const clone = scratchClone(options)
  const programs = startsNpx ? '' : `${quickNpx(clone)}:`
  const written = new Set<string>()
  let service: { shell: Shell; url: string } | undefined

  const blocksOf = (file: string): Block[] => readBlocks(readFileSync(join(clone.folder, file), 'utf8'))
  const isStart = (block: Block) => block.mark?.kind === 'background' && block.text === 'npm start'
  const open = (env: Record<string, string>) =>
    openShell({
      cwd: clone.folder,
      scripts: clone.scripts,
      env: { ...inherited(), COLUMNS: '80', PATH: programs + process.env.PATH, ...env },
    })

  function write(path: string, text: string): void {
    const file = join(clone.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${text}\n`)
    written.add(path)
  }

  async function playBlock(shell: Shell, block: Block, places: Place[], output: string): Promise<string> {
    const { mark, lang } = block
    const text = withPlaces(block.text, places)
    if (mark?.kind === 'file') write(mark.value, text)
    else if (mark?.file)
      write(mark.file, inserted(readFileSync(join(clone.folder, mark.file), 'utf8'), mark, block.text))
    else if (mark?.kind === 'background') {
      await shell.background(text, mark.value)
      places.push(...nodesIn(shell.said()))
    } else if (lang === 'sh') return shell.run(text)
    else if (lang === 'console') {
      const missing = missingLine(block.text, output)
      if (missing !== undefined) throw new Error(`it shows "${missing}", which was not printed. This was:\n${output}`)
    } else throw new Error(`nobody knows what to do with a block of "${lang}"`)
    return output
  }

  return {
    clone,
    startService: async () => {
      if (service) return service.url
      const start = blocksOf('README.md').find(isStart)!
      const shell = open({ PORT: '0' })
      const ready = await shell.background(start.text, start.mark!.value).catch(async (error: unknown) => {
        await shell.close()
        throw error
      })
      service = { shell, url: ready.replace('ready ', '') }
      return service.url
    },
    stopService: async () => {
      await service?.shell.close()
      service = undefined
    },
    play: async (file, { env = {}, places = [], whileRunning } = {}) => {
      const shell = open({ ...(service && { CAUSEWAY_URL: service.url }), ...env })
      const known: Place[] = [...(service ? [[usualUrl, service.url] as const] : []), ...places]
      try {
        let output = ''
        for (const block of blocksOf(file)) {
          if (service && isStart(block)) continue
          output = await playBlock(shell, block, known, output).catch((error: Error) => {
            throw new Error(`${file}, line ${block.line}: ${error.message}`)
          })
        }
        await whileRunning?.(shell.said())
      } finally {
        await shell.close()
      }
    },
    run: async (text) => {
      const shell = open({})
      try {
        return await shell.run(text)
      } finally {
        await shell.close()
      }
    },
    // Examples have their own compiler and settings, which their guides call.
    typeScript: () => [...written].filter((file) => file.endsWith('.ts') && !file.startsWith('examples/')),
    forget: (file) => {
      rmSync(join(clone.folder, file))
      written.delete(file)
    },
    close: async () => {
      await service?.shell.close()
      if (existsSync(clone.folder)) clone.remove()
    },
  }
}

/** A folder with an `npx` that only knows the clone's programs. */
function quickNpx({ scripts, folder }: ScratchClone): string {
  const bin = join(scripts, 'bin')
  mkdirSync(bin)
  const own = `[ "$name" = causeway ] && exec node '${folder}/bin/causeway.mjs' "$@"`
  const script = `#!/bin/sh\nname=$1\nshift\n${own}\nexec '${folder}/node_modules/.bin/'"$name" "$@"\n`
  writeFileSync(join(bin, 'npx'), script, { mode: 0o755 })
  return bin
}

/** A reader's environment plus npm's registry; nothing that configures a service. */
function inherited(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) => name === 'PATH' || name === 'HOME' || /^npm_config_(registry|cache|cafile)$/i.test(name),
  )
  return Object.fromEntries(kept)
}

// One pass: an inserted port may contain digits of one still to be replaced.
function withPlaces(text: string, places: readonly Place[]): string {
  const now = new Map(places)
  const usual = [...now.keys()].map((place) => place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return usual.length === 0 ? text : text.replace(new RegExp(usual.join('|'), 'g'), (place) => now.get(place)!)
}

/** The nodes as `npm run devnet` prints them, in the order of their usual ports; for http and for sockets. */
function nodesIn(said: string): Place[] {
  const ports = [...said.matchAll(/^ +\w+ +313\d\d +http:\/\/127\.0\.0\.1:(\d+)$/gm)].map(([, port]) => port!)
  return ports.map((port, at) => [`127.0.0.1:${8545 + at}`, `127.0.0.1:${port}`])
}
