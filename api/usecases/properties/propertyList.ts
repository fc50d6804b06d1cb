import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { parseId } from '../../domain/ids.ts'
import { decodeCursor, pageOf, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize } from '../../domain/permissions.ts'
import { checkBounds, pointKey, type Bounds } from '../../domain/point.ts'
import { propertyTypes, type PropertyType } from '../../domain/enums.ts'
import { readLeadsOfProperties, type LeadView } from '../leads/leads.ts'
import { cellCondition, sumStoredCounts } from './propertyMap.ts'
import { propertyColumns, type PropertyView } from './properties.ts'
import { parseSearchTerms, createParameters, toTagTerm, type Bind, type SearchTerm } from './propertySearch.ts'

export interface PropertyFilter {
  /** Beginnings of words of the address or the owner, in any order; all must be there. */
  search?: string | null
  tag?: PropertyType | null
  /** Rounded to 5 decimals: the property at this place. */
  point?: { lat: number; lng: number } | null
  bounds?: Bounds | null
  assignedTo?: string | null
}

/** A mark on at most so many houses is looked up; one on more is likely met soon along the newest houses. */
const selectiveThreshold = 4_000
/** So many of the newest are looked through for common marks before these are looked up after all. */
const scanLimit = 5_000

/** A property of a list that was asked for with leads. */
export interface PropertyWithLeads extends PropertyView {
  leads: LeadView[]
}

/** `listProperties` with the leads of each that the actor may see, newest first, read in the same transaction. */
export async function listPropertiesWithLeads(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
): Promise<Page<PropertyWithLeads>> {
  return ctx.database.within(readScope(ctx), async (em) => {
    const shared = { ...ctx, database: { ...ctx.database, within: <T>(_: Scope, work: Work<T>) => work(em) } }
    const found = await listProperties(shared, filter, page)
    const leads = Map.groupBy(
      await readLeadsOfProperties(
        shared,
        found.items.map(({ id }) => id),
      ),
      (lead) => lead.propertyId,
    )
    return { ...found, items: found.items.map((property) => ({ ...property, leads: leads.get(property.id) ?? [] })) }
  })
}

type Work<T> = (em: EntityManager) => Promise<T>

/** The properties the actor may see, newest first; a rep sees those assigned to them. A page costs the same wherever it is. */
export async function listProperties(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
): Promise<Page<PropertyView>> {
  const query = toPropertyQuery(ctx, filter)
  const found = await ctx.database.within(readScope(ctx), async (em) => {
    const selectiveTerms = query.terms.length === 0 ? [] : await findSelectiveTerm(em, query.terms)
    if (selectiveTerms === null) {
      const scanned = await readPage(em, query, page, (bind) => newestRows(query, page, bind))
      if (scanned.length > page.limit || !(await hasRowsBeyondScan(em, query, page))) return scanned
    }
    return readPage(em, query, page, (bind) => termSource(selectiveTerms ?? query.terms, bind))
  })
  return pageOf(found, page.limit)
}

/** How many properties `listProperties` would give with no limit. */
export async function countProperties(ctx: Context, filter: PropertyFilter): Promise<number> {
  const query = toPropertyQuery(ctx, filter)
  return ctx.database.within(readScope(ctx), async (em) => {
    const { terms, repId } = query
    const isUnbounded = query.point === null && query.bounds === null && !query.matchesNothing
    if (isUnbounded && terms.length === 0) return sumStoredCounts(em, repId)
    const { values, bind } = createParameters()
    // Of one rep there are few: they are looked at one by one.
    const selectiveTerms = terms.length === 0 || isUnbounded || repId ? [] : await findSelectiveTerm(em, terms)
    const from =
      isUnbounded && repId === null
        ? matchingIds(terms, bind)
        : `${termSource(selectiveTerms ?? [], bind)} where ${buildConditions(query, bind).join(' and ')}`
    const [row] = await queryRows<{ n: number }>(em, `select count(*)::int as n from ${from}`, values)
    return row!.n
  })
}

/** The tags that the properties the actor may see have, in the order of the types: what a filter can offer. */
export async function listTagsInUse(ctx: Context): Promise<PropertyType[]> {
  const reach = authorize(ctx.actor, 'property.read')
  const found = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<{ tag: PropertyType }>(
      em,
      reach === 'own'
        ? `select wanted.tag from unnest($1::text[]) with ordinality wanted (tag, place)
           where exists (select from properties p join property_tags t on t.tenant_id = p.tenant_id and t.property_id = p.id
             where p.assigned_to = $2 and t.tag = wanted.tag limit 1) order by wanted.place`
        : `select wanted.tag from unnest($1::text[]) with ordinality wanted (tag, place)
           where exists (select from property_tags t where t.tag = wanted.tag limit 1) order by wanted.place`,
      [propertyTypes, ...(reach === 'own' ? [ctx.actor!.userId] : [])],
    ),
  )
  return found.map(({ tag }) => tag)
}

