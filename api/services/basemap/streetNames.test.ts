import { expect, it } from 'vitest'
import { streetLinesOf, type StreetAddress } from './streetNames.ts'

const metersOfDegree = 111_320

/** A house as many meters to the east and to the north. */
const house = (east: number, north: number, streetName = 'W 10TH ST'): StreetAddress => ({
  ...{ lat: north / metersOfDegree, lng: east / metersOfDegree },
  ...{ streetKey: streetName.toLowerCase(), streetName },
})

it('a street is written along the middle between the houses of its two sides', () => {
  const sides = [0, 30, 60, 90].flatMap((east) => [house(east, 15), house(east, -15)])
  const [street] = streetLinesOf(sides)
  expect(street!.properties.name).toBe('W 10th St')
  const meters = street!.geometry.coordinates.flat().map((degrees) => Math.round(degrees * metersOfDegree) + 0)
  expect(meters).toEqual([0, 0, 90, 0])
})

it('a street across the grid has a line of its own direction', () => {
  const [street] = streetLinesOf([0, 40, 80].map((meters) => house(meters, meters, 'Sample Ave')))
  expect(street!.properties.name).toBe('Sample Ave')
  const meters = street!.geometry.coordinates.flat().map((degrees) => Math.round(degrees * metersOfDegree) + 0)
  expect(meters).toEqual([0, 0, 80, 80])
})

it('houses that are few, close together or in no row have no line', () => {
  expect(streetLinesOf([house(0, 0), house(60, 0)])).toEqual([])
  expect(streetLinesOf([house(0, 0), house(10, 0), house(20, 0)])).toEqual([])
  expect(streetLinesOf([house(0, 0), house(60, 0), house(0, 60), house(60, 60)])).toEqual([])
  expect(streetLinesOf([house(5, 5), house(5, 5), house(5, 5)])).toEqual([])
})
