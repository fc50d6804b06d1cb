import type { Context } from '../../context.ts'
import { sendTogether } from '../../database/sendTogether.ts'
import { Unavailable } from '../../domain/errors.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { findForgotten } from '../../records/forgottenAddresses.ts'
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
 * Makes sure that nobody else has saved or saves one of these properties until the transaction ends. Called before anything is written,
 * as where one property is saved, so that the two cannot deadlock. `ownIds` are the properties of the same import. Throws `Unavailable`
 * if one was saved by others, or its household forgotten, since the rows were compared.
 */
export async function claimDoors(
  ctx: Context,
  { em }: WriteTransaction,
  tenantId: string,
  properties: readonly CreatedProperty[],
  ownIds: ReadonlySet<string>,
): Promise<void> {
  if (properties.length === 0) return
  const doors = properties.map(({ facts }) => doorAtPoint(facts))
  const [, taken] = await sendTogether([lockDoors(em, tenantId, doors), findTakenDoors(em, tenantId, doors, ownIds)])
  if (taken.length > 0) throw new Unavailable('Properties of the file were saved by others meanwhile.')
  const places = properties.map(({ facts }) => facts)
  if ((await findForgotten(ctx, em, tenantId, places)).size > 0)
    throw new Unavailable('A household of the file was forgotten meanwhile.')
}
