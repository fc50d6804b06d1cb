import { type ApolloCache, gql, type Reference } from '@apollo/client'
import type { PropertyStatus } from '../../gql/graphql.ts'
import type { KnockingRep } from './useKnockingRep.ts'
import type { PendingKnock } from './knockOutbox.ts'
import { statusAfterKnock } from './outcomes.ts'

const KNOCK_FRAGMENT = gql`
  fragment KnockSummary on Knock {
    eventId
    outcome
    occurredAt
    rep {
      id
      fullName
    }
  }
`

/** Shows a knock before the server has it: updates the property's status, its history, and the session's door count. */
export function addKnockToCache(cache: ApolloCache, knock: PendingKnock, rep: KnockingRep): void {
  const knockRef = cache.writeFragment({
    fragment: KNOCK_FRAGMENT,
    data: {
      __typename: 'Knock',
      eventId: knock.eventId,
      outcome: knock.outcome,
      occurredAt: knock.occurredAt,
      rep: { __typename: 'UserRef', id: rep.id, fullName: rep.fullName },
    },
  })
  cache.modify<{ knocks: readonly Reference[] }>({
    id: cache.identify({ __typename: 'Property', id: knock.propertyId }),
    fields: {
      knocks: (knocks, { readField }) =>
        knockRef && !knocks.some((reference) => readField('eventId', reference as Reference) === knock.eventId)
          ? [knockRef, ...(knocks as readonly Reference[])]
          : knocks,
    },
  })
  writeStatus(cache, knock.propertyId, statusAfterKnock(knock.outcome, knock.statusBefore))
  adjustDoorCount(cache, knock.sessionId, 1)
}

/** Reverts `addKnockToCache`. */
export function removeKnockFromCache(cache: ApolloCache, knock: PendingKnock): void {
  cache.modify<{ knocks: readonly Reference[] }>({
    id: cache.identify({ __typename: 'Property', id: knock.propertyId }),
    fields: {
      knocks: (knocks, { readField }) =>
        (knocks as readonly Reference[]).filter((reference) => readField('eventId', reference) !== knock.eventId),
    },
  })
  writeStatus(cache, knock.propertyId, knock.statusBefore)
  adjustDoorCount(cache, knock.sessionId, -1)
}

/** Sets the status of a property and of its map marker, which are separate cache entries. */
export function writeStatus(cache: ApolloCache, propertyId: string, status: PropertyStatus): void {
  for (const __typename of ['Property', 'MapMarker']) {
    cache.modify<{ status: PropertyStatus }>({
      id: cache.identify({ __typename, id: propertyId }),
      fields: { status: () => status },
    })
  }
}

function adjustDoorCount(cache: ApolloCache, sessionId: string | undefined, by: 1 | -1): void {
  if (!sessionId) return
  cache.modify<{ doors: number }>({
    id: cache.identify({ __typename: 'KnockSession', id: sessionId }),
    fields: { doors: (doors) => Math.max(0, doors + by) },
  })
}
