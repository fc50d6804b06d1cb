const steps = [1, 2, 2.5, 4, 5, 8, 10]
const STEP_COUNT = 4

/** The values of the four grid lines above 0 of a chart whose largest value is `max`: whole numbers for counts, else whole hundredths. */
export function gridValues(max: number, isCount: boolean): number[] {
  const smallest = isCount ? 1 : 0.01
  const needed = max > 0 ? Math.max(smallest, max / STEP_COUNT) : isCount ? 1 : 0.25
  const magnitude = 10 ** Math.floor(Math.log10(needed))
  const candidates = steps
    .map((step) => step * magnitude)
    .filter((step) => Math.abs(step / smallest - Math.round(step / smallest)) < 1e-9)
  const step = candidates.find((candidate) => candidate >= needed - 1e-9) ?? Math.ceil(needed)
  return Array.from({ length: STEP_COUNT }, (_, n) => (n + 1) * step)
}

/** The indexes of the points that have a label: every fourth, or fewer where there is no room for them. */
export function labeledIndexes(count: number, width: number, minSpacing = 64): number[] {
  const room = Math.max(1, Math.floor(width / minSpacing))
  const every = count <= 8 && count <= room ? 1 : Math.max(4, Math.ceil(count / room))
  return Array.from({ length: Math.ceil(count / every) }, (_, n) => n * every)
}

export type ChartPoint = readonly [x: number, y: number]

/** The line height of a note, its distance from the point, and the one from all lines. */
const [NOTE_HEIGHT, NOTE_GAP, NOTE_MARGIN] = [16, 12, 6]
/** With less room at the right, the note is above the point. */
const MIN_ROOM = 110

/**
 * The corner of the note beside the last point of a line: right of it, centered vertically, or above it where less than 110 px
 * remain; moved up or down in the area until it crosses none of the lines, and else where it would be without them.
 */
export function placeNote(
  [x, y]: ChartPoint,
  text: string,
  lines: readonly (readonly ChartPoint[])[],
  area: { right: number; bottom: number },
): { left: number; top: number } {
  const width = 7 * text.length
  const isBeside = area.right - x >= MIN_ROOM
  const left = isBeside ? x + NOTE_GAP : Math.min(x, area.right) - width
  const first = isBeside ? y - NOTE_HEIGHT / 2 : y - NOTE_HEIGHT - NOTE_GAP
  const highest = Math.max(0, area.bottom - NOTE_HEIGHT)
  const tops = [first, ...Array.from({ length: 30 }, (_, n) => [first - 4 * (n + 1), first + 4 * (n + 1)]).flat()]
  const isFree = (top: number) =>
    !lines.some((line) =>
      doesLineCross(line, left - 2, left + width + NOTE_MARGIN, top - NOTE_MARGIN, top + NOTE_HEIGHT + NOTE_MARGIN),
    )
  const top = tops.find((candidate) => candidate >= 0 && candidate <= highest && isFree(candidate)) ?? first
  return { left, top: Math.min(Math.max(0, top), highest) }
}

/** Whether a line through these points, from left to right, enters the rectangle. */
function doesLineCross(line: readonly ChartPoint[], left: number, right: number, top: number, bottom: number): boolean {
  return line.slice(1).some(([toX, toY], index) => {
    const [fromX, fromY] = line[index]!
    if (fromX > right || toX < left) return false
    const yAt = (x: number) => (toX === fromX ? toY : fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX))
    const [begin, end] = [yAt(Math.max(fromX, left)), yAt(Math.min(toX, right))]
    return Math.max(begin, end) > top && Math.min(begin, end) < bottom
  })
}
