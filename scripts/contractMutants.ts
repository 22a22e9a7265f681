/**
 * Makes mutants of contracts/src by operator, at every place of the syntax tree that fits an operator; none by hand.
 *
 * One copy of the sources has all mutants. Each checks at run time whether it is on, so that one compilation suffices:
 * `a < b` becomes `(Mutant.on(7) ? (a <= b) : (a < b))`. Assembly, constants and type hashes cannot, and stay as is.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Mutant = { id: number; file: string; line: number; operator: string; original: string }
/** Replaces the bytes from `start` to `end`: `wrap` gets their text with inner mutants planted. */
export type Edit = { start: number; end: number; wrap: (inner: string) => string }
export type Node = { nodeType: string; src: string; [key: string]: unknown }

const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
const originalCharsMax = 90

const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

export const on = (id: number) => `Mutant.on(${id})`

/** Whether evaluating it twice, or in another order, gives the same. */
const isSimple = (node: Node) => ['Identifier', 'MemberAccess', 'Literal', 'IndexAccess'].includes(node.nodeType)
const typeOf = (node: Node) => (node.typeDescriptions as { typeString?: string } | undefined)?.typeString ?? ''

/** Files of contracts/src by path, for the compiler. */
export function readSources(contracts: string): Map<string, string> {
  const files = readdirSync(join(contracts, 'src'), { recursive: true, encoding: 'utf8' })
  return new Map(
    files
      .filter((file) => file.endsWith('.sol'))
      .sort()
      .map((file) => [`src/${file}`, readFileSync(join(contracts, 'src', file), 'utf8')]),
  )
}

export type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  sources: Record<string, { ast: Node }>
}

export function compile(sources: Map<string, string>, outputs: Record<string, string[]>): Output {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...sources].map(([path, content]) => [path, { content }])),
    settings: { evmVersion: 'cancun', outputSelection: { '*': outputs } },
  }
  return JSON.parse(solc.compile(JSON.stringify(input)))
}

