/** How much of the sheet is visible: only the address, the last visit and the outcomes, or everything. */
export type SheetStop = 'peek' | 'half' | 'full'

export const STOPS: readonly SheetStop[] = ['peek', 'half', 'full']

/** The height of the sheet's footer, which is visible at the half and full stops. */
export const FOOTER_HEIGHT = 76
/** The height of the strip above the footer. */
export const STRIP_HEIGHT = 56
/** On a lower screen the half stop has no room for the strip. */
const MIN_STRIP_SCREEN = 700

/**
 * Visible pixels at each stop. The full stop leaves 172 px for the search box and the marker; the half stop ends below
 * the eight outcomes, the strip and the footer.
 */
export function stopHeights(screen: number): Record<SheetStop, number> {
  const full = screen < 500 ? screen - 74 : Math.max(screen - 172, 320)
  return { peek: 122, half: Math.min(432 + (screen < MIN_STRIP_SCREEN ? 0 : STRIP_HEIGHT), full), full }
}

/**
 * Whether a sheet at this stop shows its strip: at half height, where the full stop has the history instead. On a low screen, or
 * with another row of outcomes, only the full stop has room for it, and on its side none.
 */
export const hasStripAt = (stop: SheetStop, screen: number, hasMoreOutcomes = false): boolean =>
  stop === (screen >= MIN_STRIP_SCREEN && !hasMoreOutcomes ? 'half' : 'full') && screen >= 500

/** On a phone on its side, sheets cover the left of the map in this width in pixels, `--sheet-width` in styles.css. */
export const SIDE_SHEET_WIDTH = 400
export const isSideways = (): boolean => innerHeight < 500 && innerWidth >= 640

/**
 * Pixels of the lower part of the map that the sheet covers. The full stop counts as half: it covers everything below the search box
 * anyway.
 */
export function coveredHeight(stop: SheetStop): number {
  const { peek, half } = stopHeights(innerHeight)
  return isSideways() ? 0 : stop === 'peek' ? peek : half
}

/** On a phone the sheet covers a part of the map, so a point is shown in the part that stays visible. */
export const sheetOffset = (stop: SheetStop): { offsetX?: number; offsetY: number } =>
  isSideways()
    ? { offsetX: SIDE_SHEET_WIDTH / 2, offsetY: 30 }
    : { offsetY: stop === 'full' ? 152 - innerHeight / 2 : (130 - coveredHeight(stop)) / 2 }

/** A release above this speed, in pixels per millisecond, is a flick. */
const FLICK_SPEED = 0.45

/**
 * The stop at which a released sheet settles: the nearest one, or after a flick the next one in its direction. 'away'
 * means dismissed. `height` is the visible height; `speed` is its growth in pixels per millisecond.
 */
export function snapToStop(height: number, speed: number, heights: Record<SheetStop, number>): SheetStop | 'away' {
  if (Math.abs(speed) > FLICK_SPEED) {
    const stopsAhead = STOPS.filter((stop) => (speed > 0 ? heights[stop] > height : heights[stop] < height))
    return (speed > 0 ? stopsAhead[0] : stopsAhead.at(-1)) ?? (speed > 0 ? 'full' : 'away')
  }
  if (height < heights.peek / 2) return 'away'
  return [...STOPS].sort((one, other) => Math.abs(heights[one] - height) - Math.abs(heights[other] - height))[0]!
}
