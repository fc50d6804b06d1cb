import { readScope, type Context } from '../../context.ts'
import { selectList } from '../../database/columns.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { filterConditions, onlySet } from '../../database/listFilters.ts'
import { byTenant, mergeScopes } from '../../database/tenantByTenant.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { parseId } from '../../domain/ids.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import { authorize, ownUserIdOf } from '../../domain/permissions.ts'
import { checkBounds } from '../../domain/point.ts'
import { propertyTypes, type PropertyType } from '../../domain/enums.ts'
import { countStoredProperties } from '../../projections/propertyCells.ts'
import type { ResolvedOrder } from '../../database/listOrder.ts'
import { listNamedUsers, noUserId, rowsByUserSql, type NamedUsers } from '../../database/userOrder.ts'
import { propertyFilters, type PropertyFilter } from './propertyFilters.ts'
import { assigneeColumn, propertyOrders, propertySortKeys, type PropertyOrder } from './propertyOrder.ts'
import {
  propertyColumnNames,
  propertyColumnSql,
  type PropertyColumn,
  type PropertyView,
} from '../../records/propertyRows.ts'
import { findSelectiveTerm, parseSearchTerms, toTagTerm, type SearchTerm } from './propertySearch.ts'

/** A term with at most this many properties is selective: it is looked up in its index. */
const selectiveThreshold = 4_000
/** The same for a count, which has no first page to fill early. */
const selectiveCountThreshold = 30_000
/** Without a selective term, only this many of the first properties are filtered at first. Usually they fill the page. */
const scanLimit = 5_000

/** The chosen columns of a property in a list, and those that every list needs. */
export type ListedProperty<Column extends PropertyColumn> = Pick<PropertyView, Column | 'tenantId' | 'id'>

/**
 * The properties the actor may see, by default newest first; a rep sees those assigned to them. Later pages are as fast as
 * the first. Reads only the given columns, by default all.
 */
export async function listProperties<Column extends PropertyColumn = PropertyColumn>(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
  orderBy?: PropertyOrder | null,
  columns?: readonly Column[],
): Promise<Page<ListedProperty<Column>>> {
  return readPropertyPage<Column>(ctx, toPropertyQuery(ctx, filter, orderBy), page, columns)
}

/** A page of `listProperties`. `more` returns further columns of `p` to select, such as `1 as "one"`. */
export function readPropertyPage<Column extends PropertyColumn, More = unknown>(
  { database }: Pick<Context, 'database'>,
  query: PropertyQuery,
  page: PageRequest,
  columns: readonly PropertyColumn[] = propertyColumnNames,
  more?: (bind: Bind) => string,
): Promise<Page<ListedProperty<Column> & More>> {
  const { scope, terms, order } = query
  const ofProperty = selectList(propertyColumnSql, ['tenantId', 'id', ...columns])
  const selected = (bind: Bind) => (more ? `${ofProperty}, ${more(bind)}` : ofProperty)
  return terms.length > 0 || order.field === 'assignee'
    ? database.within(scope, (em) => findPage(em, { selected, query, page }))
    : readWholePage(database, { selected, query, page })
}

/** A page that needs a single statement, which is sent together with its transaction. */
async function readWholePage<Row extends { id: string }>(
  database: Context['database'],
  pageQuery: PageQuery,
): Promise<Page<Row>> {
  const { query, page } = pageQuery
  const [sql, values] = rowsSql(pageQuery, null, (bind) => termSource([], bind))
  const rows = await database.query<Row & { cursorKey: string }>(query.scope, sql, values)
  return propertyOrders.page(rows, query.order, page.limit)
}

async function findPage<Row extends { id: string }>(em: EntityManager, pageQuery: PageQuery): Promise<Page<Row>> {
  const { query, page } = pageQuery
  const { scope, terms, order, repId } = query
  const onlyAssignee = query.conditions.unassigned ? noUserId : repId
  const assignees = order.field === 'assignee' ? await listNamedUsers(em, scope, assigneeColumn, onlyAssignee) : null
  const readFrom = (source: (bind: Bind) => string) =>
    queryRows<Row & { cursorKey: string }>(em, ...rowsSql(pageQuery, assignees, source))
  const selective = await findSelectiveTerm(em, terms, selectiveThreshold)
  if (terms.length > 0 && !selective && !assignees) {
    const scanned = await readFrom((bind) => firstRows(query, page, bind))
    if (scanned.length > page.limit || !(await hasRowsBeyondScan(em, query, page)))
      return propertyOrders.page(scanned, order, page.limit)
  }
  const found = await readFrom((bind) => termSource(selective ? [selective] : terms, bind))
  return propertyOrders.page(found, order, page.limit)
}