/** The sources with all mutants, and their list. `banned`: places (file:start) that the compiler refused. */
export function plantMutants(
  sources: Map<string, string>,
  banned: Set<string> = new Set(),
): { planted: Map<string, string>; mutants: Mutant[] } {
  const output = compile(sources, { '': ['ast'] })
  const mutants: Mutant[] = []
  const planted = new Map<string, string>()
  for (const [file, source] of sources) {
    const bytes = Buffer.from(source)
    const edits: Edit[] = []
    visit(output.sources[file]!.ast, (node, ancestors) => {
      for (const edit of editsOf(node, ancestors)) edits.push(edit)
    })
    planted.set(file, withImport(file, render(bytes, edits, 0, bytes.length)))

    function text(node: Node): string {
      const [start, length] = node.src.split(':').map(Number)
      return bytes.subarray(start!, start! + length!).toString()
    }

    function edit(node: Node, operator: string, wrap: (on: string, inner: string) => string): Edit[] {
      const [start, length] = node.src.split(':').map(Number)
      const line = bytes.subarray(0, start!).toString().split('\n').length
      if (banned.has(`${file}:${line}`)) return []
      const id = mutants.length + 1
      const original = text(node).replaceAll(/\s+/g, ' ').slice(0, originalCharsMax)
      mutants.push({ id, file, line, operator, original })
      return [{ start: start!, end: start! + length!, wrap: (inner) => wrap(on(id), inner) }]
    }

    /** The tree omits the semicolon. Braces around both: an `else` may follow. */
    function removal(node: Node, operator: string): Edit[] {
      const edits = edit(node, operator, (on, inner) => `{ if (!${on}) { ${inner} } }`)
      return edits.map((one) => ({ ...one, end: one.end + 1 }))
    }

    function editsOf(node: Node, ancestors: Node[]): Edit[] {
      if (ancestors.some(({ nodeType }) => nodeType === 'InlineAssembly')) return []
      // Constants and type hashes are fixed before run time, and a crowded stack leaves no room for a check.
      if (ancestors.some((above) => above.nodeType === 'VariableDeclaration' || isCrowded(above))) return []
      const inCode = ancestors.find(({ nodeType }) => /^(Function|Modifier)Definition$/.test(nodeType))
      if (!inCode || inCode.kind === 'constructor') return []
      switch (node.nodeType) {
        case 'IfStatement': {
          const condition = node.condition as Node
          const guards = text(node.trueBody as Node).includes('revert ')
          return guards
            ? checkEdits(condition, inCode.stateMutability !== 'pure', loopName(ancestors))
            : edit(condition, 'condition negated', (on, inner) => `(${on} != (${inner}))`)
        }
        case 'Conditional':
          return edit(node.condition as Node, 'choice swapped', (on, inner) => `(${on} != (${inner}))`)
        case 'BinaryOperation': {
          const other = swapped[node.operator as string]
          if (!other || (node.typeDescriptions as { typeString: string }).typeString.startsWith('int_const')) return []
          const [left, right] = [text(node.leftExpression as Node), text(node.rightExpression as Node)]
          const name = `${node.operator} became ${other}`
          const edits = edit(node, name, (on, inner) => `(${on} ? ((${left}) ${other} (${right})) : (${inner}))`)
          if (/^(&&|\|\||[+-])$/.test(node.operator as string))
            edits.push(...edit(node, `without ${right}`, (on, inner) => `(${on} ? (${left}) : (${inner}))`))
          if (/^(&&|\|\|)$/.test(node.operator as string))
            edits.push(...edit(node, `without ${left}`, (on, inner) => `(${on} ? (${right}) : (${inner}))`))
          const loop = ancestors.at(-1)!
          const counter = loop.nodeType === 'ForStatement' && loop.condition === node ? loopName(ancestors) : undefined
          if (counter)
            edits.push(
              ...edit(node, 'loop ends at the fifth', (on, inner) => `((!${on} || ${counter} < 5) && (${inner}))`),
            )
          return edits
        }
        case 'EmitStatement':
          return removal(node, 'event dropped')
        case 'ExpressionStatement': {
          const { nodeType } = node.expression as Node
          if (nodeType !== 'FunctionCall' && nodeType !== 'Assignment') return []
          // The head of a loop takes no braces.
          if (ancestors.at(-1)?.nodeType === 'ForStatement') return []
          return removal(node, 'statement removed')
        }
        case 'Break':
        case 'Continue':
          return removal(node, 'statement removed')
        case 'Return': {
          const value = node.expression as Node | null
          if (!value || typeOf(value) !== 'bool') return []
          return edit(value, 'answer negated', (on, inner) => `(${on} != (${inner}))`)
        }
        case 'MemberAccess':
          if (text(node) !== 'msg.sender') return []
          return edit(node, 'tx.origin for msg.sender', (on, inner) => `(${on} ? tx.origin : ${inner})`)
        case 'Literal': {
          const parent = ancestors.at(-1)!
          if (node.kind !== 'number' || parent.nodeType === 'TupleExpression') return []
          const value = node.value as string
          if (/^0x[0-9a-f]{8}$/i.test(value) || value.length > 20) return []
          if (isSelector(parent) || parent.kind === 'typeConversion') return []
          return edit(node, 'number raised', (on, inner) => `(${on} ? uint256(${inner} + 1) : uint256(${inner}))`)
        }
        case 'FunctionCall':
          return callEdits(node)
        default:
          return []
      }
    }

    /** Not at all, not at every place, not for everyone. */
    function checkEdits(condition: Node, knowsSender: boolean, counter: string | undefined): Edit[] {
      const edits = edit(condition, 'check removed', (on, inner) => `(!${on} && (${inner}))`)
      const spare = (operator: string, who: string) =>
        edits.push(...edit(condition, operator, (on, inner) => `((!${on} || ${who}) && (${inner}))`))
      if (counter) spare('check up to the fifth', `${counter} < 5`)
      if (!knowsSender) return edits
      spare('check spares contracts', 'msg.sender.code.length == 0')
      spare('check spares first senders', 'msg.sender != tx.origin')
      return edits
    }

    function callEdits(node: Node): Edit[] {
      const called = text(node.expression as Node)
      const args = node.arguments as Node[]
      if (node.kind === 'typeConversion' || /^(abi\.|keccak256|revert)/.test(called)) return []
      const edits: Edit[] = []
      if (called === 'Tokens.approve') {
        edits.push(...edit(args[2]!, 'approval widened', (on, inner) => `(${on} ? type(uint256).max : ${inner})`))
      }
      if (/^Calls\.call(Code)?$/.test(called)) {
        const [name, other] = text(args[3]!) === 'gasleft()' ? ['gas cut', '60_000'] : ['all gas', 'gasleft()']
        edits.push(...edit(args[3]!, name, (on, inner) => `(${on} ? ${other} : ${inner})`))
      }
      for (let at = 0; at + 1 < args.length; at += 1) {
        const [first, second] = [args[at]!, args[at + 1]!]
        if (typeOf(first) !== typeOf(second) || !isSimple(first) || !isSimple(second)) continue
        if (typeOf(first).startsWith('int_const') || text(first) === text(second)) continue
        const [one, other] = [text(first), text(second)]
        const [swap] = edit(first, 'arguments swapped', (on, inner) => `(${on} ? ${other} : ${inner})`)
        if (!swap) continue
        const id = mutants.length
        const [start, length] = second.src.split(':').map(Number)
        edits.push(swap, { start: start!, end: start! + length!, wrap: (inner) => `(${on(id)} ? ${one} : ${inner})` })
      }
      return edits
    }
  }
  return { planted, mutants }

  function isCrowded(node: Node): boolean {
    if (node.nodeType !== 'FunctionCall') return false
    const args = node.arguments as Node[]
    const called = node.expression as Node
    return args.length > 6 || (called.nodeType === 'MemberAccess' && String(called.memberName).startsWith('encode'))
  }
}

