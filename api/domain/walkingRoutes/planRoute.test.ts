import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreetDoor } from '../blockFaces/blockFaces.ts'
import { distanceMeters } from '../point.ts'
import { learnMinutesAtDoor, planRoute, type Visit } from './planRoute.ts'

const metersPerDegree = 111_320
const pointAt = (east: number, north: number) => ({ lat: north / metersPerDegree, lng: east / metersPerDegree })

const doorAt = (digits: number, street: string, east: number, north: number): StreetDoor => ({
  ...{ digits, written: `${digits}`, street, town: '' },
  ...pointAt(east, north),
})

/** The two sides of a street to the east with houses every 15 meters, the odd ones in the north. */
const street = (name: string, count: number, north: number) =>
  Array.from({ length: count }, (_, index) => [
    doorAt(1 + 2 * index, name, 15 * index, north + 10),
    doorAt(2 + 2 * index, name, 15 * index, north - 10),
  ]).flat()

const options = { from: pointAt(-5, 12), minutesAtDoor: 2.5 }
const written = (stops: readonly StreetDoor[]) => stops.map(({ written: number }) => number).join(' ')

describe('a walking route', () => {
  it('goes up one side of the street and comes back on the other', async () => {
    const { stops } = await planRoute(street('demo st', 6, 0), options)
    expect(written(stops)).toBe('1 3 5 7 9 11 12 10 8 6 4 2')
    expect(stops.map(({ side }) => side)).toEqual([...Array(6).fill('odd'), ...Array(6).fill('even')])
  })

  it('begins where the rep stands', async () => {
    const { stops, line } = await planRoute(street('demo st', 6, 0), { ...options, from: pointAt(80, -12) })
    expect(written(stops)).toBe('12 10 8 6 4 2 1 3 5 7 9 11')
    expect(line[0]).toEqual(pointAt(80, -12))
    const atDoor = await planRoute(street('demo st', 2, 0), { ...options, from: pointAt(15, 10) })
    expect(written(atDoor.stops)).toBe('3 1 2 4')
    const anywhere = await planRoute(street('demo st', 6, 0), { ...options, from: null })
    expect(anywhere.line).toHaveLength(12)
  })

  it('never leaves a side of a block before its end', async () => {
    const doors = [0, 80, 160].flatMap((north) => street(`street ${north}`, 12, north))
    const { stops } = await planRoute(doors, options)
    const faces = stops.map(({ street: name, side }) => `${name} ${side}`)
    const changes = faces.filter((face, index) => face !== faces[index - 1])
    expect(changes).toHaveLength(6)
  })

  it('takes the walk, and some minutes at each door', async () => {
    const { meters, minutes, line } = await planRoute(street('demo st', 2, 0), { from: null, minutesAtDoor: 3 })
    expect(meters).toBeCloseTo(15 + 20 + 15, 0)
    expect(minutes).toBeCloseTo(4 * 3 + meters / 80, 5)
    expect(line).toHaveLength(4)
    expect(await planRoute([], options)).toEqual({ stops: [], line: [options.from], meters: 0, minutes: 0 })
  })

  it('has each door once, in whatever order they are given, and is as long as its line', async () => {
    const anyDoor = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom('', 'demo st', 'larch st'), fc.nat(400), fc.nat(400))
      .map(([digits, name, east, north]) => doorAt(digits, name, east, north))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyDoor, { maxLength: 40, selector: (door) => JSON.stringify(door) }),
        async (doors) => {
          const { stops, meters, line } = await planRoute(doors, options)
          expect(stops).toHaveLength(doors.length)
          expect(new Set(stops.map(({ side: _side, ...door }) => JSON.stringify(door)))).toEqual(
            new Set(doors.map((door) => JSON.stringify(door))),
          )
          expect(meters).toBeCloseTo(
            line.slice(1).reduce((sum, point, index) => sum + distanceMeters(point, line[index]!), 0),
            6,
          )
          expect((await planRoute(doors.toReversed(), options)).stops).toEqual(stops)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('the shortest walk is known', () => {
  /** Doors without a street, in an order that tells nothing: each is a face of its own. */
  const scattered = (points: { east: number; north: number }[]) =>
    points
      .map(({ east, north }, index) => ({ place: doorAt(0, '', east, north), key: (index * 7919) % 10_007 }))
      .sort((one, other) => one.key - other.key)
      .map(({ place }) => place)

  const grid = (columns: number, rows: number, step: number) =>
    Array.from({ length: columns * rows }, (_, index) => ({
      east: step * (index % columns),
      north: step * Math.floor(index / columns),
    }))

  /** Like the drilled boards of TSPLIB: rows of holes that are close to each other, and far from the next row. */
  const board = (columns: number, rows: number) =>
    grid(columns, rows, 1).map(({ east, north }) => ({ east: 12 * east, north: 40 * north }))

  // A walk past all points connects them, so that it is never shorter than the shortest tree that does. Here, a walk is as short as that tree.
  it.each([
    ['400 points of a grid', grid(20, 20, 25), 399 * 25],
    ['500 points of a grid', grid(25, 20, 25), 499 * 25],
    ['598 points of a grid', grid(26, 23, 25), 597 * 25],
    ['510 points of a board with rows', board(30, 17), 17 * 29 * 12 + 16 * 40],
    ['450 points of a board with rows', board(15, 30), 30 * 14 * 12 + 29 * 40],
  ])('and the route past %s is at most 5 percent longer', async (_, points, shortest) => {
    const { meters, stops } = await planRoute(scattered(points), { from: null, minutesAtDoor: 0 })
    expect(stops).toHaveLength(points.length)
    expect(meters).toBeGreaterThan(shortest * 0.999)
    expect(meters).toBeLessThan(shortest * 1.05)
  })

  it('and the route past the points of a circle is that', async () => {
    const points = Array.from({ length: 420 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 420
      return { east: 900 * Math.cos(angle), north: 900 * Math.sin(angle) }
    })
    const chord = 2 * 900 * Math.sin(Math.PI / 420)
    const { meters } = await planRoute(scattered(points), { from: null, minutesAtDoor: 0 })
    expect(meters / (419 * chord)).toBeCloseTo(1, 3)
  })
})

describe('the time at a door', () => {
  const visits = (count: number, minutes: number, meters = 0, sessionId = 'session'): Visit[] =>
    Array.from({ length: count }, (_, index) => ({
      ...{ sessionId, at: index * minutes * 60_000 },
      ...pointAt(index * meters, 0),
    }))

  it('is the usual one until there are enough visits', () => {
    expect(learnMinutesAtDoor([])).toBe(2.5)
    expect(learnMinutesAtDoor(visits(20, 4))).toBe(2.5)
    expect(learnMinutesAtDoor(visits(21, 4))).toBe(4)
  })

  it('does not contain the walk, nor the time between two sessions', () => {
    expect(learnMinutesAtDoor(visits(30, 4, 80))).toBeCloseTo(3, 2)
    const days = ['first', 'second'].flatMap((session) => visits(15, 4, 0, session))
    expect(learnMinutesAtDoor(days)).toBe(4)
  })

  it('is bounded', () => {
    expect(learnMinutesAtDoor(visits(30, 60))).toBe(10)
    expect(learnMinutesAtDoor(visits(30, 0.1))).toBe(0.5)
  })
})
