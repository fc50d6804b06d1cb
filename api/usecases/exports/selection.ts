import { type Context, readScope } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { ExportedList } from '../../domain/enums.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import type { ActivityFilter } from '../activity/activityFilters.ts'
import { type ActivityView, countActivity, readActivityLog } from '../activity/activityLog.ts'
import type { ActivityOrder } from '../activity/activityOrder.ts'
import type { LeadFilter } from '../leads/leadFilters.ts'
import type { LeadOrder } from '../leads/leadOrder.ts'
import { countLeads, type LeadView, listLeads } from '../leads/leads.ts'
import { type DoorMarkView, readDoorMarks } from '../properties/doorMarks.ts'
import type { PropertyFilter } from '../properties/propertyFilters.ts'
import { countProperties, listProperties } from '../properties/propertyList.ts'
import type { PropertyOrder } from '../properties/propertyOrder.ts'
import type { UserFilter } from '../users/userFilters.ts'
import { countUsers, listUsers, type UserOrder, type UserView } from '../users/users.ts'

/** Which rows of a list are exported, in which order. */
export type Selection =
  | { list: 'properties'; filter: PropertyFilter; order?: PropertyOrder | null }
  | { list: 'leads'; filter: LeadFilter; order?: LeadOrder | null }
  | { list: 'users'; filter: UserFilter; order?: UserOrder | null }
  | { list: 'activity'; filter: ActivityFilter; order?: ActivityOrder | null }

/** An item with the reason why nobody may knock at its door now; null if there is none. */
type WithMark<Item> = Item & { doNotKnock: Pick<DoorMarkView, 'kind' | 'until'> | null }

/** The items of each list, as the list reads them, with the marks of their doors. */
export interface ListItems {
  properties: WithMark<PropertyView>
  leads: WithMark<LeadView>
  users: UserView
  activity: ActivityView
}

const pageSize = 1_000

/** How the rows of each list are read and counted. */
const lists: {
  [List in ExportedList]: {
    read: (ctx: Context, filter: never, page: PageRequest, order?: never) => Promise<Page<ListItems[List]>>
    count: (ctx: Context, filter: never) => Promise<number>
  }
} = {
  properties: { read: listMarkedProperties, count: countProperties },
  leads: { read: listWholeLeads, count: countLeads },
  users: { read: listUsers, count: countUsers },
  activity: { read: readActivityLog, count: countActivity },
}

async function listMarkedProperties(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
  order?: PropertyOrder | null,
) {
  const properties = await listProperties(ctx, filter, page, order)
  return { ...properties, items: await attachMarks(ctx, properties.items, ({ id }) => id) }
}

async function listWholeLeads(ctx: Context, filter: LeadFilter, page: PageRequest, order?: LeadOrder | null) {
  const leads = await listLeads(ctx, filter, page, order)
  return {
    ...leads,
    items: await attachMarks(ctx, await attachTemplateData(ctx, leads.items), ({ propertyId }) => propertyId),
  }
}

async function attachMarks<Item>(
  ctx: Context,
  items: readonly Item[],
  propertyIdOf: (item: Item) => string,
): Promise<WithMark<Item>[]> {
  const marks = await readDoorMarks(ctx, [...new Set(items.map(propertyIdOf))])
  const byProperty = new Map(marks.map((mark) => [mark.propertyId, mark]))
  return items.map((item) => ({ ...item, doNotKnock: byProperty.get(propertyIdOf(item)) ?? null }))
}

/** The number of rows. Throws what the list throws for an invalid filter, and `Forbidden` if the actor may not read the list. */
export function countRows(ctx: Context, { list, filter }: Selection): Promise<number> {
  return lists[list].count(ctx, filter as never)
}

/** All rows that the list shows to the actor, page by page. Each page begins after the last row of the one before. */
export async function* readPages(ctx: Context, selection: Selection): AsyncGenerator<ListItems[ExportedList][]> {
  const { list, filter, order } = selection
  let after: string | null = null
  do {
    const page: Page<ListItems[ExportedList]> = await lists[list].read(
      ctx,
      filter as never,
      { limit: pageSize, after },
      order as never,
    )
    if (page.items.length > 0) yield page.items
    after = page.hasNextPage ? page.cursors.at(-1)! : null
  } while (after)
}

/** A selection that was stored as JSON, with its times. */
export function parseSelection(stored: Selection): Selection {
  const filter = Object.entries(stored.filter).map(([name, value]) => [
    name,
    typeof value === 'string' && name !== 'search' && storedTime.test(value) ? new Date(value) : (value as unknown),
  ])
  return { ...stored, filter: Object.fromEntries(filter) as never }
}

/** As JSON has a `Date`. */
const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
type ListedLead = Omit<LeadView, 'templateData'>

/** The leads with the merge values that lists do not read. */
async function attachTemplateData(ctx: Context, leads: readonly ListedLead[]): Promise<LeadView[]> {
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
