import { rows, type EntityManager } from '../database/connection.ts'
import { searchMarks, type Mark } from './propertySearch.ts'

/** A word of at most so many houses is looked up; one of more is met soon enough along the newest leads. */
const fewEnough = 2_000

/**
 * What `l` must hold to be a lead of a house with all the words of `search`, each from its beginning, in its address or
 * owner. Puts its parameters among `values`.
 */
export async function searchConditions(em: EntityManager, search: string, values: unknown[]): Promise<string[]> {
  const marks = searchMarks(search)
  const rarest = await rarestOf(em, marks)
  const bind = (value: unknown) => `$${values.push(value)}`
  return marks.map((mark) =>
    mark === rarest
      ? `(l.tenant_id, l.property_id) in (${mark.ids(bind)})`
      : // Behind policies the planner sees no statistics and takes LIKE for rare; CASE it takes for every second row.
        `case when ${mark.holds(bind, 'l')} then true else false end`,
  )
}

/** The mark on fewest houses, when it is on few enough to be looked up. */
async function rarestOf(em: EntityManager, marks: Mark[]): Promise<Mark | null> {
  let rarest: { mark: Mark; houses: number } | null = null
  for (const mark of marks) {
    const values: unknown[] = []
    const ids = mark.ids((value) => `$${values.push(value)}`)
    const [found] = await rows<{ n: number }>(
      em,
      `select count(*)::int as n from (select 1 from (${ids}) marked limit ${fewEnough + 1}) few`,
      values,
    )
    if (found!.n <= fewEnough && found!.n < (rarest?.houses ?? Infinity)) rarest = { mark, houses: found!.n }
  }
  return rarest?.mark ?? null
}
