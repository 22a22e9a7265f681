import { join } from 'node:path'
import ts from 'typescript'
import type { SourceMutant } from './sourceMutants.ts'

/** Checks a changed file's types against all others in this process: full checks took 20 s of two cores each. */
export function createTypeJudge(root: string): { errorOf(mutant: SourceMutant): string | undefined } {
  const read = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root)
  const host = ts.createCompilerHost(options, true)
  const parsed = new Map<string, ts.SourceFile | undefined>()
  let changed: { path: string; source: string } | undefined
  const parse = host.getSourceFile
  host.getSourceFile = (path, ...rest) => {
    if (path === changed?.path) return ts.createSourceFile(path, changed.source, rest[0], true)
    if (!parsed.has(path)) parsed.set(path, parse(path, ...rest))
    return parsed.get(path)
  }
  return {
    errorOf({ file, source }) {
      const path = join(root, file)
      changed = { path, source }
      const program = ts.createProgram([path], options, host)
      const [first] = ts.getPreEmitDiagnostics(program, program.getSourceFile(path))
      return first && ts.flattenDiagnosticMessageText(first.messageText, ' ').slice(0, 120)
    },
  }
}
