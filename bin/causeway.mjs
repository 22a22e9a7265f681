#!/usr/bin/env node
import { existsSync } from 'node:fs'

// The command of the package. An old Node fails on the syntax of what follows, so it is told plainly before.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`causeway needs Node 20.19 or newer; this is ${process.versions.node}`)
  process.exit(1)
}
// In a clone a copy runs that follows the source, so that what was edited is what happens; a package has only what was built.
const source = new URL('../src/cli/main.ts', import.meta.url)
if (existsSync(source)) {
  const copy = await (await import('../scripts/builtCopy.mjs')).builtCopy()
  if (copy) await import(copy)
  else {
    const { register } = await import('tsx/esm/api')
    register()
    await import(source.href)
  }
} else await import('../dist/commands/main.js')
