import { useState } from 'preact/hooks'

export type Bar = { key: string; label: string; parts: readonly { name: string; value: number; tone: 'ink' | 'act' }[] }

const [width, height, gap] = [1_000, 120, 2]

/** Bars over time with the same figures as a table. Widths and heights are attributes: the policy of the pages forbids inline styles. */
export function Chart({ about, bars, units }: { about: string; bars: readonly Bar[]; units: string }) {
  const [isTable, setTable] = useState(false)
  const total = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0)
  const most = Math.max(1, ...bars.map(total))
  const each = width / Math.max(1, bars.length)
  const names = bars[0]?.parts.map(({ name }) => name) ?? []
  return (
    <div class="chart">
      <div class="row between small muted">
        <span>
          At most {most.toLocaleString('en-US')} {units} in one bar
        </span>
        <button type="button" class="link" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Hide the table' : 'The same as a table'}
        </button>
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={about}>
        {bars.map((bar, index) => {
          let below = 0
          return bar.parts.map(({ name, value, tone }) => {
            const tall = (value / most) * height
            below += tall
            return (
              <rect
                key={bar.key + name}
                class={tone}
                x={index * each}
                y={height - below}
                width={Math.max(1, each - gap)}
                height={tall}
              >
                <title>{`${bar.label}: ${value.toLocaleString('en-US')} ${name}`}</title>
              </rect>
            )
          })
        })}
      </svg>
      <div class="row between small muted">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <div class={isTable ? 'scroll' : 'sr'}>
        <table>
          <caption class="sr">{about}</caption>
          <thead>
            <tr>
              <th>From</th>
              {names.map((name) => (
                <th key={name} class="num">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars
              .filter((bar) => total(bar) > 0)
              .map(({ key, label, parts }) => (
                <tr key={key}>
                  <td>{label}</td>
                  {parts.map(({ name, value }) => (
                    <td key={name} class="num">
                      {value.toLocaleString('en-US')}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
