import {
  compareKeyed,
  keyed,
  type KeyedProperty,
  type PropertyDescription,
  samePropertyMeters,
} from '../addresses/compareProperties.ts'
import { distanceMeters, type Point } from '../point.ts'

type Described = PropertyDescription & Point

/**
 * A test of whether a house is one of the saved properties, or may be. Where it is unsure, a route leaves the house out, because the property
 * may be marked or may have refused.
 */
export function prepareIsSaved(saved: readonly Described[]): (place: Described) => boolean {
  const numbered = saved.flatMap((facts) => {
    const property = { ...keyed(facts), facts }
    return [...numbersOf(property)].map((number) => ({ number, property }))
  })
  const byNumber = Map.groupBy(numbered, ({ number }) => number)
  return (facts) => {
    const place = keyed(facts)
    const isSame = ({ property }: { property: KeyedProperty & { facts: Described } }) =>
      distanceMeters(property.facts, facts) <= samePropertyMeters &&
      compareKeyed(property, place).verdict !== 'different'
    return [...numbersOf(place)].some((number) => byNumber.get(number)?.some(isSame) ?? false)
  }
}

/** The first and the last number of a house; one undefined without a number. */
function numbersOf({ key: { parsed } }: KeyedProperty): Set<number | undefined> {
  const { first, last } = parsed.houseNumber ?? {}
  return new Set([first, last ?? first])
}

/** The places in the order of their distance from a point, or as they are without one. */
export function nearestFirst<Place extends Point>(places: readonly Place[], from: Point | null): Place[] {
  if (!from) return [...places]
  const metersTo = new Map(places.map((place) => [place, distanceMeters(from, place)]))
  return places.toSorted((one, other) => metersTo.get(one)! - metersTo.get(other)!)
}
