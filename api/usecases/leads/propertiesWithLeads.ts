import { readScope, type Context } from '../../context.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import { readPropertyPage, toPropertyQuery, type PropertyFilter } from '../properties/propertyList.ts'
import type { PropertyView } from '../properties/propertyRows.ts'
import { findLeadsOfProperties, type LeadView } from './leads.ts'

export interface PropertyWithLeads extends PropertyView {
  leads: LeadView[]
}

/** `listProperties` with the leads of each that the actor may see, newest first, read in one transaction. */
export async function listPropertiesWithLeads(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
): Promise<Page<PropertyWithLeads>> {
  const query = toPropertyQuery(ctx, filter)
  return ctx.database.within(readScope(ctx), async (em) => {
    const properties = await readPropertyPage(em, query, page)
    const ids = properties.items.map(({ id }) => id)
    const leads = Map.groupBy(await findLeadsOfProperties(em, ctx, ids), (lead) => lead.propertyId)
    return {
      ...properties,
      items: properties.items.map((property) => ({ ...property, leads: leads.get(property.id) ?? [] })),
    }
  })
}
