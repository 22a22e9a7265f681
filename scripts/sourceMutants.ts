import ts from 'typescript'

/** One small change of a source file: the text at `start`, its replacement, and the whole changed file. */
export type SourceMutant = { file: string; line: number; start: number; from: string; to: string; source: string }

const { SyntaxKind } = ts

/** Binary operators and their replacements. */
const operators = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '+'],
])
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['findLast', 'find'],
  ['min', 'max'],
  ['max', 'min'],
])

/** Every mutant of a file. */
export function mutantsOf(file: string, text: string): SourceMutant[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: SourceMutant[] = []
  const replace = (node: ts.Node, to: string): void => replaceAt(node.getStart(parsed), node.getText(parsed), to)
  const replaceAt = (start: number, from: string, to: string): void => {
    const { line } = parsed.getLineAndCharacterOfPosition(start)
    const source = `${text.slice(0, start)}${to}${text.slice(start + from.length)}`
    found.push({ file, line: line + 1, start, from, to, source })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const other = operators.get(node.operatorToken.kind)
      if (other) replace(node.operatorToken, other)
    }
    if (ts.isIfStatement(node) && !ts.isBinaryExpression(node.expression))
      replace(node.expression, `!(${node.expression.getText(parsed)})`)
    if (ts.isConditionalExpression(node)) {
      const [yes, no] = [node.whenTrue.getText(parsed), node.whenFalse.getText(parsed)]
      replace(node, `${node.condition.getText(parsed)} ? ${no} : ${yes}`)
    }
    // Remove a call made for its effect.
    if (
      ts.isExpressionStatement(node) &&
      (ts.isAwaitExpression(node.expression) || ts.isCallExpression(node.expression))
    )
      replace(node, ';')
    if (ts.isReturnStatement(node) && !node.expression) replace(node, ';')
    // Remove the wait for an effect: its failure is lost, and later code runs before it.
    if (ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression))
      replace(node.expression, `void ${node.expression.expression.getText(parsed)}`)
    // Leave out a part of what is written or read.
    if (ts.isSpreadAssignment(node) && ts.isParenthesizedExpression(node.expression)) replace(node, '...{}')
    if (isSql(node))
      for (const [at, from, to] of sqlMutants(node.getText(parsed))) replaceAt(node.getStart(parsed) + at, from, to)
    if (node.kind === SyntaxKind.TrueKeyword) replace(node, 'false')
    if (node.kind === SyntaxKind.FalseKeyword) replace(node, 'true')
    if (ts.isBigIntLiteral(node)) replace(node, `(${node.text} + 1n)`)
    if (ts.isNumericLiteral(node) && !ts.isElementAccessExpression(node.parent)) replace(node, `(${node.text} + 1)`)
    if (ts.isPropertyAccessExpression(node)) {
      const other = methods.get(node.name.text)
      if (other) replace(node.name, other)
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(parsed, visit)
  return found
}

const isSql = (node: ts.Node): boolean =>
  (ts.isTemplateExpression(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) &&
  /\b(where|select|update|delete from|insert into)\b/.test(node.getText())

/** SQL comparisons and their replacements: a boundary moved, a condition dropped, least for greatest. */
const inSql: readonly [RegExp, (found: string) => string][] = [
  [/ <= /g, () => ' < '],
  [/ >= /g, () => ' > '],
  [/ < /g, () => ' <= '],
  [/ > /g, () => ' >= '],
  [/\bleast\(/g, () => 'greatest('],
  [/\bcoalesce\((\w+|:\w+), /g, (found) => found.replace(/\(.*/, '(null, ')],
  [/ and [\w.:]+ (=|<>|<=|>=|<|>) [\w.:]+(?=[\s)]|$)/g, () => ''],
  [/ for update\b/g, () => ''],
  [/\bnot /g, () => ''],
  [/ desc\b/g, () => ''],
]
const sqlMutants = (sql: string): [number, string, string][] =>
  inSql.flatMap(([pattern, to]) =>
    [...sql.matchAll(pattern)].map((hit): [number, string, string] => [hit.index, hit[0], to(hit[0])]),
  )

/** The name of the innermost function around a place, as V8 names it. */
export function functionAt(text: string, at: number): string | undefined {
  let name: string | undefined
  const visit = (node: ts.Node): void => {
    if (at < node.getStart(parsed) || at >= node.getEnd()) return
    if (ts.isFunctionLike(node)) name = (node.name ?? nameGiver(node.parent)?.name)?.getText(parsed) ?? name
    ts.forEachChild(node, visit)
  }
  const parsed = ts.createSourceFile('at.ts', text, ts.ScriptTarget.Latest, true)
  ts.forEachChild(parsed, visit)
  return name
}

const nameGiver = (node: ts.Node) =>
  ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? node : undefined
