import { v7 as uuidv7 } from 'uuid'
import type { Database, EntityManager, Scope } from '../database/connection.ts'
import { mayChange, type Actor } from '../domain/permissions.ts'
import { causedByReading, type ActivityFact, type NewActivity } from '../events/catalogue.ts'
import type { Live } from '../live/live.ts'
import { append, type Recorded } from './append.ts'

/** What a write needs of the request it serves. */
export interface WriteContext {
  actor: Actor | null
  requestId: string
  now: () => Date
  database: Database
  live: Live
}

/** A transaction that is being filled: entities through `em`, facts through `record`. */
export interface Writing {
  em: EntityManager
  /**
   * Notes a fact for the log. `eventId` defaults to a new UUID v7, `occurredAt` to now, `subjectId` to none;
   * `by` names whose fact it is when one transaction serves several callers.
   */
  record(
    fact: ActivityFact & Partial<Pick<NewActivity, 'eventId' | 'occurredAt' | 'subjectId'>>,
    by?: WriteContext,
  ): void
}

/**
 * The one way to write: `work` saves, then what it recorded is appended to the log of `logTenantId` and projected,
 * then all of it is committed or none, then those who watch are told. Returns what `work` returned.
 */
export async function transact<T>(
  ctx: WriteContext,
  where: { scope: Scope; logTenantId: string },
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  const recorded: Recorded[] = []
  const result = await ctx.database.within(where.scope, async (em) => {
    recorded.length = 0
    const answer = await work({
      em,
      record: (fact, by = ctx) => {
        // Whatever way a call came, an API key that may only read changes nothing.
        if (!causedByReading.has(fact.type)) mayChange(by.actor)
        recorded.push({
          ...fact,
          eventId: fact.eventId ?? uuidv7(),
          occurredAt: fact.occurredAt ?? by.now(),
          subjectId: fact.subjectId ?? null,
          envelope: { actor: by.actor, requestId: by.requestId },
        })
      },
    })
    await em.flush()
    if (recorded.length > 0) {
      if (where.scope === 'platform') await ctx.database.enter(em, { tenantId: where.logTenantId })
      await append(em, where.logTenantId, recorded)
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
export function transactIn<T>(ctx: WriteContext, tenantId: string, work: (writing: Writing) => Promise<T>): Promise<T> {
  return transact(ctx, { scope: { tenantId }, logTenantId: tenantId }, work)
}