/** The loop's counter, if it declares that itself. */
function loopName(ancestors: Node[]): string | undefined {
  const loop = ancestors.findLast(({ nodeType }) => nodeType === 'ForStatement')
  const first = loop?.initializationExpression as Node | undefined
  const [declared] = (first?.declarations ?? []) as Node[]
  return declared?.name as string | undefined
}

/** Selectors compare as bytes4, which no number of another width is. */
const isSelector = (parent: Node) => /bytes4/.test(JSON.stringify(parent.typeDescriptions ?? ''))

export function visit(node: unknown, enter: (node: Node, ancestors: Node[]) => void, ancestors: Node[] = []): void {
  if (Array.isArray(node)) for (const item of node) visit(item, enter, ancestors)
  if (!node || typeof node !== 'object' || Array.isArray(node)) return
  const isNode = 'nodeType' in node && 'src' in node
  if (isNode) enter(node as Node, ancestors)
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'typeDescriptions') visit(child, enter, isNode ? [...ancestors, node as Node] : ancestors)
  }
}

/** The bytes from `start` to `end`, with nested or disjoint edits applied from the inside out. */
export function render(bytes: Buffer, edits: Edit[], start: number, end: number): string {
  const inside = edits
    .filter((edit) => edit.start >= start && edit.end <= end)
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  let text = ''
  let at = start
  while (inside.length > 0) {
    const outer = inside.shift()!
    if (outer.start < at) continue
    const nested: Edit[] = []
    while (inside.length > 0 && inside[0]!.start >= outer.start && inside[0]!.end <= outer.end)
      nested.push(inside.shift()!)
    text += bytes.subarray(at, outer.start).toString()
    text += outer.wrap(render(bytes, nested, outer.start, outer.end))
    at = outer.end
  }
  return text + bytes.subarray(at, end).toString()
}

export function withImport(file: string, source: string): string {
  const pragma = 'pragma solidity 0.8.30;\n'
  const from = file.startsWith('src/lib/') ? './Mutant.sol' : './lib/Mutant.sol'
  return source.replace(pragma, `${pragma}\nimport {Mutant} from "${from}";\n`)
}
