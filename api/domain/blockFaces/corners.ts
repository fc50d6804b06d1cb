import type { PlanePoint } from '../point.ts'

/** The way from a house to the next one on its side of the street. */
export interface Step {
  /** Equal for the steps of one street. */
  street: string
  from: PlanePoint
  to: PlanePoint
  meters: number
}

/** A step is long if it is longer than this, and than that many usual ones of its row. */
const longStep = { meters: 45, usualSteps: 3 }
/** A step over a street that ends there is longer than the usual ones, too, because of its roadway. */
const stepOverEnd = { meters: 20, usualSteps: 1.3 }
/** From the last house of a street, the street that it ends at is at most this far. */
const endReachMeters = 60
const tileMeters = 64
/** Of the steps in one tile, more are not compared, so that many doors at one place cost no more than others. */
const maxStepsPerTile = 64

/**
 * The steps that lead over a corner: long ones, those that cross a step of another street, and those where the houses of another street end.
 * Each row has the steps of one side of a street in their order.
 */
export function findCorners(rows: readonly (readonly Step[])[]): Set<Step> {
  const usual = new Map<Step, number>()
  for (const row of rows) {
    const meters = usualMeters(row)
    for (const step of row) usual.set(step, meters)
  }
  const isLonger = (step: Step, than: typeof longStep) =>
    step.meters > than.meters && step.meters > than.usualSteps * usual.get(step)!
  const corners = new Set<Step>()
  const tiles = new Tiles()
  for (const step of rows.flat()) {
    if (isLonger(step, longStep)) corners.add(step)
    for (const other of tiles.near(step))
      if (crossingOf(step, other) !== null) {
        corners.add(step)
        corners.add(other)
      }
    tiles.add(step)
  }
  for (const end of rows.flatMap(endsOf)) {
    let [first, share] = [undefined as Step | undefined, Infinity]
    for (const step of tiles.near(end)) {
      const at = crossingOf(end, step)
      if (at !== null && at < share) [first, share] = [step, at]
    }
    if (first && isLonger(first, stepOverEnd)) corners.add(first)
  }
  return corners
}

/** The median of the steps; houses at one point, such as units, count none. */
function usualMeters(row: readonly Step[]): number {
  const lengths = row
    .map(({ meters }) => meters)
    .filter((meters) => meters > 1)
    .sort((one, other) => one - other)
  return lengths[Math.floor((lengths.length - 1) / 2)] ?? 0
}

/** The row goes on for some meters beyond its first and its last house. */
function endsOf(row: readonly Step[]): Step[] {
  const first = row.find(({ meters }) => meters > 1)
  const last = row.findLast(({ meters }) => meters > 1)
  return first && last ? [extend(first.to, first.from, first), extend(last.from, last.to, last)] : []
}

function extend(from: PlanePoint, to: PlanePoint, { street, meters }: Step): Step {
  const factor = endReachMeters / meters
  const end = { x: to.x + (to.x - from.x) * factor, y: to.y + (to.y - from.y) * factor }
  return { street, from: to, to: end, meters: endReachMeters }
}

/** Where the first step crosses that of another street, as a part of its length; null if it does not. */
function crossingOf(step: Step, other: Step): number | null {
  if (step.street === other.street) return null
  const [sx, sy] = [step.to.x - step.from.x, step.to.y - step.from.y]
  const [ox, oy] = [other.to.x - other.from.x, other.to.y - other.from.y]
  const [dx, dy] = [other.from.x - step.from.x, other.from.y - step.from.y]
  const area = sx * oy - sy * ox
  if (area === 0) return null
  const [share, otherShare] = [(dx * oy - dy * ox) / area, (dx * sy - dy * sx) / area]
  return share > 0 && share < 1 && otherShare > 0 && otherShare < 1 ? share : null
}

/** Steps by the squares of the ground that they may pass. */
class Tiles {
  readonly #steps = new Map<string, Step[]>()

  add(step: Step): void {
    for (const key of tilesOf(step)) {
      const steps = this.#steps.get(key)
      if (!steps) this.#steps.set(key, [step])
      else if (steps.length < maxStepsPerTile) steps.push(step)
    }
  }

  near(step: Step): Step[] {
    return tilesOf(step).flatMap((key) => this.#steps.get(key) ?? [])
  }
}

function tilesOf({ from, to }: Step): string[] {
  const tile = (meters: number) => Math.floor(meters / tileMeters)
  const keys: string[] = []
  for (let x = tile(Math.min(from.x, to.x)); x <= tile(Math.max(from.x, to.x)); x += 1)
    for (let y = tile(Math.min(from.y, to.y)); y <= tile(Math.max(from.y, to.y)); y += 1) keys.push(`${x} ${y}`)
  return keys
}
