import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname

/** Every module that a file needs when it runs, as written in its imports. */
function importsOf(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found
  found.set(file, file)
  const text = readFileSync(file, 'utf8')
  for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gms)) {
    if (from.startsWith('.')) importsOf(join(dirname(file), from), found)
    else found.set(from, file)
  }
  return found
}

test('the client runs in a browser: nothing of Node, and of packages only zod and viem', () => {
  const modules = [...importsOf(join(root, 'src/sdk/client.ts')).keys()]
  const packages = modules.filter((name) => !name.startsWith(root))
  expect(packages.toSorted()).toEqual(['viem', 'viem/actions', 'zod'])
  const rooms = modules.filter((name) => name.startsWith(root)).map((name) => name.slice(root.length).split('/')[1])
  expect([...new Set(rooms)].toSorted()).toEqual(['evm', 'intents', 'interface', 'sdk'])
})
