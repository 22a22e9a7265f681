import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { commandHelp, specOf } from '../../src/cli/kit/command.ts'
import { parseFlags } from '../../src/cli/kit/flags.ts'
import { runCli } from './runCli.ts'
import { runInside } from './runInside.ts'

const own = Object.entries(commands).filter(([name]) => !['serve', 'devnet'].includes(name))

test('without a command, and with --help, every command is listed', async () => {
  const bare = await runCli([])
  expect(bare.code).toBe(2)
  const asked = await runCli(['--help'])
  expect([asked.code, asked.out]).toEqual([0, bare.err])
  for (const name of Object.keys(commands)) expect(asked.out).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})

test.each(own)('%s: help has examples, and each example is one the command understands', async (_name, { load }) => {
  const made = await load()
  const children = Object.values((made.subCommands ?? {}) as Record<string, object>)
  const specs = [made, ...children].map(specOf).filter((spec) => spec !== undefined)
  expect(specs.length).toBeGreaterThan(0)
  for (const spec of specs) {
    expect(commandHelp(spec)).toContain('exit codes')
    expect(spec.examples.length).toBeGreaterThan(0)
    for (const example of spec.examples) {
      expect(example.startsWith(spec.name), example).toBe(true)
      const rest = example.slice(spec.name.length).trim().split(' ').filter(Boolean)
      expect(() => parseFlags(rest, spec.flags), example).not.toThrow()
    }
  }
})

test('--help of a command says how it is used', async () => {
  const help = await runCli(['quote', '--help'])
  expect(help.code).toBe(0)
  expect(help.out).toContain('causeway quote <amount> <token>@<chain> <token>@<chain> [flags]')
})

test('the version is that of the package', async () => {
  expect((await runCli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+/)
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
