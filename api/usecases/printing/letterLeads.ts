import type { Context } from '../../context.ts'
import { columnsOf, selectList } from '../../database/columns.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { LetterLead, LetterSender } from '../../domain/printing/mergeValues.ts'
import { mergedFields } from '../../domain/templates/mergeFields.ts'

/**
 * The leads in the order of `ids`, in batches. Each batch has its own transaction, so that a slow download does not hold one
 * open.
 */
export async function* readLetterLeads(
  ctx: Context,
  tenantId: string,
  ids: readonly string[],
  batchSize: number,
): AsyncGenerator<LetterLead[]> {
  for (let offset = 0; offset < ids.length; offset += batchSize) {
    yield await ctx.database.within({ tenantId }, (em) =>
      queryRows<LetterLead>(
        em,
        `select ${selectList(columnsOf('p', mergedFields), mergedFields)}, l.tag, l.priority, l.status, l.created_at as "createdAt",
           l.template_data as "templateData", u.full_name as "repName", u.email as "repEmail", u.phone as "repPhone"
         from unnest($1::uuid[]) with ordinality as selected (id, position)
         join leads l on l.tenant_id = $2 and l.id = selected.id
         join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
         left join users u on u.id = l.rep_id order by selected.position`,
        [ids.slice(offset, offset + batchSize), tenantId],
      ),
    )
  }
}

export async function readSender(em: EntityManager, today: Date): Promise<LetterSender> {
  const [tenant] = await queryRows<Omit<LetterSender, 'today'>>(
    em,
    `select company_name as "companyName", name as "teamName", time_zone as "timeZone" from tenants
     where id = current_tenant()`,
  )
  return { ...tenant!, today }
}
