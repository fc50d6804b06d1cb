import { queryRows, type EntityManager } from '../database/connection.ts'
import { currentAnswer } from '../database/logPosition.ts'
import { prepared } from '../database/pipelinedConnection.ts'
import { Conflict } from '../domain/errors.ts'
import { effectiveRole, type Actor } from '../domain/permissions.ts'
import type { NewDomainEvent } from '../events/catalog.ts'
import { schemaVersionOf } from '../events/versions.ts'

/** The actor and the request that an event is recorded with. */
export interface Envelope {
  actor: Actor | null
  requestId: string
}

export type RecordedEvent = NewDomainEvent & { envelope: Envelope }

/** The result of appending one event: its position in the tenant's log. */
export interface AppendResult {
  eventId: string
  position: number
  /** `replayed`: the log already contains the same event, and nothing was written. */
  outcome: 'appended' | 'replayed'
}

const appendStatement = prepared('select event_id, position, outcome from append_activity($1, $2)')

/**
 * Appends `events` to the tenant's log and applies the projections to the events that are new, in one statement. It must be
 * the last statement before the commit, because it locks the tenant's log until then. Throws `Conflict` if an event id
 * exists with another payload; the caller must then roll back.
 */
export async function appendEvents(
  em: EntityManager,
  tenantId: string,
  events: RecordedEvent[],
): Promise<AppendResult[]> {
  type Row = { event_id: string; position: string; outcome: AppendResult['outcome'] | 'conflict' }
  const results = await queryRows<Row>(em, appendStatement, [tenantId, eventsToJson(events)])
  const appended = results.map(({ event_id, position, outcome }): AppendResult => {
    if (outcome === 'conflict') throw new Conflict('This event id is already used for another event.')
    return { eventId: event_id, position: Number(position), outcome }
  })
  const answer = currentAnswer()
  if (answer?.tenantId === tenantId) answer.appended = appended.at(-1)?.position ?? answer.appended
  return appended
}

/** The events in the format that `append_activity` reads. */
function eventsToJson(events: readonly RecordedEvent[]): string {
  return JSON.stringify(events.map(toRow))
}

function toRow({ eventId, type, data, occurredAt, subjectId, envelope: { actor, requestId } }: RecordedEvent) {
  return {
    event_id: eventId,
    type,
    schema_version: schemaVersionOf(type),
    data,
    occurred_at: occurredAt,
    actor_id: actor?.userId,
    real_role: actor?.role,
    acting_role: actor && effectiveRole(actor),
    session_id: actor?.sessionId,
    request_id: requestId,
    subject_id: subjectId,
  }
}
