/** How many units a building has, and how many of them are saved. 0 units if only some of them are known. */
export interface UnitCounts {
  unitCount: number
  savedCount: number
}

/** '4 units · 2 saved'. */
export const describeUnits = ({ unitCount, savedCount }: UnitCounts): string =>
  `${unitCount > 1 ? `${unitCount} units` : 'Units'} · ${savedCount || 'none'} saved`
