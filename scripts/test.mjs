// Runs test files, then prints the failures, the started processes, and one plain line with the counts.
// `node scripts/test.mjs [fast|full|rest|deep] [arguments of vitest]`; without a tier the arguments name the files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = new URL('..', import.meta.url).pathname
const scratch = mkdtempSync(join(tmpdir(), 'causeway-run-'))
const [startsFile, deathsFile] = ['starts', 'deaths'].map((name) => join(scratch, name))
const tiers = ['fast', 'full', 'rest', 'deep']
const run = tiers.includes(process.argv[2]) ? process.argv[2] : undefined
const begunMs = Date.now()

for (const file of [startsFile, deathsFile]) writeFileSync(file, '')
let { status, results } = runFiles(process.argv.slice(run ? 3 : 2))
const deaths = rowsOf(deathsFile)
const repeated = results
  .filter((one) => one.status === 'failed' && deaths.some(({ file }) => file === one.name))
  .map(({ name }) => name)
if (repeated.length > 0) {
  // An emulated node can die of its emulator's fault. Its file runs once more on fresh nodes; nothing else repeats.
  const again = runFiles(repeated)
  results = [...results.filter(({ name }) => !repeated.includes(name)), ...again.results]
  status = results.some((one) => one.status === 'failed') ? 1 : again.status
}
for (const { file, chainId, how } of deaths)
  console.log(`a node died: chain ${chainId} ${how}${file ? `, in ${relative(root, file)}` : ''}`)
if (deaths.length > 0) console.log(`${deaths.length} nodes died; files repeated: ${repeated.length}`)
for (const line of results.flatMap(failuresOf)) console.log(line)
console.log(`started: ${describeStarts(rowsOf(startsFile))}; took ${Math.round((Date.now() - begunMs) / 1_000)} s`)
const count = (wanted) =>
  results.flatMap((one) => one.assertionResults).filter((one) => wanted.includes(one.status)).length
console.log(
  `${count(['passed'])} passed, ${count(['failed'])} failed, ${count(['pending', 'skipped', 'todo'])} skipped`,
)
rmSync(scratch, { recursive: true, force: true })
process.exit(status)

function runFiles(args) {
  const report = join(scratch, 'report.json')
  rmSync(report, { force: true })
  const tier = run === 'fast' || run === 'deep' ? run : 'full'
  const env = {
    TIER: tier,
    ...process.env,
    TEST_REPORT: report,
    TEST_STARTS: startsFile,
    TEST_NODE_DEATHS: deathsFile,
  }
  if (run) env.RUN = run
  const done = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', ...args], { cwd: root, stdio: 'inherit', env })
  return { status: done.status ?? 1, results: existsSync(report) ? JSON.parse(readFileSync(report)).testResults : [] }
}

/** Each failed test of a file with the first line of its error, or the file's own error. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`failed: ${file}: ${firstLine(message)}`]
  return failed.map(
    ({ fullName, failureMessages }) => `failed: ${file} > ${fullName}: ${firstLine(failureMessages[0])}`,
  )
}

function firstLine(text = '') {
  return text.trim().split('\n')[0].slice(0, 300)
}

/** `worlds 3, servers 1, apps 3; apart: apps 2`. A world is three nodes; apart: by tests of starting or losing it. */
function describeStarts(rows) {
  const sums = (isApart) =>
    ['world', 'node', 'server', 'app']
      .map((kind) => [`${kind}s`, rows.filter((row) => row.kind === kind && row.isApart === isApart).length])
      .filter(([, sum]) => sum > 0)
      .map((pair) => pair.join(' '))
      .join(', ')
  const apart = sums(true)
  return `${sums(false) || 'nothing'}${apart && `; apart: ${apart}`}`
}

function rowsOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
