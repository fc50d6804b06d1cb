interface Door {
  id: string
  lat: number
  lng: number
  streetNumber: string
}

/** Farther than this is not next door. */
const REACH_METRES = 120
const METRES_PER_DEGREE = 111_320
/** Crossing the street costs as much as this many metres along it. */
const ACROSS = 25

/**
 * The saved house to go to after `from`: the nearest that was not knocked at, one on the same side of the street
 * (odd or even) before one across. Nothing when none is near.
 */
export function nextDoor<House extends Door>(
  from: Door,
  houses: readonly House[],
  knocked: ReadonlySet<string>,
): House | undefined {
  const reachable = houses
    .filter((house) => house.id !== from.id && !knocked.has(house.id))
    .map((house) => ({ house, metres: metresBetween(from, house), across: side(house) === side(from) ? 0 : ACROSS }))
    .filter(({ metres }) => metres <= REACH_METRES)
    .sort((one, other) => one.metres + one.across - (other.metres + other.across))
  return reachable[0]?.house
}

function side({ streetNumber }: Door): number {
  return Number.parseInt(streetNumber) % 2
}

/** Flat, which is exact enough for neighbours. */
function metresBetween(one: Door, other: Door): number {
  const north = (other.lat - one.lat) * METRES_PER_DEGREE
  const east = (other.lng - one.lng) * METRES_PER_DEGREE * Math.cos((one.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}
