import type { CSSProperties } from 'react'
import { LineKey } from './LineKey.tsx'
import type { LineChartPoint } from './lineChartProps.ts'

interface LineChartPopupProps {
  point: LineChartPoint
  name: string
  format: (value: number) => string
  style: CSSProperties
}

/** The values of the point at the crosshair. The slider has the same text for screen readers. */
export function LineChartPopup({ point, name, format, style }: LineChartPopupProps) {
  const { title, value, compared, comparedTitle } = point
  return (
    <div
      aria-hidden
      style={style}
      className="pointer-events-none absolute z-2 rounded-card border border-line bg-raised px-3 py-2.5 text-small shadow-popup"
    >
      <p className="mb-1 text-micro font-semibold text-ink">{title}</p>
      {value !== null && <Row kind="line" name={name} value={format(value)} />}
      {compared !== null && <Row kind="dashes" name={comparedTitle} value={format(compared)} />}
    </div>
  )
}

function Row({ kind, name, value }: { kind: 'line' | 'dashes'; name: string; value: string }) {
  return (
    <p className="flex items-center gap-2 py-0.5 text-micro text-ink-2">
      <LineKey kind={kind} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <b className="figures text-ink">{value}</b>
    </p>
  )
}
