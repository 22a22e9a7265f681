import { relative } from 'node:path'
import type { Reporter } from 'vitest/node'

const linesMax = 30

type Told = { readonly message: string; readonly stacks?: { file: string; line: number }[] }

function tell(file: string, name: string, errors: readonly Told[] = []): void {
  for (const { message, stacks = [] } of errors) {
    const at = stacks[0] ? `\n    at ${relative(process.cwd(), stacks[0].file)}:${stacks[0].line}` : ''
    const text = message.split('\n').slice(0, linesMax).join('\n    ')
    process.stderr.write(`failed now: ${relative(process.cwd(), file)} > ${name}\n    ${text}${at}\n`)
  }
}

/** Prints each failure at once, with message and repeat seed: a run that is aborted has reported what it saw. */
export const reportFailures: Reporter = {
  onTestCaseResult: (test) => tell(test.module.moduleId, test.fullName, test.result().errors),
  onTestSuiteResult: (suite) => tell(suite.module.moduleId, suite.fullName, suite.errors()),
  onTestModuleEnd: (module) => tell(module.moduleId, 'as a whole', module.errors()),
}
