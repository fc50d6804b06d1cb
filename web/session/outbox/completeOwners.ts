import type { ApolloClient } from '@apollo/client'
import { RefreshOwnerDocument } from '../../gql/graphql.ts'
import { newPropertyOf, type OutboxItem } from './outboxItems.ts'

/**
 * Looks up the owners of the properties that were saved without one and without a parcel, such as from a saved area, once
 * each. A failure changes nothing: the property's editor can look the owner up, too.
 */
export async function completeOwners(client: ApolloClient, applied: readonly OutboxItem[]): Promise<void> {
  for (const property of applied.map(newPropertyOf))
    if (property?.id && !property.ownerSource && !property.parcelId)
      await client.mutate({ mutation: RefreshOwnerDocument, variables: { id: property.id } }).catch(() => undefined)
}
