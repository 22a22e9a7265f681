import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { parseFlags } from '../../src/cli/kit/flags.ts'
import { runCli } from './runCli.ts'
import { runInside } from './runInside.ts'

test('without a command, and with --help, every command is listed', async () => {
  const bare = await runCli([])
  expect(bare.code).toBe(2)
  const asked = await runCli(['--help'])
  expect([asked.code, asked.out]).toEqual([0, bare.err])
  for (const name of Object.keys(commands)) expect(asked.out).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})

test.each(Object.entries(commands))(
  '%s: help has examples, and each example is one the command understands',
  async (_name, { load }) => {
    const made = await load()
    const children = Object.values(made.children)
    for (const command of children.length > 0 ? children : [made]) {
      expect(command.help()).toContain('exit codes')
      for (const flag of Object.keys(command.flags))
        expect(command.help()).toMatch(new RegExp(`^  --${flag}[ \\n]`, 'm'))
      expect(command.examples.length).toBeGreaterThan(0)
      for (const example of command.examples) {
        expect(example.startsWith(command.name), example).toBe(true)
        // A hash is shortened for the eye.
        const rest = example
          .replace(/0x\w+…\w+/, `0x${'3f'.repeat(32)}`)
          .slice(command.name.length)
          .trim()
          .split(' ')
          .filter(Boolean)
        expect(() => parseFlags(rest, command.flags), example).not.toThrow()
      }
    }
  },
)

test.each(Object.keys(commands))('%s --help and -h print the same help and nothing happens', async (name) => {
  const help = (await commands[name]!.load()).help()
  expect(await runInside([name, '--help'], {})).toMatchObject({ code: 0, out: `${help}\n`, err: '' })
  expect(await runInside([name, '-h'], {})).toMatchObject({ code: 0, out: `${help}\n`, err: '' })
})

test.each(Object.keys(commands))(
  '%s refuses a flag that does not exist, with the exit code of misuse',
  async (name) => {
    const { code, err } = await runInside([name, '--hlep'], {})
    expect([code, err]).toEqual([2, expect.stringMatching(/^causeway: .*--hlep"?\n {2}to do: /)])
  },
)

test('a command of commands lists them, and says which one was meant', async () => {
  const { out } = await runInside(['keys', '--help'], {})
  expect(out).toMatch(/^ {2}keys rotate +\w/m)
  const misspelt = await runInside(['keys', 'rotat'], {})
  expect([misspelt.code, misspelt.err]).toEqual([
    2,
    'causeway: keys has no command "rotat"\n  to do: did you mean "causeway keys rotate"?\n',
  ])
  const alone = await runInside(['keys'], {})
  expect(alone.code).toBe(2)
  expect(alone.err).toMatch(
    /which of the commands of keys\?\n {2}to do: one of create, [\w, ]*rotate[\w, ]*; causeway keys/,
  )
})

/** Every command that does something, those of groups included. */
const all = async () => {
  const made = await Promise.all(Object.values(commands).map(({ load }) => load()))
  return made.flatMap((one) => (Object.keys(one.children).length > 0 ? [one, ...Object.values(one.children)] : [one]))
}

test('all help fits 80 columns', async () => {
  const wide = (await all()).flatMap(({ name, help }) =>
    help()
      .split('\n')
      .filter((line) => line.length > 80)
      .map((line) => `${name}: ${line}`),
  )
  const { out } = await runCli(['--help'])
  expect([...wide, ...out.split('\n').filter((line) => line.length > 80)]).toEqual([])
})

/** Flags whose word has two meanings for people too: the ends of a move, and a token of money or of access. */
const ofTwoKinds = ['from', 'to', 'token']

test('one grammar: a flag takes the same kind of value wherever it stands', async () => {
  const kinds = new Map<string, Set<string>>()
  for (const { name, flags, children } of await all()) {
    if (name === 'serve' || Object.keys(children).length > 0) continue
    for (const [flag, { value = 'switch' }] of Object.entries(flags)) {
      kinds.set(flag, (kinds.get(flag) ?? new Set()).add(value))
    }
  }
  const mixed = [...kinds].filter(([flag, values]) => values.size > 1 && !ofTwoKinds.includes(flag))
  expect(mixed.map(([flag, values]) => `--${flag}: ${[...values].join(', ')}`)).toEqual([])
})

test('--help of a command says how it is used', async () => {
  const help = await runCli(['quote', '--help'])
  expect(help.code).toBe(0)
  expect(help.out).toContain('causeway quote <amount> <token>@<chain> <token>@<chain> [flags]')
})

test('the version is that of the package', async () => {
  expect((await runCli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+/)
})

test('a clone names its commit, whatever its branch is called', async () => {
  const clone = mkdtempSync(join(tmpdir(), 'causeway-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  mkdirSync(join(clone, 'src/cli'), { recursive: true })
  mkdirSync(join(clone, '.git'))
  const file = join(clone, 'src/cli/softwareVersion.ts')
  copyFileSync(join(import.meta.dirname, '../../src/cli/softwareVersion.ts'), file)
  writeFileSync(join(clone, 'package.json'), '{"version":"1.2.3"}')
  writeFileSync(join(clone, '.git/HEAD'), 'ref: refs/heads/c++(new\n')
  writeFileSync(join(clone, '.git/packed-refs'), `${'ab'.repeat(20)} refs/heads/c++(new\n`)
  const { softwareVersion } = (await import(file)) as { softwareVersion(): string }
  expect(softwareVersion()).toBe('1.2.3+abababab')
})

test('completion: bash completes commands and flags; the other scripts name them all', async () => {
  const { out: script } = await runCli(['completion', 'bash'])
  const complete = (words: string[]) => {
    const line = `${script}\nCOMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}; _causeway; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', line], { encoding: 'utf8' }).stdout.trim().split(' ')
  }
  expect(complete(['causeway', 'se'])).toEqual(['serve', 'send', 'search'])
  expect(complete(['causeway', 'send', '--acc'])).toEqual(['--account'])
  for (const shell of ['zsh', 'fish']) {
    const { code, out } = await runInside(['completion', shell], {})
    expect(code).toBe(0)
    for (const name of Object.keys(commands)) expect(out).toContain(name)
  }
  expect((await runInside(['completion', 'csh'], {})).code).toBe(2)
})
