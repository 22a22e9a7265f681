import { expect, test } from 'vitest'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { isError } from '../../src/sdk/causewayError.ts'
import { operatorSecret, serveWithAdmin } from './adminSetup.ts'

/** Two servers on one database, and the operator at both. */
async function twoServers() {
  const one = await serveWithAdmin()
  const other = await serveWithAdmin({ databaseUrl: one.databaseUrl })
  const { token } = await one.operator.createOperatorToken({ secret: operatorSecret })
  const admins = [one, other].map(({ url }) => createAdminClient({ url, token }))
  return { one, other, admin: (at: number) => admins[at % admins.length]! }
}

/** How many calls ended how, by the name of the error. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(calls)) {
    const error: unknown = result.status === 'rejected' ? result.reason : undefined
    const name = result.status === 'fulfilled' ? 'done' : isError(error) ? error.error : String(error)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('however many disable the keys of a project, one key is left', async () => {
  const { one, admin } = await twoServers()
  const projectId = (await one.operator.createProject({ name: 'Shop' })).project.id
  const keyIds: number[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    keyIds.push((await one.operator.createAccessKey({ projectId, name })).key.id)
  }
  const calls = keyIds.map((keyId, at) => admin(at).disableAccessKey({ projectId, keyId }))
  expect(await outcomes(calls)).toEqual({ done: 3, AtLeastOneKey: 1 })
  const { keys } = await one.operator.listAccessKeys({ projectId })
  expect(keys.filter(({ active, isDefault }) => active && isDefault)).toHaveLength(1)
})

test('a token of one server opens the other, and what was taken away is gone at both', async () => {
  const { one, other } = await twoServers()
  const projectId = (await one.operator.createProject({ name: 'Shop' })).project.id
  await one.operator.addMember({ projectId, account: 'bea' })
  const { token } = await one.operator.createAccountToken({ account: 'bea' })
  const bea = createAdminClient({ url: other.url, token })
  expect((await bea.getProject({ projectId })).project.name).toBe('Shop')
  await one.operator.removeMember({ projectId, account: 'bea' })
  await expect(bea.getProject({ projectId })).rejects.toMatchObject({ error: 'UnauthorizedUser' })
})
