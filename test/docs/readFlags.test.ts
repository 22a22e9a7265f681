import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const script = `import { readFlags } from ${JSON.stringify(join(import.meta.dirname, '../../scripts/readFlags.ts'))}
  const flags = { seed: { type: 'string', default: '1', about: 'the first seed' } }
  console.log(JSON.stringify(readFlags('sim', flags, ['integrator', 'operator'])))`

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, '--', ...args], {
    encoding: 'utf8',
  })

const flags =
  'npm run sim -- integrator | operator [flags]\n\n  --seed <…>        the first seed (1)\n  --help            this text\n'

test.each([
  ['--help', { status: 0, stderr: '', stdout: flags }],
  ['--sede=7', { status: 2, stdout: '', stderr: expect.stringMatching(/^Unknown option '--sede'.*\n\nnpm run sim/) }],
  ['nobody', { status: 2, stdout: '', stderr: `nothing here is called nobody\n\n${flags}` }],
  ['operator', { status: 0, stderr: '', stdout: '{"values":{"seed":"1"},"named":["operator"]}\n' }],
])("a developer's command with %s", (arg, said) => {
  expect(run(arg)).toMatchObject(said)
})
