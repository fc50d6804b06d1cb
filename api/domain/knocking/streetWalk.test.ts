import { describe, expect, it } from 'vitest'
import { cornerReachMeters, propertyBeside, nextProperty, type HouseNumber, type Walk } from './streetWalk.ts'

const numberOf = (written: string): HouseNumber => ({ digits: Number.parseInt(written, 10), written })
const street = ['801', '805', '805A', '809', '802', '806', '810'].map(numberOf)
const up: Walk = { direction: 'ascending', crossed: false }
const next = (from: string, walk: Walk) => {
  const found = nextProperty(street, numberOf(from), walk)
  return found && [found.property.written, found.direction, found.crossed]
}

describe('the next house of a walk', () => {
  it('follows the numbers of one side of the street in the direction of the walk', () => {
    expect(next('801', up)).toEqual(['805', 'ascending', false])
    expect(next('805', up)).toEqual(['805A', 'ascending', false])
    expect(next('810', { ...up, direction: 'descending' })).toEqual(['806', 'descending', false])
  })

  it('starts between houses, such as at a lot that is not in the list', () => {
    expect(next('803', up)).toEqual(['805', 'ascending', false])
  })

  it('crosses at the end of the side, goes back on the other side and ends there', () => {
    expect(next('809', up)).toEqual(['810', 'descending', true])
    expect(next('801', { direction: 'descending', crossed: false })).toEqual(['802', 'ascending', true])
    expect(next('810', { direction: 'descending', crossed: true })).toEqual(['806', 'descending', true])
    expect(next('802', { direction: 'descending', crossed: true })).toBeNull()
    expect(nextProperty([], numberOf('801'), up)).toBeNull()
  })
})

describe('a corner house', () => {
  /** A house as many meters to the east, and to the north. */
  const propertyAt = (written: string, street: string, east: number, north = 0) => ({
    ...numberOf(written),
    street,
    lat: north / 111_320,
    lng: east / 111_320,
  })
  const corner = propertyAt('972', 'larch', 0)
  const tenth = [1001, 1005, 1009].map((number, index) => propertyAt(`${number}`, 'tenth', 20 + 20 * index))

  it('is in no row of its street: a house of another one may be twice as near', () => {
    expect(cornerReachMeters(corner, [corner, propertyAt('926', 'larch', 0, 62)])).toBeCloseTo(31, 1)
    expect(cornerReachMeters(corner, [corner])).toBe(60)
    expect(cornerReachMeters(corner, [corner, propertyAt('968', 'larch', 0, -30)])).toBe(0)
  })

  it('is followed by the house beside it, and the walk goes on along the street of that one', () => {
    const across = propertyAt('909', 'tenth', -30)
    expect(propertyBeside(corner, [...tenth, across], 60)).toEqual({
      property: tenth[0],
      direction: 'ascending',
      crossed: false,
    })
    expect(propertyBeside(corner, [propertyAt('901', 'tenth', -50), across], 60)).toMatchObject({
      property: across,
      direction: 'descending',
    })
  })

  it('has none beside it in the country', () => {
    expect(propertyBeside(corner, [propertyAt('1001', 'tenth', 70)], 60)).toBeNull()
  })
})
