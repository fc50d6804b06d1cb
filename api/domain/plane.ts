import type { PlanePoint } from './point.ts'

/** Positive if the way from `a` over `b` to `c` turns left, negative if it turns right, and 0 on a line. */
export const turn = (a: PlanePoint, b: PlanePoint, c: PlanePoint): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

export const metersBetween = (one: PlanePoint, other: PlanePoint): number =>
  Math.hypot(one.x - other.x, one.y - other.y)

/** The distance of a point to the nearest place of a segment, which may have no length. */
export function metersToSegment(point: PlanePoint, from: PlanePoint, to: PlanePoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared
  const share = Math.min(1, Math.max(0, along))
  return metersBetween(point, { x: from.x + share * dx, y: from.y + share * dy })
}
