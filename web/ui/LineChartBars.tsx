import type { ChartPoint } from './chartScale.ts'

interface LineChartBarsProps {
  complete: readonly ChartPoint[]
  /** The value of the current period, which is drawn paler because it is incomplete. */
  partial: readonly ChartPoint[]
  compared: readonly ChartPoint[]
  bottom: number
  width: number
}

/** Bars in place of the line of a chart, and dashes at what they are compared with. */
export function LineChartBars({ complete, partial, compared, bottom, width }: LineChartBarsProps) {
  const barsOf = (points: readonly ChartPoint[]) =>
    points.map(([x, y]) => `M${x - width / 2} ${bottom}V${y}h${width}V${bottom}`).join('')
  return (
    <g fill="var(--color-series-1)">
      <path d={barsOf(complete)} />
      <path d={barsOf(partial)} opacity=".45" />
      <path
        d={compared.map(([x, y]) => `M${x - width / 2} ${y}h${width}`).join('')}
        stroke="var(--color-ink-2)"
        strokeWidth={2}
        strokeDasharray="3 3"
      />
    </g>
  )
}
