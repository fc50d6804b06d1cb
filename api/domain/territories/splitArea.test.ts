import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBlockFaces, type StreetDoor } from '../blockFaces/blockFaces.ts'
import { Refused } from '../errors.ts'
import { prepareContains } from '../polygons.ts'
import { createSeededRandom } from '../seededRandom.ts'
import { parseArea, type Area } from './area.ts'
import { splitArea, type SplitPart } from './splitArea.ts'
import { toFaceGraph } from './splitGraph.ts'
import { center, metersPerLat, metersPerLng, pointAt } from '../../../tests/support/metersAround.ts'

const noPause = () => undefined

/** A town of blocks with a street to the east between two rows, whose houses have both sides. */
function town(columns: number, rows: number, doorsPerFace: number): StreetDoor[] {
  const length = doorsPerFace * 18 + 50
  return Array.from({ length: rows * columns * 2 * doorsPerFace }, (_, n) => {
    const place = n % doorsPerFace
    const side = Math.floor(n / doorsPerFace) % 2
    const column = Math.floor(n / (2 * doorsPerFace)) % columns
    const row = Math.floor(n / (2 * doorsPerFace * columns))
    const digits = 100 * (column + 1) + 2 * place + 1 + side
    return {
      ...pointAt(column * length + place * 18, row * 90 + side * 25),
      ...{ street: `row ${row} st`, town: '', digits, written: `${digits}` },
    }
  })
}

function boundsArea(doors: readonly StreetDoor[], margin = 30): Area {
  const [lats, lngs] = [doors.map(({ lat }) => lat), doors.map(({ lng }) => lng)]
  const [south, north] = [Math.min(...lats) - margin / metersPerLat, Math.max(...lats) + margin / metersPerLat]
  const [west, east] = [Math.min(...lngs) - margin / metersPerLng, Math.max(...lngs) + margin / metersPerLng]
  return parseArea({ type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] }) // prettier-ignore
}

const doorsIn = (parts: readonly SplitPart[], doors: readonly StreetDoor[]) => {
  const inside = parts.map(({ area }) => prepareContains(area))
  return doors.map((door) => inside.flatMap((contains, part) => (contains(door) ? [part] : [])))
}

/** Twice the size in square degrees, without holes. */
function sizeOf({ coordinates, type }: Area): number {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates
  const [x0, y0] = [center.lng, center.lat]
  return polygons.flat().reduce(
    (sum, ring) =>
      sum +
      ring.slice(1).reduce((all, [x, y], n) => {
        const [a, b] = ring[n] as [number, number]
        return all + (a - x0) * (y! - y0) - (x! - x0) * (b - y0)
      }, 0),
    0,
  )
}

/** Every door is in exactly one part, each side of a street in one, and the parts are as large as the area. */
function expectPartition(area: Area, doors: readonly StreetDoor[], parts: readonly SplitPart[]): void {
  const found = doorsIn(parts, doors)
  expect(found.every((holders) => holders.length === 1)).toBe(true)
  expect(parts.map((part) => part.doors)).toEqual(parts.map((_, n) => found.filter(([part]) => part === n).length))
  const partOf = new Map(doors.map((door, index) => [door, found[index]![0]!]))
  for (const face of toBlockFaces(doors)) expect(new Set(face.doors.map((door) => partOf.get(door))).size).toBe(1)
  const size = parts.reduce((sum, part) => sum + sizeOf(part.area), 0)
  expect(Math.abs(size / sizeOf(area) - 1)).toBeLessThan(1e-6)
}

