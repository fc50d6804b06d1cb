import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBlockFaces, type StreetDoor } from './blockFaces.ts'

const degrees = (meters: number) => meters / 111_320

/** A door so many meters to the east and to the north. */
function doorAt(digits: number, street: string, east: number, north: number, town = ''): StreetDoor {
  return { digits, written: `${digits}`, street, town, lat: degrees(north), lng: degrees(east) }
}

const numbers = (count: number, first: number) => Array.from({ length: count }, (_, index) => first + 2 * index)

/** The houses of one side of a street to the east, 15 meters apart. */
const row = (street: string, first: number, count: number, north: number, east = 0) =>
  numbers(count, first).map((digits, index) => doorAt(digits, street, east + 15 * index, north))

const facesOf = (doors: readonly StreetDoor[]) =>
  toBlockFaces(doors)
    .map(({ street, doors: onFace }) => `${street} ${onFace.map(({ written }) => written).join(' ')}`)
    .sort()

describe('block faces', () => {
  it('are the sides of a street, in the order of their numbers', () => {
    const doors = [...row('demo st', 1, 3, 10), ...row('demo st', 2, 3, -10)]
    expect(facesOf(doors.toReversed())).toEqual(['demo st 1 3 5', 'demo st 2 4 6'])
    expect(toBlockFaces(doors).map(({ side }) => side)).toEqual(['odd', 'even'])
  })

  it('end where the houses of another street go on behind them', () => {
    // Larch St crosses between 5 and 7 and between 6 and 8; its own sides end at Demo St.
    const demo = [10, -10].flatMap((north, side) => [
      ...row('demo st', 1 + side, 3, north),
      ...row('demo st', 7 + side, 3, north, 60),
    ])
    const larch = [38, 52].flatMap((east, side) =>
      [-70, -50, -30, 30, 50, 70].map((north, index) => doorAt(101 + side + 2 * index, 'larch st', east, north)),
    )
    expect(facesOf([...demo, ...larch])).toEqual([
      'demo st 1 3 5',
      'demo st 2 4 6',
      'demo st 7 9 11',
      'demo st 8 10 12',
      'larch st 101 103 105',
      'larch st 102 104 106',
      'larch st 107 109 111',
      'larch st 108 110 112',
    ])
  })

  it('end only on the side at which another street ends', () => {
    const sides = [10, -10].flatMap((north, side) => [
      ...row('demo st', 1 + side, 3, north),
      ...row('demo st', 7 + side, 3, north, 60),
    ])
    const larch = [38, 52].flatMap((east, side) =>
      [30, 50, 70].map((north, index) => doorAt(101 + side + 2 * index, 'larch st', east, north)),
    )
    expect(facesOf([...sides, ...larch])).toEqual([
      'demo st 1 3 5',
      'demo st 2 4 6 8 10 12',
      'demo st 7 9 11',
      'larch st 101 103 105',
      'larch st 102 104 106',
    ])
  })

  it('end at a gap that is long for their houses, but not at an empty lot', () => {
    const withGap = (meters: number) => [...row('demo st', 1, 3, 0), ...row('demo st', 7, 3, 0, 30 + meters)]
    expect(facesOf(withGap(44))).toEqual(['demo st 1 3 5 7 9 11'])
    expect(facesOf(withGap(50))).toEqual(['demo st 1 3 5', 'demo st 7 9 11'])
    const country = [0, 100, 200, 330].map((east, index) => doorAt(1 + 2 * index, 'county rd 9', east, 0))
    expect(facesOf(country)).toEqual(['county rd 9 1 3 5', 'county rd 9 7'])
  })

  it('keep streets of one name apart, in two towns and in one', () => {
    const inTwoTowns = [1, 3, 5].flatMap((digits) => [
      doorAt(digits, 'demo st', 15 * digits, 0, 'north demo'),
      doorAt(digits, 'demo st', 15 * digits, 20, 'south demo'),
    ])
    expect(facesOf(inTwoTowns)).toEqual(['demo st 1 3 5', 'demo st 1 3 5'])
    expect(facesOf([...row('demo st', 1, 3, 0), ...row('demo st', 1, 3, 5_000)])).toEqual([
      'demo st 1 3 5',
      'demo st 1 3 5',
    ])
  })

  it('have the units of a building together, and a door without a number alone', () => {
    const unit = doorAt(3, 'demo st', 15, 0)
    const unnumbered = [doorAt(0, 'demo st', 1, 0), doorAt(Number.NaN, 'demo st', 2, 0), doorAt(7, '', 3, 0)]
    const faces = toBlockFaces([doorAt(1, 'demo st', 0, 0), unit, { ...unit }, ...unnumbered])
    expect(faces.map(({ side, doors }) => [side, doors.length])).toEqual([
      ['odd', 3],
      [null, 1],
      [null, 1],
      [null, 1],
    ])
  })

  const anyDoor = fc
    .record({
      digits: fc.integer({ min: 0, max: 40 }),
      street: fc.constantFrom('', 'demo st', 'larch st', 'oak ave'),
      town: fc.constantFrom('', 'demo'),
      east: fc.integer({ min: -200, max: 200 }),
      north: fc.integer({ min: -200, max: 200 }),
    })
    .map(({ digits, street, east, north, town }) => doorAt(digits, street, east, north, town))

  it('have every door once, on one side of one street in the order of the numbers, in whatever order doors are given', () => {
    fc.assert(
      fc.property(fc.array(anyDoor, { maxLength: 60 }), (doors) => {
        const faces = toBlockFaces(doors)
        expect(new Set(faces.flatMap((face) => face.doors))).toEqual(new Set(doors))
        expect(faces.flatMap((face) => face.doors)).toHaveLength(doors.length)
        for (const { street, town, side, doors: onFace } of faces) {
          const digits = onFace.map((door) => door.digits)
          expect(digits).toEqual(digits.toSorted((one, other) => one - other))
          expect(onFace.every((door) => door.street === street && door.town === town)).toBe(true)
          if (side === null) expect(onFace).toHaveLength(1)
          else expect(digits.every((number) => number > 0 && number % 2 === (side === 'odd' ? 1 : 0))).toBe(true)
        }
        expect(toBlockFaces(doors.toReversed())).toEqual(faces)
      }),
    )
  })
})
