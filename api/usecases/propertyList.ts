import { readScope, type Context } from '../context.ts'
import { rows, type EntityManager, type Scope } from '../database/connection.ts'
import { knownId } from '../domain/ids.ts'
import { decodeCursor, pageOf, type Page, type PageRequest } from '../domain/paging.ts'
import { authorize } from '../domain/permissions.ts'
import { checkBounds, roundedPoint, type Bounds } from '../domain/point.ts'
import { propertyTypes, type PropertyType } from '../domain/words.ts'
import { leadsOf, type LeadView } from './leads.ts'
import { cellCondition, countHouses } from './propertyMap.ts'
import { propertyColumns, type PropertyView } from './properties.ts'
import { searchMarks, statement, tagMark, type Bind, type Mark } from './propertySearch.ts'

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
const fewEnough = 4_000
/** So many of the newest are looked through for common marks before these are looked up after all. */
const walkFor = 5_000

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
      await leadsOf(
        shared,
        found.items.map(({ id }) => id),
      ),
      (lead) => lead.propertyId,
    )
    return { ...found, items: found.items.map((one) => ({ ...one, leads: leads.get(one.id) ?? [] })) }
  })
}

type Work<T> = (em: EntityManager) => Promise<T>

/** The properties the actor may see, newest first; a rep sees those assigned to them. A page costs the same wherever it is. */
export async function listProperties(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
): Promise<Page<PropertyView>> {
  const wanted = wantedOf(ctx, filter)
  const found = await ctx.database.within(readScope(ctx), async (em) => {
    const rare = wanted.marks.length === 0 ? [] : await rareMarks(em, wanted.marks)
    if (rare === null) {
      const walked = await readPage(em, wanted, page, (bind) => newest(wanted, page, bind))
      if (walked.length > page.limit || !(await reachesFurther(em, wanted, page))) return walked
    }
    return readPage(em, wanted, page, (bind) => sourceOf(rare ?? wanted.marks, bind))
  })
  return pageOf(found, page.limit)
}

/** How many properties `listProperties` would give with no limit. */
export async function countProperties(ctx: Context, filter: PropertyFilter): Promise<number> {
  const wanted = wantedOf(ctx, filter)
  return ctx.database.within(readScope(ctx), async (em) => {
    const { marks, repId } = wanted
    const plain = wanted.point === null && wanted.bounds === null && !wanted.nobody
    if (plain && marks.length === 0) return countHouses(em, repId)
    const { values, bind } = statement()
    // Of one rep there are few: they are looked at one by one.
    const rare = marks.length === 0 || plain || repId ? [] : await rareMarks(em, marks)
    const from =
      plain && repId === null
        ? marked(marks, bind)
        : `${sourceOf(rare ?? [], bind)} where ${conditions(wanted, bind).join(' and ')}`
    const [row] = await rows<{ n: number }>(em, `select count(*)::int as n from ${from}`, values)
    return row!.n
  })
}

