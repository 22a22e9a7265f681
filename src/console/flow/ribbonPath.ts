import type { Ribbon } from './layoutFlow.ts'

/** Half the width, in pixels, of the bend where a stream changes lanes. */
const turn = 34

const at = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** The outline of a stream: a band of even thickness that bends where it changes lanes. */
export function ribbonPath({ x0, y0, x1, y1, thickness }: Ribbon): string {
  if (Math.abs(y0 - y1) < 0.5 && x1 > x0)
    return `M${at(x0, y0)}L${at(x1, y1)}L${at(x1, y1 + thickness)}L${at(x0, y0 + thickness)}Z`
  const bend = bendEnd(x0, x1, thickness)
  const upper = curve(x0, y0, bend, y1)
  const lower = curve(bend, y1 + thickness, x0, y0 + thickness)
  return `M${at(x0, y0)}${upper}L${at(x1, y1)}L${at(x1, y1 + thickness)}L${at(bend, y1 + thickness)}${lower}Z`
}

/** The middle line of a thin stream. */
export function threadPath({ x0, y0, x1, y1, thickness }: Ribbon): string {
  const [from, to] = [y0 + thickness / 2, y1 + thickness / 2]
  const bend = bendEnd(x0, x1, thickness)
  return `M${at(x0, from)}${curve(x0, from, bend, to)}L${at(x1, to)}`
}

/** Where the bend ends. A stream that ends left of where it starts turns around beyond its start. */
const bendEnd = (x0: number, x1: number, thickness: number): number =>
  x1 > x0 ? Math.min(x0 + 2 * turn + thickness, (x0 + x1) / 2) : x0

function curve(x0: number, y0: number, x1: number, y1: number): string {
  if (x0 === x1) return `C${at(x0 + turn, y0)} ${at(x1 + turn, y1)} ${at(x1, y1)}`
  const middle = (x0 + x1) / 2
  return `C${at(middle, y0)} ${at(middle, y1)} ${at(x1, y1)}`
}
