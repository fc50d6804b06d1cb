import { type ComponentProps, type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { useElementWidth } from '../lib/useElementWidth.ts'
import { LineChartBars } from './LineChartBars.tsx'
import { LineChartPopup } from './LineChartPopup.tsx'
import type { LineChartPoint, LineChartProps } from './lineChartProps.ts'
import { LineChartTable } from './LineChartTable.tsx'
import { type ChartPoint, gridValues, labeledIndexes, placeNote } from './chartScale.ts'

const MARGIN = { top: 14, right: 12, bottom: 28, left: 40 }
const popupWidth = 172
/** The width of a bar, of its part of the axis. */
const BAR_SHARE = 0.6

/** A line of values over time with a dashed one to compare. Arrow keys move the crosshair; screen readers also get a table. */
export function LineChart(props: LineChartProps) {
  const { label, points, format, isCount = true, isBars = false, partialNote, emptyText, height = 260, onOpen } = props
  const { ref, width } = useElementWidth<HTMLDivElement>()
  const gradient = useId()
  const [active, setActive] = useState<number | null>(null)
  const max = Math.max(0, ...points.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0]))
  const grid = gridValues(max, isCount)
  const bottom = height - MARGIN.bottom
  const spacing = Math.max(1, width - MARGIN.left - MARGIN.right) / Math.max(1, points.length - (isBars ? 0 : 1))
  // A bar stands in the middle of its part of the axis.
  const x = (index: number) => MARGIN.left + (index + (isBars ? 0.5 : 0)) * spacing
  const y = (value: number) => bottom - (value / grid.at(-1)!) * (bottom - MARGIN.top)
  const shown = points.map((point, index) => ({ ...point, index })).filter(({ isSkipped }) => !isSkipped)
  const current = shown.filter(({ value }) => value !== null)
  const complete = current.filter(({ isPartial }) => !isPartial)
  const partial = current.find(({ isPartial }) => isPartial)
  const compared = shown.filter((point) => point.compared !== null)
  const xOf = ({ index }: { index: number }) => x(index)
  const yOf = ({ value }: { value: number | null }) => y(value ?? 0)
  const toPoint = (item: (typeof shown)[number]) => [xOf(item), yOf(item)] as const
  const isEmpty = points.every(({ value, compared: before }) => !value && !before)
  const point = active === null ? undefined : points[active]
  const comparedPoints = compared.map((item) => [xOf(item), y(item.compared ?? 0)] as const)
  const note = partial && partialNote && active === null && !isEmpty ? `${format(partial.value!)} ${partialNote}` : null

  const indexAt = (event: PointerEvent<HTMLElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left
    return Math.min(points.length - 1, Math.max(0, Math.round((at - x(0)) / spacing)))
  }
  const moveByKey = (event: KeyboardEvent) => {
    const from = active ?? (partial ?? complete.at(-1))?.index ?? 0
    const moves: Record<string, number> = {
      ArrowLeft: active === null ? from : from - 1,
      ArrowRight: active === null ? from : from + 1,
      Home: 0,
      End: points.length - 1,
    }
    if (event.key === 'Escape') setActive(null)
    if ((event.key === 'Enter' || event.key === ' ') && active !== null) onOpen?.(active)
    const next = moves[event.key]
    if (next === undefined && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (next !== undefined) setActive(Math.min(points.length - 1, Math.max(0, next)))
  }
  return (
    <div className="relative">
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={active ?? 0}
        aria-valuetext={point ? describe(point, format) : 'Arrow keys read the values'}
        onKeyDown={moveByKey}
        onBlur={() => setActive(null)}
        onPointerMove={(event) => setActive(indexAt(event))}
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse') setActive(null)
        }}
        onPointerUp={(event) => {
          const index = indexAt(event)
          // A finger first shows the values, and opens them with a second tap.
          if (event.pointerType === 'mouse' || index === active) onOpen?.(index)
          setActive(index)
        }}
        style={{ height }}
        className="relative cursor-pointer touch-pan-y rounded-badge outline-offset-2 outline-focus focus-visible:outline-2"
      >
        {width > 0 && (
          <svg aria-hidden width={width} height={height} className="block overflow-visible">
            <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
              <stop offset="0" stopColor="var(--color-series-1)" stopOpacity=".26" />
              <stop offset="1" stopColor="var(--color-series-1)" stopOpacity="0" />
            </linearGradient>
            {[0, ...grid].map((value) => (
              <line
                key={value}
                x1={MARGIN.left}
                x2={Math.max(MARGIN.left, width - MARGIN.right)}
                y1={y(value)}
                y2={y(value)}
                stroke="var(--color-line)"
              />
            ))}
            {[0, ...grid].map((value) => (
              <text
                key={value}
                x={MARGIN.left - 10}
                y={y(value)}
                dy=".33em"
                textAnchor="end"
                className="figures fill-ink-3 text-micro"
              >
                {format(value)}
              </text>
            ))}
            {labeledIndexes(points.length, width - MARGIN.left - MARGIN.right).map((index) => (
              <text key={index} x={x(index)} y={height - 8} textAnchor="middle" className="fill-ink-3 text-micro">
                {points[index]!.label}
              </text>
            ))}
            {!isEmpty && (
              <>
                {isBars && (
                  <LineChartBars
                    complete={complete.map(toPoint)}
                    partial={partial ? [toPoint(partial)] : []}
                    compared={comparedPoints}
                    bottom={bottom}
                    width={spacing * BAR_SHARE}
                  />
                )}
                {!isBars && complete.length > 1 && (
                  <path
                    d={`${pathOf(complete.map(toPoint))}V${bottom}H${xOf(complete[0]!)}Z`}
                    fill={`url(#${gradient})`}
                  />
                )}
                <Line
                  points={isBars ? [] : comparedPoints}
                  stroke="var(--color-series-5)"
                  strokeWidth={1.75}
                  strokeDasharray="2 5"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
                {active !== null && (
                  <line x1={x(active)} x2={x(active)} y1={MARGIN.top} y2={bottom} stroke="var(--color-ink-2)" />
                )}
                <Line
                  points={isBars ? [] : complete.map(toPoint)}
                  stroke="var(--color-series-1)"
                  strokeWidth={2.5}
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
                {!isBars && complete.length === 1 && (
                  <Dot x={xOf(complete[0]!)} y={yOf(complete[0]!)} color="series-1" />
                )}
                {!isBars && partial && (
                  <>
                    <Line
                      points={[...complete.slice(-1), partial].map(toPoint)}
                      stroke="var(--color-series-1)"
                      strokeWidth={2.5}
                      strokeDasharray="5 5"
                    />
                    <circle
                      cx={xOf(partial)}
                      cy={yOf(partial)}
                      r={5}
                      fill="var(--color-surface)"
                      stroke="var(--color-series-1)"
                      strokeWidth={2.5}
                    />
                  </>
                )}
                {point && !point.isSkipped && point.compared !== null && (
                  <Dot x={x(active!)} y={y(point.compared)} color="series-5" />
                )}
                {point && !point.isSkipped && point.value !== null && (
                  <Dot x={x(active!)} y={y(point.value)} color="series-1" />
                )}
              </>
            )}
          </svg>
        )}
        {note && (
          <p
            aria-hidden
            style={placeNote(toPoint(partial!), note, [[...complete, partial!].map(toPoint), comparedPoints], {
              right: width,
              bottom,
            })}
            className="pointer-events-none absolute bg-surface text-micro whitespace-nowrap text-ink-2"
          >
            <b className="figures text-ink">{format(partial!.value!)}</b> {partialNote}
          </p>
        )}
        {isEmpty && (
          <p className="absolute inset-0 flex items-center justify-center pb-6 text-body text-ink-2">{emptyText}</p>
        )}
        {point && !isEmpty && (
          <LineChartPopup
            point={point}
            name={props.name}
            format={format}
            style={{
              width: popupWidth,
              left: x(active!) + 14 + popupWidth > width ? x(active!) - 14 - popupWidth : x(active!) + 14,
              top: height / 2 - 30,
            }}
          />
        )}
      </div>
      <LineChartTable {...props} />
    </div>
  )
}

/** The path through these points. */
const pathOf = (points: readonly ChartPoint[]): string => `M${points.map((point) => point.join()).join('L')}`

function Line({ points, ...look }: Omit<ComponentProps<'path'>, 'points'> & { points: readonly ChartPoint[] }) {
  return points.length > 0 && <path d={pathOf(points)} fill="none" {...look} />
}

function Dot({ x, y, color }: { x: number; y: number; color: 'series-1' | 'series-5' }) {
  return <circle cx={x} cy={y} r={5} fill={`var(--color-${color})`} stroke="var(--color-surface)" strokeWidth={2} />
}

/** 'Fri, Nov 13: 15; Oct 16: 12'. */
function describe(
  { title, value, compared, comparedTitle }: LineChartPoint,
  format: (value: number) => string,
): string {
  const parts = [
    value !== null && `${title}: ${format(value)}`,
    compared !== null && `${comparedTitle}: ${format(compared)}`,
  ]
  return parts.filter(Boolean).join('; ') || `${title}: no value`
}
