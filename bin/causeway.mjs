#!/usr/bin/env node
// The command of the package. An old Node fails on the syntax of what follows, so it is told plainly before.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`causeway needs Node 20.19 or newer; this is ${process.versions.node}`)
  process.exit(1)
}
await import('../dist/cli/main.js')