describe('an area that is divided', () => {
  it.each([2, 3, 5, 8])('has %i parts with at most 10 % more or fewer doors than an equal share', async (count) => {
    const doors = town(8, 14, 5)
    const area = boundsArea(doors)
    const parts = await splitArea(area, doors, count, noPause)
    expect(parts).toHaveLength(count)
    expectPartition(area, doors, parts)
    const share = doors.length / count
    for (const part of parts) expect(Math.abs(part.doors / share - 1)).toBeLessThanOrEqual(0.1)
    // Each part is one piece of the plane.
    expect(parts.map((part) => part.area.type)).toEqual(parts.map(() => 'Polygon'))
  })

  it('is divided in the same way again, whatever order its doors have', async () => {
    const doors = town(4, 6, 5)
    const area = boundsArea(doors)
    const parts = await splitArea(area, doors, 4, noPause)
    expect(await splitArea(area, doors.toReversed(), 4, noPause)).toEqual(parts)
  })

  it.each([30, 32, 34, 36, 38, 40])('has its border along a main road, with a margin of %i m', async (margin) => {
    // 9 of 20 rows are in the south, which is within 10 % of a half.
    const doors = town(2, 20, 5)
    const road = 8 * 90 + 25 + 32
    const area = boundsArea(doors, margin)
    const ends = [pointAt(-500, road), pointAt(100, road + 5), pointAt(1_000, road)]
    const parts = await splitArea(area, doors, 2, noPause, { wideStreets: [{ class: 'main', line: ends }] })
    expectPartition(area, doors, parts)
    expect(parts.map((part) => part.doors)).toEqual([220, 180])
  })

  it.each([
    [null, 15],
    ['secondary', 60],
    ['main', 5_015],
  ] as const)('counts the way across a street of the class %s as %i m', async (streetClass, meters) => {
    const doors = town(1, 1, 5)
    const line = [pointAt(-500, 12.5), pointAt(500, 12.5)]
    const wideStreets = streetClass ? [{ class: streetClass, line }] : []
    const { edges } = await toFaceGraph(
      toBlockFaces(doors),
      wideStreets,
      center,
      createSeededRandom(1),
      () => true,
      noPause,
    )
    expect(edges.map(({ cost }) => cost)).toEqual([meters])
  })

  it('keeps the two sides of a street in one part where the houses behind are in another', async () => {
    const doors = town(1, 8, 12)
    const parts = await splitArea(boundsArea(doors), doors, 4, noPause)
    const partOf = doorsIn(parts, doors).map(([part]) => part!)
    const byStreet = Map.groupBy(
      doors.map(({ street }, n) => ({ street, part: partOf[n]! })),
      ({ street }) => street,
    )
    for (const onStreet of byStreet.values()) expect(new Set(onStreet.map(({ part }) => part)).size).toBe(1)
  })

  it('has the best division where one side of a street has too many doors', async () => {
    const doors = [...town(1, 1, 40), ...town(3, 3, 4).map((door) => ({ ...door, lat: door.lat + 0.002, street: `new ${door.street}` }))] // prettier-ignore
    const area = boundsArea(doors)
    const parts = await splitArea(area, doors, 5, noPause)
    expectPartition(area, doors, parts)
    expect(Math.max(...parts.map((part) => part.doors))).toBe(40)
  })

  it('is refused for more parts than sides of streets', async () => {
    const doors = town(1, 1, 5)
    await expect(splitArea(boundsArea(doors), doors, 3, noPause)).rejects.toThrow(
      'The doors of this area are on 2 sides of streets, which cannot be divided into 3 parts.',
    )
  })

  const anyDoor = fc
    .record({
      digits: fc.integer({ min: 0, max: 40 }),
      street: fc.constantFrom('', 'demo st', 'larch st', 'oak ave', 'elm st', 'ash ct'),
      east: fc.integer({ min: -400, max: 400 }),
      north: fc.integer({ min: -400, max: 400 }),
    })
    .map(({ digits, street, east, north }): StreetDoor => ({
      ...pointAt(east, north),
      ...{ digits, written: `${digits}`, street, town: '' },
    }))
  /** A star with a hole, of which the arms make parts of other forms than their doors alone would. */
  const outlines = fc.record({
    outer: fc.array(fc.integer({ min: 150, max: 600 }), { minLength: 3, maxLength: 24 }),
    hole: fc.array(fc.integer({ min: 5, max: 60 }), { minLength: 3, maxLength: 12 }),
  })
  const ring = (radii: readonly number[]) => {
    const positions = radii.map((radius, n) => {
      const angle = (2 * Math.PI * n) / radii.length
      const { lat, lng } = pointAt(radius * Math.cos(angle), radius * Math.sin(angle))
      return [lng, lat]
    })
    return [...positions, positions[0]!]
  }

  it('has all its doors once and its whole size, also with holes and arms', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDoor, { minLength: 4, maxLength: 120 }),
        outlines,
        fc.integer({ min: 2, max: 6 }),
        async (given, { outer, hole }, count) => {
          const isLargeEnough = outer.length > 5 || Math.min(...outer) > 300
          const area = parseArea({
            type: 'Polygon',
            coordinates: [ring(outer), ...(isLargeEnough ? [ring(hole)] : [])],
          })
          const doors = given.filter(prepareContains(area))
          let parts: SplitPart[] = []
          try {
            parts = await splitArea(area, doors, count, noPause)
          } catch (error) {
            expect((error as Error).message).toMatch(/cannot be divided into|no doors/)
            return
          }
          expectPartition(area, doors, parts)
        },
      ),
      { numRuns: 100 },
    )
  }, 60_000)
})

