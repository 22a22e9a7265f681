import { expect, test } from 'vitest'
import { type Arising, errorsPage } from '../../scripts/referencePages.ts'
import { type ErrorName, errors } from '../../src/interface/errors.ts'
import { useForAll } from '../useParts.ts'
import { errorCases } from './errorCases.ts'
import { startErrorFixture } from './errorSetup.ts'

const page = new URL('../../docs/reference/errors.md', import.meta.url).pathname
const byClient = new Set<ErrorName>(['WebrpcRequestFailed', 'WebrpcClientAborted', 'WebrpcStreamLost'])
const names = Object.keys(errorCases) as ErrorName[]
const arisings: Partial<Record<ErrorName, Arising>> = {}

const fixture = useForAll(startErrorFixture)

test('there are 43 errors, and a way to each', () => {
  expect(names).toHaveLength(43)
  expect(names.toSorted()).toEqual(Object.keys(errors).toSorted())
})

test.each(names)('%s', async (name) => {
  const { how, figures, run } = errorCases[name]
  const { status, body, headers } = await run(fixture)
  const { code, status: expected, msg } = errors[name]
  expect(body).toEqual({
    error: name,
    code,
    msg,
    status: expected,
    ...('cause' in body && { cause: expect.any(String) }),
  })
  expect(status).toBe(expected)
  const cause = body.cause as string | undefined
  expect(cause ?? '', 'a cause never holds a stack, a query, a path or the address of a node').not.toMatch(
    /\bat \S+ \(|\.[jt]s:\d+|\bselect\b.*\bfrom\b|\/(?:src|node_modules|work|home|root|tmp)\/|https?:\/\/|cw_1_/i,
  )
  if (!byClient.has(name)) {
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': expect.any(String) })
    expect(cause, 'what a person needs to know').toBeTruthy()
  }
  if (expected === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  arisings[name] = { how, ...(cause && !figures && { cause: withoutIds(cause) }) }
})

test('the reference says how each arises', async () => {
  expect(Object.keys(arisings)).toHaveLength(43)
  await expect(errorsPage(arisings as Record<ErrorName, Arising>)).toMatchFileSnapshot(page)
})

/** Ids, addresses, numbers of projects and times are different every time. */
function withoutIds(cause: string): string {
  return cause
    .replaceAll(/0x[0-9a-f]{16,}/gi, '0x…')
    .replaceAll(/\bproject \d+/g, 'project 7')
    .replaceAll(/\bagain in \d+ s/g, 'again in 5 s')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2027-01-01T00:00:00.000Z')
}
