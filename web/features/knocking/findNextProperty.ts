interface NumberedPoint {
  id: string
  lat: number
  lng: number
  streetNumber: string
}

/** Properties farther away are not suggested. */
const MAX_DISTANCE_METERS = 120
const METERS_PER_DEGREE = 111_320
/** Crossing the street counts as this many extra meters. */
const CROSSING_COST_METERS = 25

/**
 * The nearest property without a knock, preferring the same side of the street (odd or even numbers). Undefined if none
 * is near.
 */
export function findNextProperty<Property extends NumberedPoint>(
  from: NumberedPoint,
  properties: readonly Property[],
  knocked: ReadonlySet<string>,
): Property | undefined {
  const reachable = properties
    .filter((property) => property.id !== from.id && !knocked.has(property.id))
    .map((property) => ({
      property,
      meters: metersBetween(from, property),
      crossingCost: streetSide(property) === streetSide(from) ? 0 : CROSSING_COST_METERS,
    }))
    .filter(({ meters }) => meters <= MAX_DISTANCE_METERS)
    .sort((one, other) => one.meters + one.crossingCost - (other.meters + other.crossingCost))
  return reachable[0]?.property
}

function streetSide({ streetNumber }: NumberedPoint): number {
  return Number.parseInt(streetNumber) % 2
}

/** Planar distance, which is accurate enough for neighboring properties. */
function metersBetween(one: NumberedPoint, other: NumberedPoint): number {
  const north = (other.lat - one.lat) * METERS_PER_DEGREE
  const east = (other.lng - one.lng) * METERS_PER_DEGREE * Math.cos((one.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}
