import type { Context } from '../../context.ts'
import { requireTenant } from '../../domain/permissions.ts'
import { eventTypesOf, type Topic } from '../../live/topics.ts'

/** The last event of a topic, and the positions of the last ones, newest first. */
export interface LastChange {
  at: Date
  positions: number[]
}

/** Limits the search. Subscribers have read older changes long ago. */
const maxPositionsBack = 2_000
/** A subscriber who has missed more changes reads everything again. */
const maxPositions = 20

/** The last changes of the topic in the actor's or the chosen tenant; null when the last 2,000 events contain none. */
export async function readLastChange(
  ctx: Context,
  topic: Exclude<Topic, 'activity' | 'jobs'>,
): Promise<LastChange | null> {
  const tenantId = requireTenant(ctx.actor)
  const last = await ctx.database.query<{ at: Date; position: number }>(
    { tenantId },
    `select recorded_at as at, position::int from activity_events
     where tenant_id = $1 and type = any($2)
       and position > (select position - $3 from activity_heads where tenant_id = $1)
     order by position desc limit $4`,
    [tenantId, eventTypesOf(topic), maxPositionsBack, maxPositions],
  )
  return last[0] ? { at: last[0].at, positions: last.map(({ position }) => position) } : null
}
