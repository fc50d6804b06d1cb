import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { LeadView } from '../leads/leads.ts'

type ListedLead = Omit<LeadView, 'templateData'>

/** The leads with the merge values that lists do not read. */
export async function attachTemplateData(ctx: Context, leads: readonly ListedLead[]): Promise<LeadView[]> {
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) =>
    queryRows<Pick<LeadView, 'id' | 'templateData'>>(
      em,
      `select l.id, l.template_data as "templateData"
       from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id)
       join leads l on l.tenant_id = :tenant and l.tenant_id = wanted.tenant_id and l.id = wanted.id`,
      [leads.map(({ tenantId }) => tenantId), leads.map(({ id }) => id)],
    ),
  )
  const byId = new Map(found.map(({ id, templateData }) => [id, templateData]))
  return leads.map((lead) => ({ ...lead, templateData: byId.get(lead.id) ?? {} }))
}
