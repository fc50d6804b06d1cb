import { Unavailable } from '../../domain/errors.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { doorAtPoint, findTakenDoors, lockDoors, type NewPropertyRow } from '../../records/propertyWrites.ts'
import type { DescribedValues } from './reading/rowFormats.ts'

/** Where the house of a row is, once it is located. */
export function placeOf({ address, streetNumber, lat, lng }: DescribedValues) {
  return { address: address!, streetNumber: streetNumber ?? null, lat: lat!, lng: lng! }
}

/** A property that a row of a file creates. */
export interface CreatedProperty extends NewPropertyRow {
  row: number
}

/**
 * Makes sure that no other transaction has saved or saves one of these properties, which this one has written. Everything else is
 * written before, because nobody can save a house there until the transaction ends. Throws `Unavailable` if one was saved since the
 * rows were compared.
 */
export async function claimDoors(
  { em }: WriteTransaction,
  tenantId: string,
  properties: readonly CreatedProperty[],
): Promise<void> {
  const doors = properties.map(({ facts }) => doorAtPoint(facts))
  await lockDoors(em, tenantId, doors)
  const taken = await findTakenDoors(em, tenantId, doors, new Set(properties.map(({ id }) => id)))
  if (taken.length > 0) throw new Unavailable('Properties of the file were saved by others meanwhile.')
}
