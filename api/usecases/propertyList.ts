import { readScope, type Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { knownId } from '../domain/ids.ts'
import { decodeCursor, pageOf, type Page, type PageRequest } from '../domain/paging.ts'
import { authorize } from '../domain/permissions.ts'
import { roundedPoint, type Bounds } from '../domain/point.ts'
import { propertyTypes, type PropertyType } from '../domain/words.ts'
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

/** A mark on at most so many houses is looked up; one on more is met soon enough along the newest houses. */
const fewEnough = 4_000

/** The properties the actor may see, newest first; a rep sees those assigned to them. A page costs the same wherever it is. */
export async function listProperties(
  ctx: Context,
  filter: PropertyFilter,
  page: PageRequest,
): Promise<Page<PropertyView>> {
  const wanted = wantedOf(ctx, filter)
  const found = await ctx.database.within(readScope(ctx), async (em) => {
    const { values, bind } = statement()
    const from = await sourceOf(em, wanted, bind)
    const where = conditions(wanted, bind)
    if (page.after) {
      const { at, id } = decodeCursor(page.after)
      where.push(`(p.created_at, p.id) < (${bind(at)}::timestamptz, ${bind(id)}::uuid)`)
    }
    return rows<PropertyView>(
      em,
      `select ${propertyColumns} from ${from} where ${where.join(' and ')} order by p.created_at desc, p.id desc
       limit ${bind(page.limit + 1)} offset ${bind(page.offset ?? 0)}`,
      values,
    )
  })
  return pageOf(found, page.limit)
}

/** How many properties `listProperties` would give with no limit. */
export async function countProperties(ctx: Context, filter: PropertyFilter): Promise<number> {
  const wanted = wantedOf(ctx, filter)
  return ctx.database.within(readScope(ctx), async (em) => {
    const { values, bind } = statement()
    const plain = wanted.point === null && wanted.bounds === null && !wanted.nobody
    if (plain && wanted.marks.length === 0) return countHouses(em, wanted.repId)
    const from =
      plain && wanted.repId === null
        ? `(select distinct * from (${wanted.marks.map(({ ids }) => `select ${ids(bind)}`).join(' intersect ')}) one) found`
        : `${await sourceOf(em, wanted, bind)} where ${conditions(wanted, bind).join(' and ')}`
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

/**
 * Where the rows come from. Under a policy the planner cannot tell a rare word from a common one, so they are counted,
 * as far as it matters: then the houses of the rarest mark are taken one by one, or, where every mark is common, all
 * houses from the newest on, for a page is soon full. Sequential scans are off for the rest of the transaction then.
 */
async function sourceOf(em: EntityManager, { marks, point, bounds }: Wanted, bind: Bind): Promise<string> {
  if (marks.length === 0) return 'properties p'
  const counting = statement()
  const counted = await rows<{ n: number }>(
    em,
    marks
      .map(({ ids }) => `(select ${ids(counting.bind)} limit ${fewEnough + 1})`)
      .map((some) => `select count(*)::int as n from ${some} some`)
      .join(' union all '),
    counting.values,
  )
  const fewest = Math.min(...counted.map(({ n }) => n))
  if (fewest > fewEnough) {
    if (!point && !bounds) await em.execute('set local enable_seqscan = off; set local enable_sort = off')
    return 'properties p'
  }
  const { ids } = marks[counted.findIndex(({ n }) => n === fewest)]!
  return `(select distinct ${ids(bind)}) marked (tenant_id, id)
    cross join lateral (select * from properties h where h.tenant_id = marked.tenant_id and h.id = marked.id offset 0) p`
}
