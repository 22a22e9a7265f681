import { usd } from '../view/format.ts'
import { niceTop, Plot, type PlotRow, plotSize } from './plot.tsx'

/** What one hour earned and cost in gas, in dollars. */
export type Point = Omit<PlotRow, 'values'> & { earned: number; gas: number }

const { width, height } = plotSize
const topMin = 0.01

/** Income as a solid line, gas as a dashed line. */
export function LineChart({ about, points }: { about: string; points: readonly Point[] }) {
  const top = niceTop(Math.max(0, ...points.flatMap(({ earned, gas }) => [earned, gas])), topMin)
  const step = width / Math.max(1, points.length - 1)
  const line = (of: 'earned' | 'gas') =>
    points
      .map(
        (point, index) =>
          `${(index * step).toFixed(1)} ${(height - (Math.max(0, point[of]) / top) * height).toFixed(1)}`,
      )
      .join('L')
  return (
    <Plot
      about={about}
      series={[
        { name: 'earned', mark: 'line' },
        { name: 'gas', mark: 'd' },
      ]}
      rows={points.map(({ earned, gas, ...point }) => ({ ...point, values: [earned, gas] }))}
      top={top}
      format={usd}
    >
      <path class="a1" d={`M0 ${height}L${line('earned')}L${width} ${height}Z`} />
      <path class="l2" d={`M${line('gas')}`} />
      <path class="l1" d={`M${line('earned')}`} />
    </Plot>
  )
}
