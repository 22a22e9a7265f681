import ts from 'typescript'

/** One small change of a source file that the compiler accepts as often as not and nobody would write. */
export type SourceMutant = { file: string; line: number; from: string; to: string; source: string }

const { SyntaxKind } = ts

/** What stands between two operands, and what takes its place. */
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
  const replace = (node: ts.Node, to: string): void => {
    const [start, end] = [node.getStart(parsed), node.getEnd()]
    const { line } = parsed.getLineAndCharacterOfPosition(start)
    const source = `${text.slice(0, start)}${to}${text.slice(end)}`
    found.push({ file, line: line + 1, from: text.slice(start, end), to, source })
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
    // A call that is made for what it does, left out.
    if (
      ts.isExpressionStatement(node) &&
      (ts.isAwaitExpression(node.expression) || ts.isCallExpression(node.expression))
    )
      replace(node, ';')
    if (ts.isReturnStatement(node) && !node.expression) replace(node, ';')
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
