/** A profile of V8's `--cpu-prof`. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

type Frame = { name: string; tookUs: number; selfUs: number; children: Map<string, Frame> }

const nobody = new Set(['(root)', '(idle)', '(program)'])

const rowPx = 17
const widthPx = 1_600
const narrowestPx = 0.6
const charPx = 6.6

/** A flame graph as one file for any browser: callers below callees, widths by time, full names on hover. */
export function drawFlameGraph(profile: CpuProfile, title: string): string {
  const root = walk(profile)
  const depth = depthOf(root)
  const boxes: string[] = []
  const draw = (frame: Frame, xPx: number, level: number): void => {
    const px = (frame.tookUs / root.tookUs) * widthPx
    if (px < narrowestPx) return
    const y = (depth - level) * rowPx + 24
    const share = `${frame.name}: ${(frame.tookUs / 1_000).toFixed(1)} ms, ${((100 * frame.tookUs) / root.tookUs).toFixed(2)} %`
    const letters = Math.floor((px - 4) / charPx)
    const text =
      letters > 2
        ? `<text x="${(xPx + 2).toFixed(1)}" y="${y + 12}">${escaped(frame.name.slice(0, letters))}</text>`
        : ''
    boxes.push(
      `<g><title>${escaped(share)}</title><rect x="${xPx.toFixed(1)}" y="${y}" width="${px.toFixed(1)}" height="${rowPx - 1}" fill="${colourOf(frame.name)}"/>${text}</g>`,
    )
    let childPx = xPx
    for (const child of [...frame.children.values()].toSorted((a, b) => b.tookUs - a.tookUs)) {
      draw(child, childPx, level + 1)
      childPx += (child.tookUs / root.tookUs) * widthPx
    }
  }
  draw(root, 0, 0)
  const heightPx = (depth + 1) * rowPx + 28
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" font-family="monospace" font-size="11">`,
    `<rect width="100%" height="100%" fill="#fff"/><text x="4" y="16" font-size="13">${escaped(title)}</text>`,
    ...boxes,
    '</svg>',
  ].join('\n')
}

/** The self time of every place in the call tree, without idle time, with its path of callers. */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): { path: string[]; selfUs: number }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const selfUs = new Map<number, number>()
  for (const [at, id] of samples.entries()) selfUs.set(id, (selfUs.get(id) ?? 0) + (timeDeltas[at] ?? 0))
  const pathTo = (id: number | undefined): string[] => {
    const node = id === undefined ? undefined : byId.get(id)
    return node ? [...pathTo(parentOf.get(node.id)), nameOf(node.callFrame)] : []
  }
  return [...selfUs]
    .map(([id, us]) => ({ path: pathTo(id), selfUs: us }))
    .filter(({ path }) => path.at(-1) !== '(idle)')
}

/** The call tree with times; merges functions of the same name under one caller. */
function walk({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const sampledUs = new Map<number, number>()
  for (const [at, id] of samples.entries()) sampledUs.set(id, (sampledUs.get(id) ?? 0) + (timeDeltas[at] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const merge = (ids: readonly number[], into: Frame): void => {
    for (const id of ids) {
      const { callFrame, children = [] } = byId.get(id)!
      const name = nameOf(callFrame)
      if (nobody.has(callFrame.functionName) && children.length === 0) continue
      const frame = into.children.get(name) ?? { name, tookUs: 0, selfUs: 0, children: new Map() }
      into.children.set(name, frame)
      frame.selfUs += sampledUs.get(id) ?? 0
      merge(children, frame)
    }
  }
  const top: Frame = { name: 'all', tookUs: 0, selfUs: 0, children: new Map() }
  merge(nodes[0]?.children ?? [], top)
  const sum = (frame: Frame): number => {
    frame.tookUs = frame.selfUs + [...frame.children.values()].reduce((us, child) => us + sum(child), 0)
    return frame.tookUs
  }
  sum(top)
  return top
}

const depthOf = ({ children }: Frame): number =>
  children.size === 0 ? 0 : 1 + Math.max(...[...children.values()].map(depthOf))

const nameOf = ({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string => {
  const file = url.replace(/^.*\/(?=(node_modules|src|test)\/)/, '').replace(/^node_modules\//, '')
  return file ? `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}` : functionName
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Ours warm, packages cool, the runtime grey. */
function colourOf(name: string): string {
  if (/ src\//.test(name)) return '#f2a65a'
  return / (node:|\S+\.(m?js|cjs))/.test(name) && !/ node:/.test(name) ? '#8ab6d6' : '#c9c9c9'
}
