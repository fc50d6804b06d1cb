import { unitKeyOf } from '../../domain/units.ts'
import type { NewPropertyInput } from '../../gql/graphql.ts'
import { type OutboxItem, pendingProperties } from './outboxItems.ts'

/** The id of the property that one of these items saves at the same point, and of the same unit. Undefined if none does. */
export const pendingIdAt = (
  items: readonly OutboxItem[],
  { lat, lng, address }: NewPropertyInput,
): string | undefined =>
  pendingProperties(items).find(
    ({ property }) =>
      property.lat === lat && property.lng === lng && unitKeyOf(property.address) === unitKeyOf(address),
  )?.id
