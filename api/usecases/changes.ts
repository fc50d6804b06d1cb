import type { Context } from '../context.ts'
import { tenantOf } from '../domain/permissions.ts'
import { typesOf, type Topic } from '../live/topics.ts'

/** The last event that touched a topic. */
export interface Change {
  at: Date
  position: number
}

/** What lies further back was told long ago. */
const farthestBack = 2_000

/** The last change of the topic in the actor's tenant, or in the chosen one; null when there was none for long. */
export async function readLastChange(ctx: Context, topic: Exclude<Topic, 'activity'>): Promise<Change | null> {
  const tenantId = tenantOf(ctx.actor)
  const [last] = await ctx.database.ask<Change>(
    { tenantId },
    `select recorded_at as at, position::int from activity_events
     where tenant_id = $1 and type = any($2)
       and position > (select position - $3 from activity_heads where tenant_id = $1)
     order by position desc limit 1`,
    [tenantId, typesOf(topic), farthestBack],
  )
  return last ?? null
}
