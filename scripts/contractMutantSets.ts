/** Plants hand-written mutants in a copy of contracts/src, switched like those of scripts/contractMutants.ts. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile, type Edit, type Mutant, type Node, on, render, visit, withImport } from './contractMutants.ts'
import type { ContractMutant } from './mutantSets/contractsBlind.ts'

export async function plantSet(
  sources: Map<string, string>,
  table: string,
): Promise<{ planted: Map<string, string>; mutants: Mutant[] }> {
  const groups: Record<string, readonly ContractMutant[]> = await import(pathToFileURL(join(process.cwd(), table)).href)
  const output = compile(sources, { '': ['ast'] })
  const edits = new Map<string, Edit[]>()
  const mutants = Object.values(groups)
    .flat()
    .map((row, index): Mutant => {
      const file = `src/${row[0]}.sol`
      const source = sources.get(file)
      if (source === undefined) throw new Error(`there is no ${file}`)
      const { edit, start } = editOf(source, output.sources[file]!.ast, row, index + 1)
      edits.set(file, [...(edits.get(file) ?? []), edit])
      const line = source.slice(0, start).split('\n').length
      return { id: index + 1, file, line, operator: `became \`${row[3]}\``, original: row[2] }
    })
  const planted = new Map(
    [...sources].map(([file, source]) => {
      const bytes = Buffer.from(source)
      return [file, withImport(file, render(bytes, edits.get(file) ?? [], 0, bytes.length))]
    }),
  )
  return { planted, mutants }
}

/** Wraps the smallest statement or expression around the replaced text, so that edits nest or are disjoint. */
function editOf(source: string, ast: Node, [file, anchor, find, replace]: ContractMutant, id: number) {
  const withoutEnd = (text: string) => text.replace(/;$/, '')
  const at = source.indexOf(withoutEnd(find), source.indexOf(anchor))
  if (at < 0 || !source.includes(anchor)) throw new Error(`${file}.sol has no "${find}" after "${anchor}"`)
  const start = Buffer.byteLength(source.slice(0, at))
  const end = start + Buffer.byteLength(withoutEnd(find))
  let holder: Node | undefined
  let [from, to] = [0, Number.POSITIVE_INFINITY]
  visit(ast, (node) => {
    const [first, length] = node.src.split(':').map(Number) as [number, number]
    if (!canAsk(node) || first > start || first + length < end || length > to - from) return
    if (holder && isStatement(holder) && length === to - from) return
    holder = node
    from = first
    to = first + length
  })
  if (!holder) throw new Error(`no statement or expression of ${file}.sol holds "${find}"`)
  const bytes = Buffer.from(source)
  const part = (one: number, other: number) => bytes.subarray(one, other).toString()
  const changed = part(from, start) + withoutEnd(replace) + part(end, to)
  if (!isStatement(holder)) {
    const wrap = (inner: string) => `(${on(id)} ? (${changed}) : (${inner}))`
    return { edit: { start: from, end: to, wrap }, start: at }
  }
  const ends = part(to, to + 1) === ';' ? 1 : 0
  const other = changed === '' || changed.endsWith('}') ? changed : `${changed};`
  const wrap = (inner: string) => `{ if (${on(id)}) { ${other} } else { ${inner} } }`
  return { edit: { start: from, end: to + ends, wrap }, start: at }
}

const isStatement = (node: Node) => /^(ExpressionStatement|IfStatement|EmitStatement|Return)$/.test(node.nodeType)
const canAsk = (node: Node) =>
  isStatement(node) ||
  /^(BinaryOperation|UnaryOperation|Conditional|FunctionCall|MemberAccess|Identifier)$/.test(node.nodeType)