describe('a part that is changed by hand', () => {
  /** Two rows of streets in each of four parts, numbered from the north. */
  const doors = town(1, 8, 12)
  const area = boundsArea(doors)
  const move = async (...moves: [east: number, north: number, part: number][]) =>
    splitArea(area, doors, 4, noPause, {
      moves: moves.map(([east, north, part]) => ({ point: pointAt(east, north), part })),
    })
  const counts = (parts: readonly SplitPart[]) => parts.map((part) => part.doors)

  it('gets the side of a street with the nearest door, and the numbers of the parts stay', async () => {
    expect(counts(await move())).toEqual([48, 48, 48, 48])
    const parts = await move([60, 480, 1])
    expect(counts(parts)).toEqual([60, 36, 48, 48])
    expectPartition(area, doors, parts)
    expect(counts(await move([60, 480, 1], [60, 450, 1], [60, 480, 1]))).toEqual([72, 24, 48, 48])
    expect(counts(await move([60, 480, 1], [60, 480, 2]))).toEqual([48, 48, 48, 48])
  })

  it('is next to what it gets, and leaves doors to the others', async () => {
    await expect(move([60, 450, 1])).rejects.toThrow('These doors are not next to part 1. Move those between first.')
    const rest: [number, number, number][] = [480, 450, 390].map((north) => [60, north, 1])
    expect(counts(await move(...rest))).toEqual([84, 12, 48, 48])
    await expect(move(...rest, [60, 360, 3])).rejects.toThrow('Part 2 has no other doors.')
    await expect(move([60, 480, 5])).rejects.toThrow('The parts have the numbers 1 to 4.')
    await expect(move([60, 480, 0])).rejects.toThrow('The parts have the numbers 1 to 4.')
    await expect(move([60, 4_800, 1])).rejects.toThrow('Doors outside the area cannot be moved.')
  })

  it('is not next to those that it meets outside the area only', async () => {
    const middle = (doors[0]!.lat + doors.at(-1)!.lat) / 2
    // The rows bend so slightly that the cells of the first and the last door meet, but five kilometers west of the area.
    const bent = doors.map((door) => {
      const share = (door.lat - middle) / (doors.at(-1)!.lat - middle)
      return { ...door, lng: door.lng + (10 * (1 - share ** 2)) / metersPerLng }
    })
    const moves = [{ point: bent.at(-1)!, part: 4 }]
    await expect(splitArea(boundsArea(bent), bent, 4, noPause, { moves })).rejects.toThrow('are not next to part 4.')
  })

  it('is in one piece after each move that is allowed, and so are the others', async () => {
    const streets = town(3, 4, 4)
    const around = boundsArea(streets)
    const faces = toBlockFaces(streets)
    const before = counts(await splitArea(around, streets, 3, noPause))
    const refusals: string[] = []
    for (const { doors: onFace } of faces)
      for (const part of [1, 2, 3])
        try {
          const parts = await splitArea(around, streets, 3, noPause, { moves: [{ point: onFace[0]!, part }] })
          expectPartition(around, streets, parts)
          expect(parts.map((changed) => changed.area.type)).toEqual(['Polygon', 'Polygon', 'Polygon'])
          const gained = counts(parts).map((count, n) => count - before[n]!)
          expect([[0, 0, 0], [-4, 0, 4]]).toContainEqual(gained.toSorted((one, other) => one - other)) // prettier-ignore
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          refusals.push(error.message)
        }
    expect(refusals.length).toBeLessThan(2 * faces.length)
    expect(refusals).toContainEqual(expect.stringContaining('would be in two pieces.'))
  })
})
