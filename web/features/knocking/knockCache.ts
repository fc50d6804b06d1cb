import type { ApolloCache, Reference } from '@apollo/client'
import {
  KnockSummaryFragmentDoc,
  LastKnockFragmentDoc,
  type LastKnockFragment,
  type PropertyStatus,
} from '../../gql/graphql.ts'
import type { KnockingRep } from './useKnockingRep.ts'
import type { PendingKnock } from './knockOutbox.ts'
import { statusAfterKnock } from './outcomes.ts'

/** Shows a knock before the server has it: updates the property's status and its history. */
export function addKnockToCache(cache: ApolloCache, knock: PendingKnock, rep: KnockingRep): void {
  const { eventId, outcome, occurredAt } = knock
  const repRef = { __typename: 'UserRef', id: rep.id, fullName: rep.fullName }
  const data = { __typename: 'Knock', eventId, outcome, occurredAt, rep: repRef }
  const knockRef = cache.writeFragment({ fragment: KnockSummaryFragmentDoc, data })
  modifyKnocks(cache, knock, (others) => (knockRef ? [knockRef, ...others] : others))
  writeStatus(cache, knock.propertyId, statusAfterKnock(knock.outcome, knock.statusBefore))
  writeLastKnock(cache, knock.propertyId, { lastOutcome: outcome, lastKnockedAt: occurredAt })
}

/** Reverts `addKnockToCache`. */
export function removeKnockFromCache(cache: ApolloCache, knock: PendingKnock): void {
  modifyKnocks(cache, knock, (others) => others)
  writeStatus(cache, knock.propertyId, knock.statusBefore)
  if (knock.lastKnockBefore) writeLastKnock(cache, knock.propertyId, knock.lastKnockBefore)
}

/** Changes the knocks of a property in the cache. `change` receives all but the given one. */
function modifyKnocks(
  cache: ApolloCache,
  { eventId, propertyId }: PendingKnock,
  change: (others: readonly Reference[]) => readonly Reference[],
): void {
  cache.modify<{ knocks: readonly Reference[] }>({
    id: cache.identify({ __typename: 'Property', id: propertyId }),
    fields: {
      knocks: (knocks, { readField }) =>
        change((knocks as readonly Reference[]).filter((knock) => readField('eventId', knock) !== eventId)),
    },
  })
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

/** Counts a knock that the server has acknowledged, or its withdrawal, in the session's doors. */
export function adjustDoorCount(cache: ApolloCache, sessionId: string | undefined, by: 1 | -1): void {
  if (!sessionId) return
  cache.modify<{ doors: number }>({
    id: cache.identify({ __typename: 'KnockSession', id: sessionId }),
    fields: { doors: (doors) => Math.max(0, doors + by) },
  })
}

/** The last knock of a map marker; undefined if the marker is not in the cache. */
export function readLastKnock(cache: ApolloCache, propertyId: string): LastKnockFragment | undefined {
  const id = cache.identify({ __typename: 'MapMarker', id: propertyId })
  return cache.readFragment({ id, fragment: LastKnockFragmentDoc }) ?? undefined
}

/** Sets the last knock of a property and of its map marker. */
function writeLastKnock(
  cache: ApolloCache,
  propertyId: string,
  { lastOutcome, lastKnockedAt }: LastKnockFragment,
): void {
  for (const __typename of ['Property', 'MapMarker']) {
    cache.modify<LastKnockFragment>({
      id: cache.identify({ __typename, id: propertyId }),
      fields: { lastOutcome: () => lastOutcome, lastKnockedAt: () => lastKnockedAt },
    })
  }
}
