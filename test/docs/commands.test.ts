import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/loadConfig.ts'
import { freePort } from '../../src/host/ports.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { createHours } from './createHours.ts'
import { type Block, missingLine, readBlocks } from './readMarkdown.ts'
import { type ScratchClone, scratchClone } from './scratchClone.ts'
import { openShell, type Shell } from './shell.ts'

const guide = (name: string) => join('docs', 'guides', `${name}.md`)
/** Against the service that the README starts, in this order. */
const onTheService = [
  'README.md',
  guide('integrate-with-curl'),
  guide('integrate-from-typescript'),
  guide('integrate-with-python'),
  guide('destination-calls'),
  guide('verify-webhooks'),
  guide('move-from-another-service'),
  guide('security-model'),
]
const usualUrl = 'http://127.0.0.1:4180'

let clone: ScratchClone
let service: Shell
/** What documents call by its usual place, and where it is here. */
let places: [usual: string, here: string][] = []
const hours = createHours()
/** Every file that a document has written. */
const written: string[] = []

beforeAll(async () => {
  clone = scratchClone()
  const startedMs = performance.now()
  service = open({ PORT: '0' })
  const start = blocksOf('README.md').find(({ mark }) => mark?.kind === 'background')!
  const ready = await service.background(start.text, start.mark!.value)
  hours.played('README.md', performance.now() - startedMs)
  places = [[usualUrl, ready.replace('ready ', '')]]
  // Receivers of webhooks.
  for (const usual of ['9101', '9102']) places.push([usual, String(await freePort())])
})

afterAll(async () => {
  await service?.close()
  clone?.remove()
  console.log(`\nthe first hours, played from the documents:\n${hours.told()}`)
})

for (const file of onTheService) {
  test(`${file}: every command does what it says`, async () => {
    await runDocument(file, { done: ['npm start'], env: { CAUSEWAY_URL: places[0]![1] } })
    if (file === 'README.md') await requireReadable('causeway.config.ts')
  })
}

test(`${guide('run-in-production')} and run-on-a-cluster: every command does what it says`, async () => {
  await service.close()
  const database = await freshDatabase()
  const [port, workerPort] = [await freePort(), await freePort()]
  places = [
    [usualUrl, `http://127.0.0.1:${port}`],
    ['4181', String(workerPort)],
    ['postgres://causeway:secret@127.0.0.1:5432/causeway', database.url],
  ]
  await runDocument(guide('run-in-production'), { env: { PORT: String(port), CAUSEWAY_URL: places[0]![1] } })
  await runDocument(guide('run-on-a-cluster'), { env: {} })
  await runDocument(guide('keep-it-running'), { env: {} })
  await database.close()
})

for (const name of ['add-a-chain', 'add-a-provider']) {
  test(`${guide(name)}: every command does what it says`, async () => {
    places = [['8550', String(await freePort())]]
    await runDocument(guide(name), { env: {} })
  })
}

test('what documents write in TypeScript has the right types', async () => {
  const shell = open({})
  writeTo('tsconfig.docs.json', JSON.stringify({ extends: './tsconfig.json', include: written.filter(isTypeScript) }))
  await shell.run('npx tsc -p tsconfig.docs.json')
  await shell.close()
})

const isTypeScript = (file: string): boolean => file.endsWith('.ts')

/** A configuration that a document shows for real chains is read and refused nothing, and gone before anything is started with it. */
async function requireReadable(file: string): Promise<void> {
  const { config } = await loadConfig({ folder: clone.folder, file })
  expect(config.chains.map(({ id }) => id)).toEqual([1, 8453])
  rmSync(join(clone.folder, file))
  written.splice(written.indexOf(file), 1)
}

/** Runs what a document says, block after block. `done` has been run already. */
async function runDocument(
  file: string,
  { done = [], env }: { done?: readonly string[]; env: Record<string, string> },
): Promise<void> {
  const shell = open(env)
  const startedMs = performance.now()
  try {
    let output = ''
    for (const block of blocksOf(file)) {
      if (done.includes(block.text)) continue
      const at = `${file}, line ${block.line}`
      if (block.mark?.kind === 'file') writeTo(block.mark.value, here(block.text))
      else if (block.mark?.kind === 'after') insertInto(block.mark.file!, block.mark.value, block.text)
      else if (block.mark?.kind === 'background') {
        await shell.background(here(block.text), block.mark.value)
        places.push(...nodesIn(shell.said()))
      } else if (block.lang === 'sh') output = await shell.run(here(block.text))
      else if (block.lang === 'console') {
        expect(missingLine(block.text, output), `${at} shows a line that was not printed. This was:\n${output}`).toBe(
          undefined,
        )
      } else throw new Error(`${at}: nobody knows what to do with a block of "${block.lang}"`)
    }
    hours.played(file, performance.now() - startedMs)
  } finally {
    await shell.close()
  }
}

const blocksOf = (file: string): Block[] => readBlocks(readFileSync(join(clone.folder, file), 'utf8'))

function open(env: Record<string, string>): Shell {
  const { PATH, HOME } = process.env
  return openShell({ cwd: clone.folder, scripts: clone.scripts, env: { PATH, HOME, ...env } })
}

/** In one pass: a port that was put in may contain the digits of one that is still to be replaced. */
function here(text: string): string {
  const now = new Map(places)
  const usual = [...now.keys()].map((place) => place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return usual.length === 0 ? text : text.replace(new RegExp(usual.join('|'), 'g'), (place) => now.get(place)!)
}

/** The nodes as `npm run devnet` prints them, in the order of their usual ports; for http and for sockets. */
function nodesIn(said: string): [string, string][] {
  const ports = [...said.matchAll(/^ +\w+ +313\d\d +http:\/\/127\.0\.0\.1:(\d+)$/gm)].map(([, port]) => port!)
  return ports.map((port, at) => [`127.0.0.1:${8545 + at}`, `127.0.0.1:${port}`])
}

function writeTo(path: string, text: string): void {
  const file = join(clone.folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${text}\n`)
  if (!written.includes(path)) written.push(path)
}

function insertInto(path: string, start: string, text: string): void {
  const lines = readFileSync(join(clone.folder, path), 'utf8').split('\n')
  const at = lines.findIndex((line) => line.startsWith(start))
  if (at < 0) throw new Error(`${path} has no line that begins with "${start}"`)
  writeTo(
    path,
    lines
      .toSpliced(at + 1, 0, text)
      .join('\n')
      .trimEnd(),
  )
}
