export type Rule = { alert: string; expr: string; severity: string; summary: string; action: string }

const keys = /^ {6}- alert: (\w+)$|^ {8}(expr|for|labels|annotations):(?: (.*))?$|^ {10}(summary|action): (.+)$/
const severity = /^\{ severity: (\w+) \}$/

/** Reads the one form in which our alert rules are written, and refuses any other: a strict subset of YAML. */
export function readRules(text: string): Rule[] {
  const rules: Rule[] = []
  let folded = false
  for (const [index, line] of text.split('\n').entries()) {
    const at = `line ${index + 1}`
    if (/^\s*(#.*)?$/.test(line) || /^groups:$|^ {2}- name: causeway$|^ {4}rules:$/.test(line)) continue
    const rule = rules.at(-1)
    if (folded && rule && /^ {10}\S/.test(line)) {
      rule.expr = `${rule.expr} ${line.trim()}`.trim()
      continue
    }
    folded = false
    const found = keys.exec(line)
    if (!found) throw new Error(`${at}: "${line}" is written in another form`)
    const [, alert, key, value = '', note, said = ''] = found
    if (alert) rules.push({ alert, expr: '', severity: '', summary: '', action: '' })
    else if (!rule) throw new Error(`${at}: belongs to no rule`)
    else if (key === 'expr') {
      folded = value === '>'
      rule.expr = folded ? '' : value
    } else if (key === 'labels') rule.severity = severity.exec(value)?.[1] ?? ''
    else if (key === 'for' && !/^\d+[smh]$/.test(value)) throw new Error(`${at}: "${value}" is no time`)
    else if (note === 'summary' || note === 'action') rule[note] = readText(said, at)
  }
  return rules
}

/** Quoted where it begins with what YAML would take for something else, plain otherwise. */
function readText(text: string, at: string): string {
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1)
  if (/^['"{}[\]&*!|>%@`#,?:-]|: | #/.test(text)) throw new Error(`${at}: needs quotes`)
  return text
}
