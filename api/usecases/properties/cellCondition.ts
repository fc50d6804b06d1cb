import type { Bind } from '../../database/parameters.ts'
import { coveringCellRanges } from '../../domain/cells.ts'
import type { Bounds } from '../../domain/point.ts'

/** The condition that `p` lies in `bounds`. Row-level security prevents the use of spatial indexes, but not of this b-tree (design §4). */
export function cellCondition(bounds: Bounds, bind: Bind): string {
  const ranges = coveringCellRanges(bounds).map(([first, last]) => `p.cell between ${bind(first)} and ${bind(last)}`)
  return `(${ranges.join(' or ')}) and p.lat between ${bind(bounds.south)} and ${bind(bounds.north)}
    and p.lng between ${bind(bounds.west)} and ${bind(bounds.east)}`
}
