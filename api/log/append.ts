import type { EntityManager } from '../database/connection.ts'
import { prepared } from '../database/client.ts'
import { queryRows } from '../database/connection.ts'
import { Conflict } from '../domain/errors.ts'
import { effectiveRole, type Actor } from '../domain/permissions.ts'
import { schemaVersionOf, type NewDomainEvent } from '../events/catalog.ts'

/** Who did it and in which request; the same for all events of a transaction that one call made. */
export interface Envelope {
  actor: Actor | null
  requestId: string
}

export type RecordedEvent = NewDomainEvent & { envelope: Envelope }

/** Where a fact stands in its tenant's log. */
export interface AppendResult {
  eventId: string
  position: number
  /** `replayed`: the same fact was in the log already, and nothing was written. */
  outcome: 'appended' | 'replayed'
}

const appendStatement = prepared('select event_id, position, outcome from append_activity($1, $2)')

/**
 * Appends `events` to the tenant's log and applies the projections to exactly what is new, in one statement.
 * It must be the last statement before the commit: the tenant's log stays locked until then.
 * Throws `Conflict` when an event id is known with another fact; nothing of the transaction may then be kept.
 */
export async function appendEvents(
  em: EntityManager,
  tenantId: string,
  events: RecordedEvent[],
): Promise<AppendResult[]> {
  const answers = await queryRows<{
    event_id: string
    position: string
    outcome: AppendResult['outcome'] | 'conflict'
  }>(em, appendStatement, [tenantId, eventsToJson(events)])
  return answers.map(({ event_id, position, outcome }) => {
    if (outcome === 'conflict') throw new Conflict('This event id was used for something else.')
    return { eventId: event_id, position: Number(position), outcome }
  })
}

/**
 * A statement that saves and then appends, in this order, so that one round trip does both. `steps` are the parts of a WITH that
 * save what the parameters `$3`, `$4` … hold, and `answer` a query of them with the column `event_id`; `$1` is the tenant and
 * `$2` the events (`asJson`). Answers for each event where it stands, `conflict` where its id is known with another fact, and
 * its row of `answer`.
 */
export function saveAndAppendSql(steps: string, answer: string): string {
  return prepared(`with ${steps}, saved as materialized (${answer})
    select a.event_id as "eventId", a.position::float8 as position, a.outcome, to_jsonb(saved) as saved
    from (select count(*) as rows from saved) first
    cross join lateral append_activity($1, case when first.rows >= 0 then $2::jsonb end) a
    left join saved on saved.event_id = a.event_id`)
}

/** Events as the append function reads them. */
export function eventsToJson(events: readonly RecordedEvent[]): string {
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
