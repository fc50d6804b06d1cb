import { parcelsOf, type Context } from '../../context.ts'
import { unitOf } from '../../domain/addresses/parseAddress.ts'
import { unitKey } from '../../domain/addresses/units.ts'
import { Unavailable } from '../../domain/errors.ts'
import { authorize } from '../../domain/permissions.ts'
import type { AddressedPoint, RecordedUnits } from '../../services/parcels/parcels.ts'
import { placeOf, type PropertyPlace, readUnitsHere } from './unitsHere.ts'

/** A building of several units. */
export interface Building {
  /** The number of its units, saved or in the parcel records: at least 2. */
  units: number
  /** How many of them are saved and visible to the actor on the map. The building itself is none of them. */
  saved: number
  /** The units that the parcel records name, as they are written; empty if there are many. */
  recordedUnits: string[]
}

/** Where a property is, and its address. */
export type BuildingPlace = PropertyPlace & AddressedPoint

/**
 * For each place, the building there, by what is saved and by what the records of a provider tell that does not charge for it; null for a
 * house of one unit, or of which no more is known.
 */
export async function readBuildings(ctx: Context, properties: readonly BuildingPlace[]): Promise<(Building | null)[]> {
  // The units of a building have one answer.
  const places = new Map(properties.map((property) => [placeOf(property), property]))
  const distinct = [...places.values()]
  const recorded = await readRecordedUnits(ctx, distinct)
  const here = await readUnitsHere(ctx, distinct)
  const buildings = new Map(
    [...places.keys()].map((place, at) => {
      const { count, addresses } = recorded[at] ?? { count: 0, addresses: [] }
      const [saved, named] = [unitsOf(here[at]!.map(({ address }) => address)), unitsOf(addresses)]
      const units = Math.max(count, new Set([...saved.keys(), ...named.keys()]).size)
      return [place, units > 1 ? { units, saved: saved.size, recordedUnits: [...named.values()] } : null]
    }),
  )
  return properties.map((property) => buildings.get(placeOf(property))!)
}

/** The units of addresses, each once, by a text that is equal for all its spellings. */
function unitsOf(addresses: readonly string[]): Map<string, string> {
  const units = addresses.map(unitOf).filter((unit) => unit !== null)
  return new Map(units.map((unit) => [unitKey(unit), unit]))
}

async function readRecordedUnits(ctx: Context, places: readonly AddressedPoint[]): Promise<RecordedUnits[]> {
  authorize(ctx.actor, 'place.lookUp')
  try {
    return (await parcelsOf(ctx).unitsAt?.(places)) ?? []
  } catch (error) {
    // Show properties without their buildings rather than no properties.
    if (!(error instanceof Unavailable)) throw error
    return []
  }
}
