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
 * Returns a function that tells whether a house is, or may be, one of the saved properties. A house that may be one counts as saved, because
 * that property may be marked or may have refused.
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

/** The first and the last number of a house, which are often the same; `undefined` if it has no number. */
function numbersOf({ key: { parsed } }: KeyedProperty): Set<number | undefined> {
  const { first, last } = parsed.houseNumber ?? {}
  return new Set([first, last ?? first])
}

/** The places in the order of their distance from a point. Without a point, their order stays. */
export function nearestFirst<Place extends Point>(places: readonly Place[], from: Point | null): Place[] {
  if (!from) return [...places]
  const metersTo = new Map(places.map((place) => [place, distanceMeters(from, place)]))
  return places.toSorted((one, other) => metersTo.get(one)! - metersTo.get(other)!)
}
