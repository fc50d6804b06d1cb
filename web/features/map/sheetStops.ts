/** How much of the sheet shows: the address alone, the commonest choices, everything. */
export type SheetStop = 'peek' | 'house' | 'full'

export const STOPS: readonly SheetStop[] = ['peek', 'house', 'full']

/** Pixels that show at each stop; full leaves 198 of the screen to search box, clock and marker. */
export function stopHeights(screen: number): Record<SheetStop, number> {
  return { peek: 122, house: 248, full: Math.max(screen - 198, 320) }
}

/** Pixels of the map that lie under a sheet at this stop; at full it lies over everything below the search box. */
export function coveredHeight(stop: SheetStop | undefined): number {
  const { peek, house } = stopHeights(0)
  return stop === undefined ? 0 : stop === 'peek' ? peek : house
}

/** Pixels a millisecond above which a release counts as a flick. */
const FLICK_SPEED = 0.45

/**
 * Where a released sheet settles: the nearest stop, or after a flick the next one in its direction; 'away' where that
 * is past the lowest. `height` is what shows now, `speed` the pixels a millisecond it was growing by.
 */
export function snapToStop(height: number, speed: number, heights: Record<SheetStop, number>): SheetStop | 'away' {
  if (Math.abs(speed) > FLICK_SPEED) {
    const stopsAhead = STOPS.filter((stop) => (speed > 0 ? heights[stop] > height : heights[stop] < height))
    return (speed > 0 ? stopsAhead[0] : stopsAhead.at(-1)) ?? (speed > 0 ? 'full' : 'away')
  }
  if (height < heights.peek / 2) return 'away'
  return [...STOPS].sort((one, other) => Math.abs(heights[one] - height) - Math.abs(heights[other] - height))[0]!
}