/** The number of properties on all pages of `listProperties`. */
export async function countProperties(ctx: Context, filter: PropertyFilter): Promise<number> {
  const query = toPropertyQuery(ctx, filter)
  return ctx.database.within(query.scope, async (em) => {
    const { terms, repId, conditions } = query
    const isUnbounded = !conditions.point && !conditions.bounds && !query.matchesNothing
    const hasTermsAlone = isUnbounded && Object.keys(conditions).length === 0
    if (hasTermsAlone && terms.length === 0) return countStoredProperties(em, repId)
    const { values, bind } = createParameters()
    // A rep has few properties, so reading all of them is faster than looking up a term.
    const selective = repId ? null : await findSelectiveTerm(em, terms, selectiveCountThreshold)
    const onlyTags = terms.every(({ kind }) => kind === 'tag')
    // Most words contain a short token, so reading the tenant's properties is faster than joining their words. Under a policy
    // the planner expects few matches and would read the table with the properties of all tenants.
    if (isUnbounded && !selective && !(hasTermsAlone && onlyTags))
      await queryRows(em, `select set_config('enable_seqscan', 'off', true)`)
    const from =
      hasTermsAlone && repId === null && onlyTags
        ? matchingIds(terms, bind)
        : `${termSource(selective ? [selective] : [], bind)} where ${buildConditions(query, bind).join(' and ')}`
    const [row] = await queryRows<{ n: number }>(em, `select count(*)::int as n from ${from}`, values)
    return row!.n
  })
}

/** The tags of all properties the actor may see, in the order of `propertyTypes`. */
export async function listTagsInUse(ctx: Context): Promise<PropertyType[]> {
  const reach = authorize(ctx.actor, 'property.read')
  const read = (scope: Scope) =>
    ctx.database.within(scope, (em) =>
      queryRows<{ tag: PropertyType }>(
        em,
        reach === 'own'
          ? `select ${byTenant} requested.tag from unnest($1::text[]) requested (tag)
             where exists (select from properties p join property_tags t on t.tenant_id = p.tenant_id and t.property_id = p.id
               where p.tenant_id = :tenant and p.assigned_to = $2 and t.tag = requested.tag limit 1)`
          : `select ${byTenant} requested.tag from unnest($1::text[]) requested (tag)
             where exists (select from property_tags t where t.tenant_id = :tenant and t.tag = requested.tag limit 1)`,
        [propertyTypes, ...(reach === 'own' ? [ownUserIdOf(ctx.actor!)] : [])],
      ),
    )
  const tagsIn = (rows: { tag: PropertyType }[]) =>
    propertyTypes.filter((type) => rows.some(({ tag }) => tag === type)).map((tag) => ({ tag }))
  const found = await mergeScopes(await ctx.database.scopesOf(readScope(ctx)), read, tagsIn)
  return tagsIn(found).map(({ tag }) => tag)
}

/** A checked filter, narrowed to what the actor may see. */
export interface PropertyQuery {
  scope: Scope
  /** Only the properties assigned to this user; null for all. */
  repId: string | null
  /** A rep filters by another rep, whose properties they may not see. */
  matchesNothing: boolean
  terms: SearchTerm[]
  /** The other filters that are set. */
  conditions: Omit<PropertyFilter, 'search' | 'tag' | 'assignedTo'>
  order: ResolvedOrder<PropertyOrder['field']>
}

