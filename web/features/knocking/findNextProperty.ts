interface NumberedPoint {
  id: string
  lat: number
  lng: number
  streetNumber: string
}

/** Farther than this is not next door. */
const MAX_DISTANCE_METERS = 120
const METERS_PER_DEGREE = 111_320
/** Crossing the street costs as much as this many metres along it. */
const CROSSING_COST_METERS = 25

/**
 * The saved house to go to after `from`: the nearest that was not knocked at, one on the same side of the street
 * (odd or even) before one across. Nothing when none is near.
 */
export function findNextProperty<Property extends NumberedPoint>(
  from: NumberedPoint,
  properties: readonly Property[],
  knocked: ReadonlySet<string>,
): Property | undefined {
  const reachable = properties
    .filter((property) => property.id !== from.id && !knocked.has(property.id))
    .map((property) => ({
      house: property,
      meters: metersBetween(from, property),
      crossingCost: streetSide(property) === streetSide(from) ? 0 : CROSSING_COST_METERS,
    }))
    .filter(({ meters: metres }) => metres <= MAX_DISTANCE_METERS)
    .sort((one, other) => one.meters + one.crossingCost - (other.meters + other.crossingCost))
  return reachable[0]?.house
}

function streetSide({ streetNumber }: NumberedPoint): number {
  return Number.parseInt(streetNumber) % 2
}

/** Flat, which is exact enough for neighbours. */
function metersBetween(one: NumberedPoint, other: NumberedPoint): number {
  const north = (other.lat - one.lat) * METERS_PER_DEGREE
  const east = (other.lng - one.lng) * METERS_PER_DEGREE * Math.cos((one.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}
