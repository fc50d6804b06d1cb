import { parcelsOf, type Context } from '../../context.ts'
import { check } from '../../domain/errors.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { type Bounds, checkBounds, checkPoint, distanceMeters } from '../../domain/point.ts'
import type { House } from '../../services/parcels/parcels.ts'

/** What one call may ask for. A larger area is read part by part. */
const maxSideMeters = 2_500
const maxHouses = 5_000

/**
 * The houses with an address in the bounds, saved or not, for a phone that will be without a connection. Empty with a parcel
 * provider that bills, which is not asked. Throws `Refused` if the bounds are too large or have too many houses.
 */
export async function findHousesIn(ctx: Context, bounds: Bounds): Promise<House[]> {
  authorize(ctx.actor, 'place.lookUp')
  requireTenant(ctx.actor)
  checkBounds(bounds)
  const { south, west, north, east } = bounds
  checkPoint({ lat: south, lng: west })
  checkPoint({ lat: north, lng: east })
  const height = distanceMeters({ lat: south, lng: west }, { lat: north, lng: west })
  // The wider edge is the one nearer to the equator.
  const widthAt = (lat: number) => distanceMeters({ lat, lng: west }, { lat, lng: east })
  check(
    Math.max(height, widthAt(south), widthAt(north)) <= maxSideMeters,
    `The bounds are too large: at most ${maxSideMeters} meters on each side.`,
  )
  const houses = (await parcelsOf(ctx).housesIn?.(bounds, maxHouses + 1)) ?? []
  check(houses.length <= maxHouses, `There are more than ${maxHouses} houses in these bounds. Ask for smaller parts.`)
  return houses
}
