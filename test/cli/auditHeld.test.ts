import { expect, test } from 'vitest'
import { operatorSecret, serveWithAdmin } from '../server/adminSetup.ts'
import { runInside } from './runInside.ts'

const fixture = async () => {
  const server = await serveWithAdmin({ config: { admin: { operatorSecret } } })
  const env = { USER: 'ada', CAUSEWAY_URL: server.url, CAUSEWAY_OPERATOR_SECRET: operatorSecret }
  return { ...server, causeway: (args: string[]) => runInside(args, env) }
}

test('the audit is read from the command line, page by page', async () => {
  const { causeway, operator } = await fixture()
  const before = await causeway(['audit', '--project', '1'])
  expect([before.code, before.out]).toEqual([0, 'nobody did anything yet\n'])
  await operator.createProject({ name: 'Shop' })
  await operator.setSwitches({ chainsPaused: [31337] })
  const [newest] = (await operator.listAudit({})).entries
  const all = await causeway(['audit'])
  expect(all.out).toMatch(/^AT +WHO +WHAT +PROJECT/)
  expect(all.out).toContain('operator:ada')
  expect(all.out).toContain(newest!.act)
  const first = await causeway(['audit', '--limit', '1'])
  const page = /--page (\d+)/.exec(first.err)?.[1]
  const second = await causeway(['audit', '--limit', '1', '--page', page!, '--json'])
  expect(second.json<{ entries: { id: number }[] }>().entries[0]!.id).toBe(Number(page) - 1)
  expect(await causeway(['audit', '--page', 'x'])).toMatchObject({ code: 2 })
})

test('that no money is held is said in words, and a state that there is not is refused', async () => {
  const { causeway } = await fixture()
  const none = await causeway(['held'])
  expect([none.code, none.out]).toEqual([0, 'nothing rests at the address of an intent that has ended\n'])
  expect((await causeway(['held', '--state', 'moving'])).out).toBe('nothing is on its way\n')
  expect(await causeway(['held', '--state', 'lost'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--state is one of held, moving, not "lost"'),
  })
})
