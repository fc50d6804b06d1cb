import { useId } from 'react'

const WIDTH = 92
const HEIGHT = 32
const PADDING = 5

/** A decorative line chart. The value and its change must be shown as text next to it. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  const gradient = useId()
  if (values.length < 2) return null
  const points = pointsOf(values)
  const line = `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`
  const last = points.at(-1)!
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className={className}>
      <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="var(--color-series-1)" stopOpacity=".34" />
        <stop offset="1" stopColor="var(--color-series-1)" stopOpacity="0" />
      </linearGradient>
      <path d={`${line}V${HEIGHT}H${PADDING}Z`} fill={`url(#${gradient})`} />
      <path
        d={line}
        fill="none"
        stroke="var(--color-ink-2)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={last.x} cy={last.y} r="5" fill="var(--color-series-1)" opacity=".28" />
      <circle
        cx={last.x}
        cy={last.y}
        r="3"
        fill="var(--color-series-1)"
        stroke="var(--color-surface)"
        strokeWidth="1"
      />
    </svg>
  )
}

/** The points from left to right, with the smallest value at the bottom. A constant line is at the bottom too. */
function pointsOf(values: readonly number[]): { x: number; y: number }[] {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const round = (n: number) => Math.round(n * 10) / 10
  return values.map((value, index) => ({
    x: round(PADDING + (index * (WIDTH - 2 * PADDING)) / (values.length - 1)),
    y: round(HEIGHT - PADDING - (span > 0 ? ((value - low) / span) * (HEIGHT - 2 * PADDING) : 0)),
  }))
}
