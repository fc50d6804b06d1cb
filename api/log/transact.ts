import { v7 as uuidv7 } from 'uuid'
import type { Database, EntityManager, Scope } from '../database/connection.ts'
import { assertCanWrite, type Actor } from '../domain/permissions.ts'
import { eventsFromReads, type DomainEvent, type NewDomainEvent } from '../events/catalog.ts'
import type { Live } from '../live/live.ts'
import { appendEvents, eventsToJson, type AppendResult, type RecordedEvent } from './append.ts'

/** What a write needs of the request it serves. */
export interface WriteContext {
  actor: Actor | null
  requestId: string
  now: () => Date
  database: Database
  live: Live
}

/** A transaction that is being filled: entities through `em`, facts through `record`. */
export interface WriteTransaction {
  em: EntityManager
  /**
   * Notes a fact for the log. `eventId` defaults to a new UUID v7, `occurredAt` to now, `subjectId` to none;
   * `by` names whose fact it is when one transaction serves several callers.
   */
  record(fact: EventInput, by?: WriteContext): void
}

type EventInput = DomainEvent & Partial<Pick<NewDomainEvent, 'eventId' | 'occurredAt' | 'subjectId'>>

/**
 * The one way to write: `work` saves, then what it recorded is appended to the log of `logTenantId` and projected,
 * then all of it is committed or none, then those who watch are told. Returns what `work` returned.
 */
export async function transact<T>(
  ctx: WriteContext,
  where: { scope: Scope; logTenantId: string },
  work: (writing: WriteTransaction) => Promise<T>,
): Promise<T> {
  const recorded: RecordedEvent[] = []
  const result = await ctx.database.within(where.scope, async (em) => {
    recorded.length = 0
    const answer = await work({
      em,
      record: (fact, by = ctx) => void recorded.push(toRecordedEvent(by, fact)),
    })
    await em.flush()
    if (recorded.length > 0) {
      if (where.scope === 'platform') await ctx.database.setScope(em, { tenantId: where.logTenantId })
      await appendEvents(em, where.logTenantId, recorded)
    }
    return answer
  })
  if (recorded.length > 0)
    ctx.live.announce(
      where.logTenantId,
      recorded.map((event) => event.type),
    )
  return result
}

/** `transact` for what happens within one tenant, which is nearly everything. */
export function transactInTenant<T>(
  ctx: WriteContext,
  tenantId: string,
  work: (writing: WriteTransaction) => Promise<T>,
): Promise<T> {
  return transact(ctx, { scope: { tenantId }, logTenantId: tenantId }, work)
}

/** What `savingAndAppending` answers for an event. */
export interface SavedEvent<T> {
  eventId: string
  outcome: AppendResult['outcome'] | 'conflict'
  saved: T | null
}

/**
 * `transactIn` for what comes in crowds and is saved by one statement (`savingAndAppending`): saved, appended, projected and
 * committed in one round trip, then those who watch are told. An event whose id is known changes nothing and is answered
 * as replayed or as a conflict, which does not hurt the others.
 */
export async function saveBatch<T>(
  ctx: WriteContext,
  tenantId: string,
  statement: string,
  facts: readonly { fact: EventInput; by: WriteContext }[],
  values: readonly unknown[],
): Promise<SavedEvent<T>[]> {
  const recorded = facts.map(({ fact, by }) => toRecordedEvent(by, fact))
  const saved = await ctx.database.query<SavedEvent<T>>({ tenantId }, statement, [
    tenantId,
    eventsToJson(recorded),
    ...values,
  ])
  ctx.live.announce(
    tenantId,
    recorded.map((event) => event.type),
  )
  return saved
}

function toRecordedEvent(by: WriteContext, fact: EventInput): RecordedEvent {
  // Whatever way a call came, an API key that may only read changes nothing.
  if (!eventsFromReads.has(fact.type)) assertCanWrite(by.actor)
  return {
    ...fact,
    eventId: fact.eventId ?? uuidv7(),
    occurredAt: fact.occurredAt ?? by.now(),
    subjectId: fact.subjectId ?? null,
    envelope: { actor: by.actor, requestId: by.requestId },
  }
}