/** Throws `Refused` for invalid bounds and `NotFound` for a user id that is not a UUID. */
export function toPropertyQuery(ctx: Context, filter: PropertyFilter, orderBy?: PropertyOrder | null): PropertyQuery {
  const ownId = authorize(ctx.actor, 'property.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const { search, tag, assignedTo, ...conditions } = onlySet(propertyFilters, filter)
  if (conditions.bounds) checkBounds(conditions.bounds)
  const requestedId = assignedTo ? parseId(assignedTo, 'User') : null
  return {
    scope: readScope(ctx),
    repId: ownId ?? requestedId,
    matchesNothing: ownId !== null && requestedId !== null && ownId !== requestedId,
    terms: [...(search ? parseSearchTerms(search) : []), ...(tag ? [toTagTerm(tag)] : [])],
    conditions,
    order: propertyOrders.resolve(orderBy),
  }
}

function buildConditions({ repId, matchesNothing, terms, conditions }: PropertyQuery, bind: Bind): string[] {
  return [
    'p.tenant_id = :tenant',
    ...(matchesNothing ? ['false'] : []),
    ...(repId ? [`p.assigned_to = ${bind(repId)}`] : []),
    ...filterConditions(propertyFilters, conditions, bind),
    ...terms.map((term) => term.conditionSql(bind)),
  ]
}

interface PageQuery {
  /** The select list. */
  selected(bind: Bind): string
  query: PropertyQuery
  page: PageRequest
}

/**
 * Returns the statement that reads a page, and its parameters. It reads one row more than the page has, which tells whether there is
 * a next page. `assignees` must be set if the order is that of their names.
 */
function rowsSql(
  { selected, query, page }: PageQuery,
  assignees: NamedUsers | null,
  source: (bind: Bind) => string,
): [sql: string, values: unknown[]] {
  const { values, bind } = createParameters()
  const { scope, order, terms } = query
  const { limit, offset = 0, after } = page
  const { sql: key } = propertySortKeys[order.field]
  const where = buildConditions(query, bind)
  const rows = assignees
    ? rowsByUserSql(
        {
          column: assigneeColumn,
          users: assignees,
          orders: propertyOrders,
          order,
          after,
          source: source(bind),
          where,
          // The index begins with tenant_id, so it cannot be used across tenants.
          rowsPerUser: terms.length > 0 || scope === 'platform' ? null : limit + 1 + offset,
        },
        bind,
      )
    : `${source(bind)} where ${[...where, ...cursorConditions(query, page, bind)].join(' and ')}`
  const sql = `select ${selected(bind)}, ${key}::text as "cursorKey" from ${rows}
     order by ${key} ${order.direction}, p.id ${order.direction} limit ${bind(limit + 1)} offset ${bind(offset)}`
  return [sql, values]
}

function cursorConditions({ order }: PropertyQuery, { after }: PageRequest, bind: Bind): string[] {
  return after ? [propertyOrders.afterSql(order, after, 'p.id', bind)] : []
}

/** The properties that match all of the terms, as `p`. OFFSET 0 makes the planner look them up by id, one by one. */
export function termSource(terms: SearchTerm[], bind: Bind): string {
  if (terms.length === 0) return 'properties p'
  return `${matchingIds(terms, bind)} cross join lateral (select * from properties s
    where s.tenant_id = :tenant and s.tenant_id = matching.tenant_id and s.id = matching.property_id offset 0) p`
}

/** The tenant_id and property_id of each property that matches all of the terms, as `matching`. */
function matchingIds(terms: SearchTerm[], bind: Bind): string {
  return `(select distinct * from (${terms.map((term) => `(${term.idsSql(bind)})`).join(' intersect ')}) ids) matching`
}

/** The first properties after the cursor, as `p`, before the filter is applied. */
function firstRows(query: PropertyQuery, page: PageRequest, bind: Bind): string {
  return `(select * from properties p where ${scanConditions(query, page, bind)} ${orderSql(query)} limit ${scanLimit}) p`
}

/** Whether there are more properties than `firstRows` returns. */
async function hasRowsBeyondScan(em: EntityManager, query: PropertyQuery, page: PageRequest): Promise<boolean> {
  const { values, bind } = createParameters()
  const found = await queryRows(
    em,
    `select p.id from properties p where ${scanConditions(query, page, bind)} ${orderSql(query)}
     limit 1 offset ${scanLimit}`,
    values,
  )
  return found.length > 0
}

function orderSql({ order: { field, direction } }: PropertyQuery): string {
  return `order by ${propertySortKeys[field].sql} ${direction}, p.id ${direction}`
}

function scanConditions(query: PropertyQuery, page: PageRequest, bind: Bind): string {
  const { repId } = query
  return [
    'p.tenant_id = :tenant',
    ...(repId ? [`p.assigned_to = ${bind(repId)}`] : []),
    ...cursorConditions(query, page, bind),
  ].join(' and ')
}
