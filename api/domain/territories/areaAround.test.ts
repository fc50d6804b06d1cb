import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from '../point.ts'
import { polygonsOf, prepareContains } from '../polygons.ts'
import { countPoints, type Area } from './area.ts'
import { areaAround } from './areaAround.ts'
import { center, metersPerLat, metersPerLng, pointAt } from '../../../tests/support/metersAround.ts'

const noPause = () => undefined
/** Streets to the east with a house on each side every 18 m. */
const town = (columns: number, rows: number): Point[] =>
  Array.from({ length: columns * rows * 2 }, (_, n) => {
    const [side, column, row] = [n % 2, Math.floor(n / 2) % columns, Math.floor(n / (2 * columns))]
    return pointAt(column * 18, row * 90 + side * 25)
  })
const countIn = (area: Area, doors: readonly Point[]) => doors.filter(prepareContains(area)).length

describe('an area around doors', () => {
  it('has all of them in one simple outline with a margin', async () => {
    const doors = town(40, 10)
    const area = await areaAround(doors, [], noPause)
    expect(countIn(area, doors)).toBe(doors.length)
    expect(polygonsOf(area).map((rings) => rings.length)).toEqual([1])
    expect(countPoints(area)).toBeLessThan(60)
    const around = [pointAt(-10, 12), pointAt(20, -10), pointAt(39 * 18 + 10, 400)]
    expect(countIn(area, around)).toBe(around.length)
    expect(countIn(area, [pointAt(-100, 12), pointAt(20, -100), pointAt(40 * 18 + 100, 400)])).toBe(0)
    expect(await areaAround(doors.toReversed(), [], noPause)).toEqual(area)
  })

  it('ends between the doors and those that are left out, also in the middle of a street', async () => {
    const all = town(60, 12)
    const isIn = ({ lat, lng }: Point) => lat > pointAt(0, 500).lat && lng < pointAt(600, 0).lng
    const [doors, others] = [all.filter(isIn), all.filter((door) => !isIn(door))]
    const area = await areaAround(doors, others, noPause)
    expect([countIn(area, doors), countIn(area, others)]).toEqual([doors.length, 0])
    expect(polygonsOf(area)).toHaveLength(1)
    expect(countPoints(area)).toBeLessThan(150)
  })

  it('leaves out a door in the middle by a hole, and has none without such a door', async () => {
    const doors = town(20, 6)
    const [other] = doors.splice(doors.length / 2, 1)
    const area = await areaAround(doors, [other!], noPause)
    expect([countIn(area, doors), countIn(area, [other!])]).toEqual([doors.length, 0])
    // A place without doors that is wider than the margin is no hole.
    const ring = town(40, 10).filter(({ lat, lng }) => {
      const [east, north] = [(lng - center.lng) * metersPerLng, (lat - center.lat) * metersPerLat]
      return east < 150 || east > 550 || north < 200 || north > 650
    })
    const [rings] = polygonsOf(await areaAround(ring, [], noPause))
    expect(rings).toHaveLength(1)
  })

  it('has several parts where doors are far apart, but few', async () => {
    const [village, other] = [town(10, 3), town(10, 3).map(({ lat, lng }) => ({ lat: lat + 0.05, lng }))]
    const area = await areaAround([...village, ...other], [], noPause)
    expect(polygonsOf(area)).toHaveLength(2)
    const farms = Array.from({ length: 60 }, (_, n) => pointAt((n % 8) * 700, Math.floor(n / 8) * 600))
    const wide = await areaAround(farms, [], noPause)
    expect(countIn(wide, farms)).toBe(farms.length)
    expect(polygonsOf(wide).length).toBeLessThanOrEqual(4)
  })

  it('is around a single door', async () => {
    const area = await areaAround([center], [], noPause)
    expect(countIn(area, [center, pointAt(15, 0), pointAt(0, -15)])).toBe(3)
    expect(countIn(area, [pointAt(90, 0), pointAt(0, 90)])).toBe(0)
  })

  it('has the other doors, too, where they are too mixed to be left out', async () => {
    const all = town(120, 60)
    const [doors, others] = [all.filter((_, n) => n % 5 < 2), all.filter((_, n) => n % 5 >= 2)]
    const area = await areaAround(doors, others, noPause)
    expect(countIn(area, doors)).toBe(doors.length)
    expect(countPoints(area)).toBeLessThanOrEqual(5_000)
  })

  it('is valid with all doors and none of the others for any places', async () => {
    const places = fc.array(fc.tuple(fc.nat(1_500), fc.nat(1_500)), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(places, places, async (inside, outside) => {
        const doors = inside.map(([x, y]) => pointAt(x, y))
        const taken = new Set(inside.map(String))
        const others = outside.filter((place) => !taken.has(String(place))).map(([x, y]) => pointAt(x, y))
        const area = await areaAround(doors, others, noPause)
        expect([countIn(area, doors), countIn(area, others)]).toEqual([doors.length, 0])
      }),
      { numRuns: 60 },
    )
  })

  it('is refused without doors', async () => {
    await expect(areaAround([], [], noPause)).rejects.toThrow('There are no doors for an area.')
  })
})
