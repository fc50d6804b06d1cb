import { v7 as uuidv7 } from 'uuid'
import { runToCompletion } from '../database/cancellation.ts'
import {
  queryRows,
  retryAfterDeadlock,
  type Database,
  type DatabaseScope,
  type EntityManager,
} from '../database/connection.ts'
import { archivedMessage, Refused } from '../domain/errors.ts'
import { assertCanWrite, type Actor } from '../domain/permissions.ts'
import { eventsFromReads, platformTenantId, type DomainEvent, type NewDomainEvent } from '../events/catalog.ts'
import type { AfterCommit, StartedWork } from '../context.ts'
import { appendEvents, type RecordedEvent } from './append.ts'

/** The parts of the request context that a write needs. */
export interface WriteContext {
  actor: Actor | null
  requestId: string
  now: () => Date
  database: Database
  /** The one door after a commit: api/lifecycle/afterCommit.ts lists what follows. */
  afterCommit: AfterCommit
}

/** An open write transaction. */
export interface WriteTransaction {
  em: EntityManager
  /**
   * Adds an event that is appended to the log at the end of the transaction. `eventId` defaults to a new UUID v7,
   * `occurredAt` to now and `subjectId` to null. `by` is the context of the event if one transaction serves several callers.
   */
  record(event: EventInput, by?: WriteContext): void
  /** Runs `last` after the events are appended, with the scope of the log's tenant, for a row that others must not wait for. */
  beforeCommit(last: (em: EntityManager, tenantId: string) => Promise<void>): void
  /** Starts work after the commit that made it due: at once, or at a time. */
  startAfterCommit(work: StartedWork): void
}

type EventInput = DomainEvent & Partial<Pick<NewDomainEvent, 'eventId' | 'occurredAt' | 'subjectId'>>

/** The maximum number of events in one statement, so that none comes near the time limit of statements. */
const maxAppendedAtOnce = 5_000

/**
 * Runs `work` in one transaction, appends the events it recorded to the log of `logTenantId`, applies the projections,
 * commits, and then calls `ctx.afterCommit`, which notifies subscribers and starts the delivery to webhooks. All writes must go through this function or `log_knocks`,
 * because the database refuses events that are written in any other way. Returns the result of
 * `work`, which is called again if PostgreSQL ended its transaction in a deadlock, so it changes nothing but the database. Throws
 * `Refused` if a global admin writes into an archived tenant, unless `allowArchived` is set.
 */
export async function transact<T>(
  ctx: WriteContext,
  where: { scope: DatabaseScope; logTenantId: string; allowArchived?: boolean },
  work: (transaction: WriteTransaction) => Promise<T>,
): Promise<T> {
  const recorded: RecordedEvent[] = []
  const lastWork: ((em: EntityManager, tenantId: string) => Promise<void>)[] = []
  const due: StartedWork[] = []
  let appendedCount = 0
  const checksArchived = !where.allowArchived && isGlobalAdmin(ctx) && where.logTenantId !== platformTenantId
  const write = async (em: EntityManager) => {
    recorded.length = 0
    lastWork.length = 0
    due.length = 0
    appendedCount = 0
    if (checksArchived) {
      await assertNotArchived(em, where.logTenantId)
      if (where.scope !== 'platform') await ctx.database.setScope(em, where.scope)
    }
    const workResult = await work({
      em,
      record: (event, by = ctx) => void recorded.push(toRecordedEvent(by, event)),
      beforeCommit: (last) => void lastWork.push(last),
      startAfterCommit: (started) => void due.push(started),
    })
    if (recorded.length + lastWork.length > 0 && typeof where.scope === 'string')
      await ctx.database.setScope(em, { tenantId: where.logTenantId })
    if (recorded.length > 0) {
      for (let start = 0; start < recorded.length; start += maxAppendedAtOnce) {
        const results = await appendEvents(em, where.logTenantId, recorded.slice(start, start + maxAppendedAtOnce))
        appendedCount += results.filter(({ outcome }) => outcome === 'appended').length
      }
      // An archiving that began meanwhile has committed, because it appends to the same log.
      if (checksArchived) await assertNotArchived(em, where.logTenantId)
    }
    for (const last of lastWork) await last(em, where.logTenantId)
    return workResult
  }
  const scope = checksArchived ? 'platform' : where.scope
  // A query may record what it looked up, which must be in the log even if the client disconnects.
  const result = await runToCompletion(() =>
    retryAfterDeadlock(() => ctx.database.within(scope, write, { logTenantId: where.logTenantId })),
  )
  const types = recorded.map(({ type }) => type)
  if (types.length + due.length > 0) ctx.afterCommit(where.logTenantId, types, appendedCount, due)
  return result
}

/** `transact` with the scope and the log of one tenant. */
export function transactInTenant<T>(
  ctx: WriteContext,
  tenantId: string,
  work: (transaction: WriteTransaction) => Promise<T>,
): Promise<T> {
  return transact(ctx, { scope: { tenantId }, logTenantId: tenantId }, work)
}

/** The users of an archived tenant have no sessions, so only writes of global admins need the check. */
const isGlobalAdmin = ({ actor }: WriteContext): boolean => actor?.role === 'global_admin'

/**
 * Throws `Refused` if the tenant is archived. After the transaction has appended to the tenant's log, the answer stays true until
 * it ends: an archiving appends, too, and waits. A lock of the tenant's row would do without the append, but in a
 * distributed database two such locks of a reference table are a deadlock.
 */
export async function assertNotArchived(em: EntityManager, tenantId: string): Promise<void> {
  const statement = 'select archived_at from tenants where id = $1'
  const [tenant] = await queryRows<{ archived_at: Date | null }>(em, statement, [tenantId])
  if (tenant?.archived_at) throw new Refused(archivedMessage)
}

/**
 * Serializes the transactions that take this lock, until their end. It is a row that each of them writes: the nodes of a
 * distributed database have no advisory lock in common, and these transactions run on the nodes of different logs. There, a change of
 * any other row of the table waits, too. Needs the platform scope.
 */
export async function lockOnEveryNode(em: EntityManager, name: 'accounts' | 'tenant names'): Promise<void> {
  // The row is created where it is missing, as after the restore of a backup of the release before.
  await queryRows(
    em,
    `insert into installation values ($1, 'true') on conflict (key) do update set value = excluded.value`,
    [`lock ${name}`],
  )
}

function toRecordedEvent(by: WriteContext, event: EventInput): RecordedEvent {
  // Checked here as well as in the transports, so that no request with a read-only API key can write.
  if (!eventsFromReads.has(event.type)) assertCanWrite(by.actor)
  return {
    ...event,
    eventId: event.eventId ?? uuidv7(),
    occurredAt: event.occurredAt ?? by.now(),
    subjectId: event.subjectId ?? null,
    envelope: { actor: by.actor, requestId: by.requestId },
  }
}
