import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { decryptKeystore } from '../../src/chains/send/keystore.ts'
import { keys } from '../chains/anvil.ts'
import { runInside } from './runInside.ts'

const folder = () => mkdtemp(join(tmpdir(), 'causeway-signers-'))
type Created = { address: string; file: string; passwordFile: string }

test('a key file and its password are made for their owner alone, and a service opens them', async () => {
  const at = await folder()
  const files = [join(at, 'one.json'), join(at, 'two.json')]
  const made: Created[] = []
  for (const file of files) {
    const run = await runInside(['signers', 'create', file, '--json'], {})
    expect(run.code).toBe(0)
    made.push(run.json<Created>())
  }
  for (const { file, passwordFile } of made)
    for (const one of [file, passwordFile]) expect((await stat(one)).mode & 0o777).toBe(0o600)
  const passwords = await Promise.all(made.map(({ passwordFile }) => readFile(passwordFile, 'utf8')))
  expect(passwords[0]).not.toBe(passwords[1])

  const env = {
    CAUSEWAY_SIGNERS_KEYSTORES: files.join(','),
    CAUSEWAY_SIGNERS_KEYSTORE_PASSWORD_FILES: made.map(({ passwordFile }) => passwordFile).join(','),
  }
  const checked = await runInside(['signers', 'check', '--json'], env)
  expect(checked.json()).toEqual({ signers: made.map(({ address, file }) => ({ address, from: file })) })

  const swapped = await runInside(['signers', 'check'], {
    ...env,
    CAUSEWAY_SIGNERS_KEYSTORE_PASSWORD_FILES: made
      .map(({ passwordFile }) => passwordFile)
      .toReversed()
      .join(','),
  })
  expect(swapped.code).not.toBe(0)
  expect(swapped.err).toMatch(/signers\.keystores: .*(one|two)\.json: the password does not open the keystore/)
  for (const password of passwords) expect(swapped.err).not.toContain(password.trim())
})

test('a key that is there already is encrypted, and can be read back', async () => {
  const file = join(await folder(), 'mine.json')
  const run = await runInside(['signers', 'create', file, '--json'], { CAUSEWAY_PRIVATE_KEY: keys[1]! })
  const { address, passwordFile } = run.json<Created>()
  expect(address).toBe(privateKeyToAccount(keys[1]!).address)
  const password = (await readFile(passwordFile, 'utf8')).trim()
  expect(await decryptKeystore(await readFile(file, 'utf8'), password)).toBe(keys[1])
})

test('nothing is written over, and a folder that cannot be written to is named', async () => {
  const at = await folder()
  const file = join(at, 'kept.json')
  await writeFile(file, 'mine')
  const again = await runInside(['signers', 'create', file], {})
  expect([again.code, again.err]).toEqual([2, expect.stringContaining(`${file} is there already`)])
  expect(await readFile(file, 'utf8')).toBe('mine')
  await chmod(at, 0o500)
  const gone = await runInside(['signers', 'create', join(at, 'missing', 'x.json')], {})
  expect(gone.err).toMatch(/cannot write .*missing\/x\.json\.password \(ENOENT\)/)
})

test('an identity key alone is told with its address, which `signers identity` certifies', async () => {
  const run = await runInside(['signers', 'check', '--json'], { CAUSEWAY_OPERATOR_IDENTITY_KEY: keys[1]! })
  const address = privateKeyToAccount(keys[1]!).address
  expect(run.json()).toEqual({ signers: [{ address, from: 'operator.identityKey (signs quotes)' }] })
})

test('a signer that is named twice, and passwords that are too few, are refused', async () => {
  const twice = await runInside(['signers', 'check'], { CAUSEWAY_SIGNERS_PRIVATE_KEYS: `${keys[0]},${keys[0]}` })
  expect(twice.err).toContain('is named twice, the second time by signers.privateKeys, number 2')
  const few = await runInside(['signers', 'check'], {
    CAUSEWAY_SIGNERS_KEYSTORES: 'a,b,c',
    CAUSEWAY_SIGNERS_KEYSTORE_PASSWORD_FILES: 'a,b',
  })
  expect(few.err).toContain('names 2 files for 3 key files')
})
