// Runs the suite and closes with what failed, a line each, and one plain line that counts what ran.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = new URL('..', import.meta.url).pathname
const scratch = mkdtempSync(join(tmpdir(), 'causeway-test-'))
const report = join(scratch, 'report.json')
const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)]
const done = spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'inherit' })
const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, testResults = [] } = readReport()
rmSync(scratch, { recursive: true, force: true })
for (const line of testResults.flatMap(failuresOf)) console.log(line)
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
process.exit(done.status ?? 1)

/** Each failed test of a file with the first line of its error; of a file that failed as a whole, its own. */
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

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return {}
  }
}
