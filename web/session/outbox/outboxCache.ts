import type { ApolloCache, Reference } from '@apollo/client'
import {
  type KnockSummaryFragment,
  KnockSummaryFragmentDoc,
  LastKnockFragmentDoc,
  type LastKnockFragment,
  OpenKnockSessionsDocument,
  type PropertyStatus,
} from '../../gql/graphql.ts'
import type { SendResult } from './outboxSender.ts'
import { isKnock, type OutboxItem, withdrawnKnockId } from './outboxItems.ts'

type Rep = NonNullable<KnockSummaryFragment['rep']>

/**
 * Writes what the server carried out into the cache, so that it stays on screen when the item leaves the outbox. `rep` made
 * the knocks.
 */
export function applyToCache(cache: ApolloCache, item: OutboxItem, { status }: SendResult, rep: Rep): void {
  const { propertyId, sessionId, action } = item
  const withdrawn = withdrawnKnockId(item)
  if (action.kind === 'SESSION_START') addOpenSession(cache, action.id, action.occurredAt)
  if (action.sessionEnd) endSession(cache, String(action.sessionEnd.sessionId), action.occurredAt)
  if (action.sessionPause)
    changePause(cache, String(action.sessionPause.sessionId), (pause) => pausedFrom(pause, action.occurredAt))
  if (action.sessionResume)
    changePause(cache, String(action.sessionResume.sessionId), (pause) => resumedAt(pause, action.occurredAt))
  if (!propertyId) return
  if (isKnock(item) && action.knock) {
    const { outcome, note, photoId } = action.knock
    const knock = { eventId: action.id, outcome, occurredAt: action.occurredAt, note: note ?? null, rep }
    addKnock(cache, propertyId, { ...knock, photoId: photoId ? String(photoId) : null, distanceMeters: null })
    writeLastKnock(cache, propertyId, { lastOutcome: outcome, lastKnockedAt: action.occurredAt })
    adjustDoorCount(cache, sessionId, 1)
  } else if (withdrawn) {
    modifyKnocks(cache, propertyId, (knocks, eventIdOf) => knocks.filter((knock) => eventIdOf(knock) !== withdrawn))
    if (item.before) writeLastKnock(cache, propertyId, item.before)
    adjustDoorCount(cache, sessionId, -1)
  }
  if (status) writeStatus(cache, propertyId, status)
}

function addKnock(cache: ApolloCache, propertyId: string, { rep, ...knock }: KnockSummaryFragment): void {
  const data = { __typename: 'Knock' as const, ...knock, rep: rep && { __typename: 'UserRef' as const, ...rep } }
  const reference = cache.writeFragment({ fragment: KnockSummaryFragmentDoc, fragmentName: 'KnockSummary', data })
  if (!reference) return
  modifyKnocks(cache, propertyId, (knocks, eventIdOf) => [
    reference,
    ...knocks.filter((other) => eventIdOf(other) !== knock.eventId),
  ])
}

function modifyKnocks(
  cache: ApolloCache,
  propertyId: string,
  change: (knocks: readonly Reference[], eventIdOf: (knock: Reference) => unknown) => readonly Reference[],
): void {
  cache.modify<{ knocks: readonly Reference[] }>({
    id: cache.identify({ __typename: 'Property', id: propertyId }),
    fields: {
      knocks: (knocks, { readField }) => change(knocks as readonly Reference[], (knock) => readField('eventId', knock)),
    },
  })
}

/** Sets the status of a property and of its map marker, which are separate cache entries. */
function writeStatus(cache: ApolloCache, propertyId: string, status: PropertyStatus): void {
  for (const __typename of ['Property', 'MapMarker']) {
    cache.modify<{ status: PropertyStatus }>({
      id: cache.identify({ __typename, id: propertyId }),
      fields: { status: () => status },
    })
  }
}

/** What a session has when it starts. */
export const NEW_SESSION = { pausedAt: null, pausedSeconds: 0, doors: 0, talks: 0, leads: 0 } as const

function addOpenSession(cache: ApolloCache, id: string, startedAt: string): void {
  const session = { __typename: 'KnockSession' as const, id, startedAt, endedAt: null, ...NEW_SESSION }
  cache.updateQuery({ query: OpenKnockSessionsDocument }, (data) =>
    data && !data.knockSessions.some((known) => known.id === id)
      ? { knockSessions: [session, ...data.knockSessions] }
      : undefined,
  )
}

function endSession(cache: ApolloCache, id: string, endedAt: string): void {
  cache.modify<{ endedAt: string | null }>({
    id: cache.identify({ __typename: 'KnockSession', id }),
    fields: { endedAt: () => endedAt },
  })
}

/** The pauses of a session: seconds of those that were resumed, and since when it is paused. */
export interface SessionPause {
  pausedAt: string | null
  pausedSeconds: number
}

/** The pauses after a pause. A session that is paused stays so. */
export const pausedFrom = ({ pausedAt, pausedSeconds }: SessionPause, at: string): SessionPause => ({
  pausedAt: pausedAt ?? at,
  pausedSeconds,
})

/** The pauses after it was resumed. */
export const resumedAt = ({ pausedAt, pausedSeconds }: SessionPause, at: string): SessionPause => ({
  pausedAt: null,
  pausedSeconds:
    pausedSeconds + (pausedAt ? Math.max(0, Math.round((Date.parse(at) - Date.parse(pausedAt)) / 1000)) : 0),
})

function changePause(cache: ApolloCache, id: string, change: (pause: SessionPause) => SessionPause): void {
  cache.updateQuery({ query: OpenKnockSessionsDocument }, (data) =>
    data
      ? {
          knockSessions: data.knockSessions.map((session) =>
            session.id === id ? { ...session, ...change(session) } : session,
          ),
        }
      : undefined,
  )
}

/** Counts a knock or its withdrawal in the doors of its session, if it was in one. */
function adjustDoorCount(cache: ApolloCache, sessionId: string | undefined, by: 1 | -1): void {
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
