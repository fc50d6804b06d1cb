import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { PropertyType } from '../../domain/enums.ts'
import { queryLeads } from './leads.ts'
import type { LeadFilter } from './leadFilters.ts'

export interface LeadCounters {
  total: number
  highPriority: number
  newLeads: number
  completed: number
}

/** The maximum number of leads in one selection. */
export const maxSelectedLeads = 10_000

/** The four counts above the list, of the leads that the actor may see and that match `filter`. */
export async function countLeadsByStatus(ctx: Context, filter: LeadFilter): Promise<LeadCounters> {
  const [row] = await queryLeads(ctx, filter, ({ em, where, values }) =>
    queryRows<LeadCounters>(
      em,
      `select count(*)::int as total, (count(*) filter (where l.priority = 'high'))::int as "highPriority",
         (count(*) filter (where l.status = 'new'))::int as "newLeads",
         (count(*) filter (where l.status = 'completed'))::int as completed
       from leads l where ${where.join(' and ')}`,
      values,
    ),
  )
  return row!
}

/** The number of leads for each tag that has any, largest first. */
export function countLeadsByTag(ctx: Context, filter: LeadFilter): Promise<{ tag: PropertyType; count: number }[]> {
  return queryLeads(ctx, filter, ({ em, where, values }) =>
    queryRows<{ tag: PropertyType; count: number }>(
      em,
      `select l.tag, count(*)::int as count from leads l where ${where.join(' and ')} group by l.tag order by 2 desc, 1`,
      values,
    ),
  )
}

/** The ids on all pages of `listLeads`, newest first, at most `maxSelectedLeads`. 'Select All' selects them. */
export async function listLeadIds(ctx: Context, filter: LeadFilter): Promise<string[]> {
  const found = await queryLeads(ctx, filter, ({ em, where, values }) =>
    queryRows<{ id: string }>(
      em,
      `select l.id from leads l where ${where.join(' and ')} order by l.created_at desc, l.id desc limit ${maxSelectedLeads}`,
      values,
    ),
  )
  return found.map(({ id }) => id)
}
