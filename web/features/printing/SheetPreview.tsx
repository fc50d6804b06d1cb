import type { PrintConfigurationQuery } from '../../gql/graphql.ts'

export type LabelSheet = PrintConfigurationQuery['printConfiguration']['labelSheets'][number]

interface SheetPreviewProps {
  sheet: LabelSheet
  startPosition: number
  /** The number of addresses, or null while they are counted. */
  count: number | null
  hasReturnAddress: boolean
}

/** A drawing of the first page: which labels are used already, and where the addresses are printed. */
export function SheetPreview({ sheet, startPosition, count, hasReturnAddress }: SheetPreviewProps) {
  const { pageWidth, pageHeight, columns, rows, first, returnAddress, isEnvelope } = sheet
  const labels = Array.from({ length: columns * rows }, (_, n) => ({
    position: n + 1,
    x: first.x + (n % columns) * sheet.pitchX,
    y: first.y + Math.floor(n / columns) * sheet.pitchY,
  }))
  const isPrinted = (position: number) =>
    position >= startPosition && position < startPosition + (count ?? columns * rows)
  return (
    <svg
      role="img"
      aria-label={isEnvelope ? sheet.name : `A sheet of ${sheet.name}, printed from label ${startPosition}`}
      viewBox={`-4 -4 ${pageWidth + 8} ${pageHeight + 8}`}
      className={isEnvelope ? 'w-full max-w-72' : 'h-52 w-auto max-w-full'}
    >
      <rect width={pageWidth} height={pageHeight} rx={6} className="fill-surface stroke-field" strokeWidth={4} />
      {labels.map(({ position, x, y }) => (
        <g key={position}>
          <rect
            x={x}
            y={y}
            width={first.width}
            height={first.height}
            rx={5}
            strokeWidth={isPrinted(position) ? 2 : 1.5}
            strokeDasharray={position < startPosition ? '6 5' : undefined}
            className={
              isPrinted(position)
                ? 'fill-accent-tint stroke-focus'
                : position < startPosition
                  ? 'fill-sunken stroke-line-2'
                  : 'fill-surface stroke-line-2'
            }
          />
          {isPrinted(position) && <Lines x={x + 12} y={y} width={first.width} height={first.height} count={3} />}
        </g>
      ))}
      {returnAddress && hasReturnAddress && <Lines {...returnAddress} height={45} count={3} />}
      {isEnvelope && (
        <rect
          x={pageWidth - 80}
          y={22}
          width={56}
          height={64}
          rx={4}
          strokeWidth={1.5}
          strokeDasharray="6 5"
          className="fill-surface stroke-line-2"
        />
      )}
    </svg>
  )
}

interface LinesProps {
  x: number
  y: number
  width: number
  height: number
  count: number
}

/** Bars that stand for lines of text. */
function Lines({ x, y, width, height, count }: LinesProps) {
  const pitch = Math.min(16, height / (count + 1))
  const top = y + (height - (count - 1) * pitch) / 2
  return Array.from({ length: count }, (_, n) => (
    <rect
      key={n}
      x={x}
      y={top + n * pitch - 3}
      width={Math.min(width * 0.6, 130) * (n === 1 ? 0.7 : 1)}
      height={6}
      rx={3}
      className="fill-ink-3"
    />
  ))
}
