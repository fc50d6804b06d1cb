import { metersBetween, turn } from '../plane.ts'
import type { PlanePoint } from '../point.ts'

/** The classes of streets that are hard to walk across. Railways are in the class of main roads. Other streets have none. */
export const wideStreetClasses = ['main', 'secondary'] as const
export type WideStreetClass = (typeof wideStreetClasses)[number]

/** The MAF/TIGER feature class codes of the Census Bureau: primary and secondary roads, and railroads. */
const censusCodes: ReadonlyMap<string, WideStreetClass> = new Map([
  ['S1100', 'main'],
  ['S1200', 'secondary'],
  ['R1011', 'main'],
  ['R1051', 'main'],
  ['R1052', 'main'],
])

/** Values of the tag `highway` of OpenStreetMap. */
const highways: ReadonlyMap<string, WideStreetClass> = new Map([
  ['motorway', 'main'],
  ['trunk', 'main'],
  ['primary', 'main'],
  ['secondary', 'secondary'],
  ['tertiary', 'secondary'],
])

const railways: ReadonlySet<string> = new Set(['rail', 'light_rail'])

/** The class of a street by the attributes that the Census Bureau (`MTFCC`) and OpenStreetMap (`highway`, `railway`) give it; null for any other. */
export function classOfStreet(values: Record<string, unknown>): WideStreetClass | null {
  const { MTFCC: code, highway, railway } = values
  if (typeof railway === 'string' && railways.has(railway)) return 'main'
  if (typeof code === 'string' && censusCodes.has(code)) return censusCodes.get(code)!
  return typeof highway === 'string' ? (highways.get(highway.replace(/_link$/, '')) ?? null) : null
}

/** A street that is hard to walk across. */
export interface WideStreet<Place> {
  class: WideStreetClass
  line: readonly Place[]
}

interface Stretch {
  class: WideStreetClass
  from: PlanePoint
  to: PlanePoint
}

/** The lines are looked up by squares of this size. */
const squareMeters = 100

/**
 * Returns a function that finds the widest class of the streets between two points; null if there are none. A call takes time in proportion
 * to the distance of the points.
 */
export function prepareCrossing(
  streets: readonly WideStreet<PlanePoint>[],
): (from: PlanePoint, to: PlanePoint) => WideStreetClass | null {
  const bySquare = new Map<string, Stretch[]>()
  for (const { class: streetClass, line } of streets)
    for (const [index, to] of line.slice(1).entries())
      for (const [start, end] of stretchesOf(line[index]!, to))
        for (const square of squaresOf(start, end)) {
          const stretches = bySquare.get(square) ?? []
          if (stretches.length === 0) bySquare.set(square, stretches)
          stretches.push({ class: streetClass, from: start, to: end })
        }
  return (from, to) => {
    if (bySquare.size === 0) return null
    let widest: WideStreetClass | null = null
    for (const [start, end] of stretchesOf(from, to))
      for (const square of squaresOf(start, end))
        for (const stretch of bySquare.get(square) ?? []) {
          if (!isCrossed(stretch, start, end)) continue
          if (stretch.class === 'main') return 'main'
          widest = stretch.class
        }
    return widest
  }
}

/** The way in stretches that are no longer than a square. */
function* stretchesOf(from: PlanePoint, to: PlanePoint): Generator<[PlanePoint, PlanePoint]> {
  const count = Math.max(1, Math.ceil(metersBetween(from, to) / squareMeters))
  const at = (n: number) => ({ x: from.x + ((to.x - from.x) * n) / count, y: from.y + ((to.y - from.y) * n) / count })
  for (let n = 0; n < count; n += 1) yield [at(n), at(n + 1)]
}

/** The squares of the bounds of a stretch, at most four. */
function* squaresOf(from: PlanePoint, to: PlanePoint): Generator<string> {
  const squareOf = (meters: number) => Math.floor(meters / squareMeters)
  const [west, east] = [squareOf(Math.min(from.x, to.x)), squareOf(Math.max(from.x, to.x))]
  const [south, north] = [squareOf(Math.min(from.y, to.y)), squareOf(Math.max(from.y, to.y))]
  for (let x = west; x <= east; x += 1) for (let y = south; y <= north; y += 1) yield `${x} ${y}`
}

function isCrossed({ from, to }: Stretch, start: PlanePoint, end: PlanePoint): boolean {
  const isSplit = (a: PlanePoint, b: PlanePoint, c: PlanePoint, d: PlanePoint) => turn(a, b, c) * turn(a, b, d) <= 0
  return isSplit(from, to, start, end) && isSplit(start, end, from, to)
}
