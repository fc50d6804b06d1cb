import { type ApolloCache, gql, type Reference } from '@apollo/client'
import type { PropertyStatus } from '../../gql/graphql.ts'
import type { Knocker } from './knocker.ts'
import type { PendingKnock } from './knockQueue.ts'
import { statusAfter } from './outcomes.ts'

const SHOWN_KNOCK = gql`
  fragment ShownKnock on Knock {
    eventId
    outcome
    occurredAt
    rep {
      id
      fullName
    }
  }
`

/**
 * Shows a knock before the server has it: the house changes its status on its marker and its sheet, its history
 * begins with this knock, and the session's clock counts one door more.
 */
export function showKnock(cache: ApolloCache, knock: PendingKnock, rep: Knocker): void {
  const shown = cache.writeFragment({
    fragment: SHOWN_KNOCK,
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
      knocks: (known, { readField }) =>
        shown && !known.some((one) => readField('eventId', one as Reference) === knock.eventId)
          ? [shown, ...(known as readonly Reference[])]
          : known,
    },
  })
  showStatus(cache, knock.propertyId, statusAfter(knock.outcome, knock.statusBefore))
  countDoor(cache, knock.sessionId, 1)
}

/** Takes a shown knock back out of history, status and count. */
export function hideKnock(cache: ApolloCache, knock: PendingKnock): void {
  cache.modify<{ knocks: readonly Reference[] }>({
    id: cache.identify({ __typename: 'Property', id: knock.propertyId }),
    fields: {
      knocks: (known, { readField }) =>
        (known as readonly Reference[]).filter((one) => readField('eventId', one) !== knock.eventId),
    },
  })
  showStatus(cache, knock.propertyId, knock.statusBefore)
  countDoor(cache, knock.sessionId, -1)
}

/** Gives a house and its marker the same status: they are two things in the contract and one to the reader. */
export function showStatus(cache: ApolloCache, propertyId: string, status: PropertyStatus): void {
  for (const __typename of ['Property', 'MapMarker']) {
    cache.modify<{ status: PropertyStatus }>({
      id: cache.identify({ __typename, id: propertyId }),
      fields: { status: () => status },
    })
  }
}

function countDoor(cache: ApolloCache, sessionId: string | undefined, by: 1 | -1): void {
  if (!sessionId) return
  cache.modify<{ doors: number }>({
    id: cache.identify({ __typename: 'KnockSession', id: sessionId }),
    fields: { doors: (doors) => Math.max(0, doors + by) },
  })
}
