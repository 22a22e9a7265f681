// Speaks the part of solc's command line that forge uses: `--version`, and standard JSON from stdin to stdout.
const { resolve } = require('node:path')

/**
 * forge names a file outside its project sometimes by absolute path and sometimes by `../`, and leaves it to a native solc to see
 * that both are one file. npm's solc has no file system, so every `../` becomes absolute here before it compiles.
 */
function withOneNamePerFile(input) {
  const flag = process.argv.indexOf('--base-path')
  const base = flag < 0 ? process.cwd() : process.argv[flag + 1]
  const absolute = (path) => (path.startsWith('../') ? resolve(base, path) + (path.endsWith('/') ? '/' : '') : path)
  const renamed = (table) => Object.fromEntries(Object.entries(table ?? {}).map(([path, value]) => [absolute(path), value]))
  const settings = {
    ...input.settings,
    remappings: (input.settings.remappings ?? []).map((line) => line.split('=').map(absolute).join('=')),
    outputSelection: renamed(input.settings.outputSelection),
  }
  return { ...input, sources: renamed(input.sources), settings }
}

if (process.argv.includes('--version')) {
  // From the package, not the compiler: forge asks at every start, and loading the compiler to answer takes seconds.
  const number = require('solc/package.json').version
  console.log('solc, the solidity compiler commandline interface')
  // forge parses this line and insists on a platform.
  console.log(`Version: ${number}+commit.00000000.Linux.g++`)
} else {
  const chunks = []
  process.stdin.on('data', (chunk) => chunks.push(chunk))
  process.stdin.on('end', () => {
    const solc = require('solc')
    const input = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    process.stdout.write(solc.compile(JSON.stringify(withOneNamePerFile(input))))
  })
}