/** A filter with what the actor may see in it. */
interface PropertyQuery {
  /** Whose houses; null for everybody's. */
  repId: string | null
  /** A rep asks for somebody else's houses: nothing is both. */
  matchesNothing: boolean
  terms: SearchTerm[]
  point: { lat: number; lng: number } | null
  bounds: Bounds | null
}

function toPropertyQuery(ctx: Context, filter: PropertyFilter): PropertyQuery {
  const ownId = authorize(ctx.actor, 'property.read') === 'own' ? ctx.actor!.userId : null
  if (filter.bounds) checkBounds(filter.bounds)
  const requestedId = filter.assignedTo ? parseId(filter.assignedTo, 'User') : null
  return {
    repId: ownId ?? requestedId,
    matchesNothing: ownId !== null && requestedId !== null && ownId !== requestedId,
    terms: [
      ...(filter.search?.trim() ? parseSearchTerms(filter.search) : []),
      ...(filter.tag ? [toTagTerm(filter.tag)] : []),
    ],
    point: filter.point ?? null,
    bounds: filter.bounds ?? null,
  }
}

function buildConditions(
  { repId, matchesNothing: nobody, terms: marks, point, bounds }: PropertyQuery,
  bind: Bind,
): string[] {
  return [
    nobody ? 'false' : 'true',
    ...(repId ? [`p.assigned_to = ${bind(repId)}`] : []),
    ...(point ? [`p.point5 = ${bind(pointKey(point, 5))}`] : []),
    ...(bounds ? [cellCondition(bounds, bind)] : []),
    ...marks.map(({ conditionSql: holds }) => holds(bind)),
  ]
}

function readPage(
  em: EntityManager,
  query: PropertyQuery,
  page: PageRequest,
  source: (bind: Bind) => string,
): Promise<PropertyView[]> {
  const { values, bind } = createParameters()
  const from = source(bind)
  const where = [...buildConditions(query, bind), ...cursorConditions(page, bind)]
  return queryRows<PropertyView>(
    em,
    `select ${propertyColumns} from ${from} where ${where.join(' and ')} order by p.created_at desc, p.id desc
     limit ${bind(page.limit + 1)} offset ${bind(page.offset ?? 0)}`,
    values,
  )
}

function cursorConditions({ after }: PageRequest, bind: Bind): string[] {
  if (!after) return []
  const { at, id } = decodeCursor(after)
  return [`(p.created_at, p.id) < (${bind(at)}::timestamptz, ${bind(id)}::uuid)`]
}

/**
 * The rarest mark, where it is on few houses; null where all are common. Counted, as far as it matters, because under a
 * policy the planner cannot tell.
 */
async function findSelectiveTerm(em: EntityManager, terms: SearchTerm[]): Promise<SearchTerm[] | null> {
  const { values, bind } = createParameters()
  const counts = await queryRows<{ n: number }>(
    em,
    terms
      .map(({ idsSql: ids }) => `select count(*)::int as n from (${ids(bind)} limit ${selectiveThreshold + 1}) found`)
      .join(' union all '),
    values,
  )
  const fewest = Math.min(...counts.map(({ n }) => n))
  return fewest > selectiveThreshold ? null : [terms[counts.findIndex(({ n }) => n === fewest)]!]
}

/** All houses as `p`, or one by one those that have all of the marks. */
function termSource(terms: SearchTerm[], bind: Bind): string {
  if (terms.length === 0) return 'properties p'
  return `${matchingIds(terms, bind)}
    cross join lateral (select * from properties h where h.tenant_id = marked.tenant_id and h.id = marked.property_id offset 0) p`
}

/** The houses that have all of the marks, each once. */
function matchingIds(terms: SearchTerm[], bind: Bind): string {
  return `(select distinct * from (${terms.map(({ idsSql: ids }) => `(${ids(bind)})`).join(' intersect ')}) one) marked`
}

/** The newest of those that may be seen, from the cursor on, as `p`. */
function newestRows({ repId }: PropertyQuery, page: PageRequest, bind: Bind): string {
  return `(select * from properties p where ${newestConditions(repId, page, bind)}
    order by p.created_at desc, p.id desc limit ${scanLimit}) p`
}

/** Whether there are more houses than `newest` gives. */
async function hasRowsBeyondScan(em: EntityManager, { repId }: PropertyQuery, page: PageRequest): Promise<boolean> {
  const { values, bind } = createParameters()
  const found = await queryRows(
    em,
    `select p.id from properties p where ${newestConditions(repId, page, bind)}
     order by p.created_at desc, p.id desc limit 1 offset ${scanLimit}`,
    values,
  )
  return found.length > 0
}

function newestConditions(repId: string | null, page: PageRequest, bind: Bind): string {
  return ['true', ...(repId ? [`p.assigned_to = ${bind(repId)}`] : []), ...cursorConditions(page, bind)].join(' and ')
}
