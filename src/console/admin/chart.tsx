import { niceTop, Plot, plotSize } from './plot.tsx'

/** A span of time with its successful and failed calls. */
export type CallBar = { key: string; label: string; short: string; answered: number; failed: number }

const { width, height } = plotSize
const gap = 6
/** The axis ends at two calls at least: the middle mark of an axis to one would be half a call. */
const topMin = 2

/** Calls over time; the dark foot of each bar is the failed ones. */
export function Chart({ about, bars }: { about: string; bars: readonly CallBar[] }) {
  const top = niceTop(Math.max(0, ...bars.map(({ answered, failed }) => answered + failed)), topMin)
  const each = width / Math.max(1, bars.length)
  const tall = (value: number) => (value / top) * height
  return (
    <Plot
      about={about}
      series={[
        { name: 'answered', mark: 'box' },
        { name: 'refused or failed', mark: 'err' },
      ]}
      rows={bars.map(({ answered, failed, ...bar }) => ({ ...bar, values: [answered, failed] }))}
      top={top}
      format={shortCount}
    >
      {bars.flatMap(({ key, label, answered, failed }, index) => {
        const place = { x: index * each + gap / 2, width: Math.max(1, each - gap) }
        return [
          <rect key={key} class="b1" {...place} y={height - tall(answered + failed)} height={tall(answered)}>
            <title>{`${label}: ${answered.toLocaleString('en-US')} answered`}</title>
          </rect>,
          <rect key={`${key} failed`} class="b2" {...place} y={height - tall(failed)} height={tall(failed)}>
            <title>{`${label}: ${failed.toLocaleString('en-US')} errors`}</title>
          </rect>,
        ]
      })}
    </Plot>
  )
}

/** `12 k`, for the axis; figures below 10,000 in full. */
const shortCount = (value: number): string =>
  value >= 10_000 ? `${(value / 1_000).toLocaleString('en-US')} k` : value.toLocaleString('en-US')
