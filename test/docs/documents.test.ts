import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reasons } from '../../src/intents/reasons.ts'
import { checkEvent } from '../../src/sdk/checkEvent.ts'
import * as client from '../../src/sdk/client.ts'
import { hours, readers } from './hours.ts'
import { missingLine, readBlocks, readLinks, shapeOf } from './readMarkdown.ts'

const root = join(import.meta.dirname, '..', '..')
const guides = readdirSync(join(root, 'docs/guides')).map((name) => join('docs', 'guides', name))
const documents = ['README.md', 'CONTRIBUTING.md', ...guides]
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** Opens the page that a guide shows, in a browser. */
const pageTests = 'test/console/elementBrowser.ts'
const readmeLinesMax = 100

test(`the README has at most ${readmeLinesMax} lines`, () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(readmeLinesMax)
})

test('the README leads to every guide', () => {
  const targets = readLinks(textOf('README.md')).map(({ target }) => target)
  for (const file of guides) expect(targets).toContain(file)
})

test('every guide belongs to the first hour of somebody, or is a page that is opened', () => {
  const played = readers.flatMap((reader) => hours[reader].map(({ file }): string => file))
  expect(guides.filter((file) => !played.includes(file) && !textOf(pageTests).includes(file))).toEqual([])
})

test('what a document calls the text of a file here is its text', () => {
  const shown = documents.flatMap((document) =>
    readBlocks(textOf(document)).flatMap(({ mark, text }) => {
      const isHere = mark?.kind === 'file' && existsSync(join(root, mark.value))
      return isHere ? [{ document, file: mark.value, text: `${text}\n` }] : []
    }),
  )
  expect(shown.map(({ file }) => file)).toContain('examples/react-wagmi/src/useSend.ts')
  for (const { file, document, text } of shown) expect(text, `${document} shows another ${file}`).toBe(textOf(file))
})

describe.each(documents)('%s', (file) => {
  test('its links lead somewhere', () => {
    const local = readLinks(textOf(file)).filter(({ target }) => !/^(https?:|#)/.test(target))
    const dead = local.filter(({ target }) => !existsSync(join(root, dirname(file), target.split('#')[0]!)))
    expect(dead).toEqual([])
  })

  test('each of its blocks is one that is run, written or compared', () => {
    for (const { lang, line, mark } of readBlocks(textOf(file))) {
      const isOpened = lang === 'html' && textOf(pageTests).includes(file)
      const known = ['sh', 'console'].includes(lang) || isOpened || mark?.kind === 'file' || mark?.file !== undefined
      expect(known, `line ${line}: a block of "${lang}"`).toBe(true)
    }
  })
})

test('what a document shows is compared by its shape, in order', () => {
  expect(shapeOf('took   7.7 s  0xAb12  2026-11-15T07:25:03.566Z')).toBe('took # s #x# #')
  expect(missingLine('a 1\n…\nc 3', 'a 7\nb 8\nc 9')).toBeUndefined()
  expect(missingLine('c 3\na 1', 'a 7\nb 8\nc 9')).toBe('a 1')
  expect(missingLine('SUCCEEDED', 'FAILED')).toBe('SUCCEEDED')
})

test('every reason that a receipt may give can be provoked, or the guide says why not', () => {
  const guide = textOf('docs/guides/provoke-failures.md')
  expect(Object.keys(reasons).filter((code) => !new RegExp(`\\b${code}\\b`).test(guide))).toEqual([])
})

test('the guide of the client has every error that it throws', () => {
  const thrown = Object.values(client).filter((one) => typeof one === 'function' && one.prototype instanceof Error)
  expect(thrown.length).toBeGreaterThan(8)
  const guide = textOf('docs/guides/integrate-from-typescript.md')
  expect(thrown.map(({ name }) => name).filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('what callers copy finds a service on another port by CAUSEWAY_URL', () => {
  const lines = hours.integrator.slice(1).flatMap(({ file }) => textOf(file).split('\n'))
  const naming = lines.filter((line) => line.includes('127.0.0.1:4180'))
  expect(naming.length).toBeGreaterThan(8)
  expect(naming.filter((line) => !/CAUSEWAY_URL|VITE_SERVICE \?\?/.test(line))).toEqual([])
})

test('no key that a guide makes is in a commit or in a build of the image', () => {
  const guides = textOf('docs/guides/run-in-production.md') + textOf('docs/guides/keep-it-running.md')
  const made = [...guides.matchAll(/(?:signers create |> )([\w.-]*(?:-key|\.json|-secret))\b/g)].map(
    ([, file]) => file!,
  )
  expect(made).toEqual(expect.arrayContaining(['signer-1.json', 'grant-key']))
  for (const file of [...made, 'identity-key', 'operator-secret', 'secrets/grant-key', 'signer-1.json.password']) {
    expect(ignored('.gitignore', file), file).toBe(true)
    expect(ignored('.dockerignore', file), file).toBe(true)
  }
})

/** The forms that the two files use for these: the name of a file or of a folder above it, with stars. */
function ignored(list: string, path: string): boolean {
  const [top] = path.split('/')
  return textOf(list)
    .split('\n')
    .some((line) =>
      new RegExp(
        `^/?${line
          .replace(/^\/|\/$/g, '')
          .replaceAll('.', '\\.')
          .replaceAll('*', '.*')}$`,
      ).test(top!),
    )
}

test('the event that the reference shows agrees with itself', () => {
  const [, id, , data] = /```text\nid: (\d+)\nevent: (.+)\ndata: (.+)\n```/.exec(textOf('docs/reference/events.md'))!
  const event = JSON.parse(data!)
  expect(checkEvent(event, id, { intentId: event.intentId, lastId: 0 })).toEqual(event)
  for (const { status, txnHash, pendingTxnHash } of event.transactions) {
    expect(event.receiptStates).toContain(status)
    expect(/^(MINING|SUCCEEDED|FAILED)$/.test(status) ? pendingTxnHash : txnHash).toBeUndefined()
  }
})
