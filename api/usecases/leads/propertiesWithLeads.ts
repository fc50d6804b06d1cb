import type { Context } from '../../context.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import {
  readPropertyPage,
  toPropertyQuery,
  type ListedProperty,
  type PropertyFilter,
} from '../properties/propertyList.ts'
import type { PropertyOrder } from '../properties/propertyOrder.ts'
import type { PropertyColumn } from '../properties/propertyRows.ts'
import { findLeadsOfProperties, type ListedLead, type ListedLeadColumn } from './leads.ts'

export type PropertyWithLeads = ListedProperty<PropertyColumn> & { leads: ListedLead<ListedLeadColumn>[] }

/** `listProperties` with the newest 100 leads of each that the actor may see, newest first, read in one transaction. */
export async function listPropertiesWithLeads<Column extends PropertyColumn, Lead extends ListedLeadColumn>(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
  orderBy: PropertyOrder | null | undefined,
  columns: { property: readonly Column[]; lead: readonly Lead[] },
): Promise<Page<ListedProperty<Column> & { leads: ListedLead<Lead>[] }>> {
  const query = toPropertyQuery(ctx, filter, orderBy)
  return ctx.database.within(query.scope, async (em) => {
    const properties = await readPropertyPage<Column>(em, query, page, columns.property)
    const leads = await findLeadsOfProperties(em, ctx, properties.items, columns.lead)
    const byProperty = Map.groupBy(leads, (lead) => lead.propertyId)
    return {
      ...properties,
      items: properties.items.map((item) => Object.assign(item, { leads: byProperty.get(item.id) ?? [] })),
    }
  })
}
