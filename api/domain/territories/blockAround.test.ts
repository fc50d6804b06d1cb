import { expect, it } from 'vitest'
import type { StreetDoor } from '../blockFaces/blockFaces.ts'
import { polygonsOf, prepareContains } from '../polygons.ts'
import { areaAround } from './areaAround.ts'
import { blockAround } from './blockAround.ts'
import { center, metersPerLat, metersPerLng, pointAt } from '../../../tests/support/metersAround.ts'

const noPause = () => undefined
/** A door, which is at a street to the east (`row`) or to the north (`column`). */
const door = (street: string, digits: number, east: number, north: number): StreetDoor => ({
  ...pointAt(east, north),
  ...{ street, town: '', digits, written: `${digits}` },
})

/** Streets to the east every 100 m and to the north every 200 m, 10 m wide with gardens of 8 m: blocks with doors on four sides. */
function town(columns: number, rows: number): StreetDoor[] {
  const doors: StreetDoor[] = []
  for (let column = 0; column < columns; column += 1)
    for (let row = 0; row < rows; row += 1) {
      const [west, south] = [column * 200, row * 100]
      for (let n = 0; n < 8; n += 1) {
        const east = west + 30 + n * 20
        const digits = (column + 1) * 100 + 2 * n
        doors.push(door(`row ${row}`, digits, east, south + 13), door(`row ${row + 1}`, digits + 1, east, south + 87))
      }
      for (const [n, north] of [40, 60].entries()) {
        const digits = (row + 1) * 100 + 2 * n
        doors.push(door(`column ${column}`, digits, west + 13, south + north))
        doors.push(door(`column ${column + 1}`, digits + 1, west + 187, south + north))
      }
    }
  return doors
}

it('a block is what the streets around it enclose, with all of its sides', async () => {
  const doors = town(4, 5)
  const { inside, others } = await blockAround(doors, [], pointAt(300, 250), noPause)
  const isExpected = (place: StreetDoor) => {
    const [east, north] = [(place.lng - center.lng) * metersPerLng, (place.lat - center.lat) * metersPerLat]
    return east > 200 && east < 400 && north > 200 && north < 300
  }
  expect(new Set(inside)).toEqual(new Set(doors.filter(isExpected)))
  expect(inside.length + others.length).toBe(doors.length)
  const area = await areaAround(inside, others, noPause)
  const contains = prepareContains(area)
  expect([inside.every(contains), others.some(contains), polygonsOf(area).length]).toEqual([true, false, 1])
})

it('a block at the edge of the town ends where no street is known', async () => {
  const doors = town(2, 2)
  const { inside } = await blockAround(doors, [], pointAt(10, 50), noPause)
  const streets = new Set(inside.map(({ street }) => street))
  expect(streets.has('column 0')).toBe(true)
  expect(inside.every(({ lng, lat }) => lng < pointAt(200, 0).lng && lat < pointAt(0, 100).lat)).toBe(true)
})

it('a block ends at the known lines of streets, also where nobody lives on the other side', async () => {
  const doors = [10, 30, 50, 70].map((east, n) => door('oak', 100 + 2 * n, east, 12))
  const behind = [10, 30, 50, 70].map((east, n) => door('elm', 100 + 2 * n, east, -14))
  const line = [pointAt(-50, 0), pointAt(40, 0), pointAt(120, 0)]
  const here = await blockAround([...doors, ...behind], [line], pointAt(40, 1), noPause)
  expect([here.inside.toSorted(byEast), here.others.toSorted(byEast)]).toEqual([doors, behind])
  const there = await blockAround([...doors, ...behind], [line], pointAt(40, -2), noPause)
  expect(there.inside.toSorted(byEast)).toEqual(behind)
  // The nearest door is over the street.
  const far = await blockAround([doors[0]!, ...behind.slice(3)], [line], pointAt(10, -1), noPause)
  expect(far.inside).toEqual(behind.slice(3))
})

const byEast = (one: StreetDoor, other: StreetDoor) => one.lng - other.lng

it('a door without a street is a block of its own, and without doors there is none', async () => {
  const lone = { ...pointAt(0, 0), street: '', town: '', digits: 0, written: '' }
  expect((await blockAround([lone], [], center, noPause)).inside).toHaveLength(1)
  expect((await blockAround([], [], center, noPause)).inside).toEqual([])
})
