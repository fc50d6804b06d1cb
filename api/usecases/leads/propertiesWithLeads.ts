import { readScope, type Context } from '../../context.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import { readPropertyPage, toPropertyQuery, type ListedProperty } from '../properties/propertyList.ts'
import type { PropertyFilter } from '../properties/propertyFilters.ts'
import type { PropertyOrder } from '../properties/propertyOrder.ts'
import type { PropertyColumn } from '../../records/propertyRows.ts'
import { leadsOfPropertySql, toListedLeads, type ListedLead, type ListedLeadColumn } from './leads.ts'

/**
 * Whether `listPropertiesWithLeads` can be used. A list of all tenants reads its leads apart: a distributed database refuses
 * to look them up in each row.
 */
export function canListWithLeads(ctx: Context): boolean {
  return readScope(ctx) !== 'platform'
}

/** `listProperties` with the newest 100 leads of each that the actor may see, newest first, read by the same statement. */
export async function listPropertiesWithLeads<Column extends PropertyColumn, Lead extends ListedLeadColumn>(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
  orderBy: PropertyOrder | null | undefined,
  columns: { property: readonly Column[]; lead: readonly Lead[] },
): Promise<Page<ListedProperty<Column> & { leads: ListedLead<Lead>[] }>> {
  const query = toPropertyQuery(ctx, filter, orderBy)
  const properties = await readPropertyPage<Column, { leads: object[] | null }>(
    ctx,
    query,
    page,
    columns.property,
    (bind) => `${leadsOfPropertySql(ctx, columns.lead, bind)} as "leads"`,
  )
  return {
    ...properties,
    items: properties.items.map((item) => Object.assign(item, { leads: toListedLeads<Lead>(item.leads, item) })),
  }
}
