import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { Refused } from '../../domain/errors.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { shareRead } from '../../log/sharedReads.ts'
import { activityColumns, attachReferences, type ActivityRow, type ActivityView } from './activityLog.ts'
import { assertInLog, readLogHead } from './logHead.ts'

/** Consecutive events of one tenant's log, oldest first. */
export interface ActivityBatch {
  events: ActivityView[]
  /** The position to continue after. */
  endPosition: number
  /** Whether the batch is full and the next one can be read at once. */
  hasMore: boolean
}

const maxBatchSize = 500

/**
 * The next events after position `after` of that log, at most 500; for a rep, only their own. Callers with the same position
 * share a read, so that many subscribers of one log do not each read every event. Throws `Refused` if the log ends before `after`.
 */
export async function readActivityAfter(ctx: Context, after: number): Promise<ActivityBatch> {
  const reach = authorize(ctx.actor, 'activity.read')
  if (!Number.isInteger(after) || after < 0)
    throw new Refused('A position is a whole number of at least 0.', { after: 'A whole number of at least 0' })
  const tenantId = requireTenant(ctx.actor)
  const actorId = reach === 'own' ? ownUserIdOf(ctx.actor!) : null
  return shareRead(ctx.caches.sharedReads, `activity ${tenantId} ${actorId} ${after}`, () =>
    readBatch(ctx, tenantId, actorId, after),
  )
}

async function readBatch(
  ctx: Context,
  tenantId: string,
  actorId: string | null,
  after: number,
): Promise<ActivityBatch> {
  const head = await readLogHead(ctx)
  return ctx.database.within({ tenantId }, async (em) => {
    if (after > head) await assertInLog(em, after, 'after')
    const found = await queryRows<ActivityRow>(
      em,
      `select ${activityColumns}, t.name as "tenantName" from activity_events e join tenants t on t.id = e.tenant_id
       where e.tenant_id = $1 and e.position > $2 and e.position <= $3 and ($4::uuid is null or e.actor_id = $4)
       order by e.position limit $5`,
      [tenantId, after, head, actorId, maxBatchSize],
    )
    const hasMore = found.length === maxBatchSize
    return {
      events: await attachReferences(em, found),
      endPosition: hasMore ? found.at(-1)!.position : head,
      hasMore,
    }
  })
}
