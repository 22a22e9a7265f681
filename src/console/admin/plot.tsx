import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** The SVG stretches to fill its box. Labels are HTML around it, so that text does not stretch. */
export const plotSize = { width: 1_000, height: 140 } as const

export type PlotRow = { key: string; label: string; short: string; values: readonly number[] }

type PlotProps = {
  /** The chart in a sentence, for screen readers. */
  about: string
  /** One for each value of a row, with its mark in the legend. */
  series: readonly { name: string; mark: 'line' | 'd' | 'box' | 'err' }[]
  /** Oldest first. */
  rows: readonly PlotRow[]
  /** The highest figure of the axis. */
  top: number
  format(value: number): string
  children: ComponentChildren
}

/** Most labels under the axis, the last one included. */
const marksMax = 5

/** Axes, legend and the same figures as a table, around a drawing. */
export function Plot({ about, series, rows, top, format, children }: PlotProps) {
  const [isTable, setTable] = useState(false)
  const { width, height } = plotSize
  const lines = [0, 0.5, 1]
  return (
    <div class="chart">
      <div class="row between wrap-row">
        <div class="legend">
          {series.map(({ name, mark }) => (
            <span key={name} class={mark}>
              {name}
            </span>
          ))}
        </div>
        <button type="button" class="link small" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Hide the table' : 'The same as a table'}
        </button>
      </div>
      <div class="plot">
        <div class="axis-y" aria-hidden="true">
          {lines.toReversed().map((share) => (
            <span key={share}>{format(top * share)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={about}>
          {lines.map((share) => (
            <line key={share} class="grid" x1={0} x2={width} y1={height * share} y2={height * share} />
          ))}
          {children}
        </svg>
        <div class="axis-x" aria-hidden="true">
          {marksOf(rows).map(({ key, short }, index, all) => (
            <span key={key}>{index === all.length - 1 ? 'now' : short}</span>
          ))}
        </div>
      </div>
      <div class={isTable ? 'scroll' : 'sr'}>
        <table>
          <caption class="sr">{about}</caption>
          <thead>
            <tr>
              <th>From</th>
              {series.map(({ name }) => (
                <th key={name} class="num">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ values }) => values.some((value) => value !== 0))
              .map(({ key, label, values }) => (
                <tr key={key}>
                  <td>{label}</td>
                  {series.map(({ name }, index) => (
                    <td key={name} class="num">
                      {format(values[index] ?? 0)}
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

/** Labels under the axis: the first, the last, and some between at equal distances. */
function marksOf(rows: readonly PlotRow[]): PlotRow[] {
  const steps = Math.min(marksMax, rows.length) - 1
  if (steps <= 0) return [...rows]
  return Array.from({ length: steps + 1 }, (_, index) => rows[Math.round((index / steps) * (rows.length - 1))]!)
}

/** The axis' end: the smallest of 1, 2 and 5 times a power of ten that is neither below `most` nor `least`. */
export function niceTop(most: number, least: number): number {
  const wanted = Math.max(most, least)
  const unit = 10 ** Math.floor(Math.log10(wanted))
  return unit * ([1, 2, 5, 10].find((one) => one * unit >= wanted) ?? 10)
}