/** The tags that the properties the actor may see have, in the order of the types: what a filter can offer. */
export async function listTagsFound(ctx: Context): Promise<PropertyType[]> {
  const reach = authorize(ctx.actor, 'property.read')
  const found = await ctx.database.within(readScope(ctx), (em) =>
    rows<{ tag: PropertyType }>(
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
interface Wanted {
  /** Whose houses; null for everybody's. */
  repId: string | null
  /** A rep asks for somebody else's houses: nothing is both. */
  nobody: boolean
  marks: Mark[]
  point: { lat: number; lng: number } | null
  bounds: Bounds | null
}

function wantedOf(ctx: Context, filter: PropertyFilter): Wanted {
  const own = authorize(ctx.actor, 'property.read') === 'own' ? ctx.actor!.userId : null
  if (filter.bounds) checkBounds(filter.bounds)
  const asked = filter.assignedTo ? knownId(filter.assignedTo, 'User') : null
  return {
    repId: own ?? asked,
    nobody: own !== null && asked !== null && own !== asked,
    marks: [...(filter.search?.trim() ? searchMarks(filter.search) : []), ...(filter.tag ? [tagMark(filter.tag)] : [])],
    point: filter.point ?? null,
    bounds: filter.bounds ?? null,
  }
}

function conditions({ repId, nobody, marks, point, bounds }: Wanted, bind: Bind): string[] {
  return [
    nobody ? 'false' : 'true',
    ...(repId ? [`p.assigned_to = ${bind(repId)}`] : []),
    ...(point ? [`p.point5 = ${bind(roundedPoint(point, 5))}`] : []),
    ...(bounds ? [cellCondition(bounds, bind)] : []),
    ...marks.map(({ holds }) => holds(bind)),
  ]
}

function readPage(
  em: EntityManager,
  wanted: Wanted,
  page: PageRequest,
  source: (bind: Bind) => string,
): Promise<PropertyView[]> {
  const { values, bind } = statement()
  const from = source(bind)
  const where = [...conditions(wanted, bind), ...afterCursor(page, bind)]
  return rows<PropertyView>(
    em,
    `select ${propertyColumns} from ${from} where ${where.join(' and ')} order by p.created_at desc, p.id desc
     limit ${bind(page.limit + 1)} offset ${bind(page.offset ?? 0)}`,
    values,
  )
}

function afterCursor({ after }: PageRequest, bind: Bind): string[] {
  if (!after) return []
  const { at, id } = decodeCursor(after)
  return [`(p.created_at, p.id) < (${bind(at)}::timestamptz, ${bind(id)}::uuid)`]
}

/**
 * The rarest mark, where it is on few houses; null where all are common. Counted, as far as it matters, because under a
 * policy the planner cannot tell.
 */
async function rareMarks(em: EntityManager, marks: Mark[]): Promise<Mark[] | null> {
  const { values, bind } = statement()
  const counted = await rows<{ n: number }>(
    em,
    marks
      .map(({ ids }) => `select count(*)::int as n from (${ids(bind)} limit ${fewEnough + 1}) found`)
      .join(' union all '),
    values,
  )
  const fewest = Math.min(...counted.map(({ n }) => n))
  return fewest > fewEnough ? null : [marks[counted.findIndex(({ n }) => n === fewest)]!]
}

/** All houses as `p`, or one by one those that have all of the marks. */
function sourceOf(marks: Mark[], bind: Bind): string {
  if (marks.length === 0) return 'properties p'
  return `${marked(marks, bind)}
    cross join lateral (select * from properties h where h.tenant_id = marked.tenant_id and h.id = marked.property_id offset 0) p`
}

/** The houses that have all of the marks, each once. */
function marked(marks: Mark[], bind: Bind): string {
  return `(select distinct * from (${marks.map(({ ids }) => `(${ids(bind)})`).join(' intersect ')}) one) marked`
}

/** The newest of those that may be seen, from the cursor on, as `p`. */
function newest({ repId }: Wanted, page: PageRequest, bind: Bind): string {
  return `(select * from properties p where ${newestWhere(repId, page, bind)}
    order by p.created_at desc, p.id desc limit ${walkFor}) p`
}

/** Whether there are more houses than `newest` gives. */
async function reachesFurther(em: EntityManager, { repId }: Wanted, page: PageRequest): Promise<boolean> {
  const { values, bind } = statement()
  const found = await rows(
    em,
    `select p.id from properties p where ${newestWhere(repId, page, bind)}
     order by p.created_at desc, p.id desc limit 1 offset ${walkFor}`,
    values,
  )
  return found.length > 0
}

function newestWhere(repId: string | null, page: PageRequest, bind: Bind): string {
  return ['true', ...(repId ? [`p.assigned_to = ${bind(repId)}`] : []), ...afterCursor(page, bind)].join(' and ')
}
