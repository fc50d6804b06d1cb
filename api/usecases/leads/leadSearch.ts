import { queryRows, type EntityManager } from '../../database/connection.ts'
import { parseSearchTerms, type SearchTerm } from '../properties/propertySearch.ts'

/** A word of at most so many houses is looked up; one of more is met soon enough along the newest leads. */
const selectiveThreshold = 2_000

/**
 * What `l` must hold to be a lead of a house with all the words of `search`, each from its beginning, in its address or
 * owner. Puts its parameters among `values`.
 */
export async function buildSearchConditions(em: EntityManager, search: string, values: unknown[]): Promise<string[]> {
  const terms = parseSearchTerms(search)
  const mostSelective = await findMostSelectiveTerm(em, terms)
  const bind = (value: unknown) => `$${values.push(value)}`
  return terms.map((term) =>
    term === mostSelective
      ? `(l.tenant_id, l.property_id) in (${term.idsSql(bind)})`
      : // Behind policies the planner sees no statistics and takes LIKE for rare; CASE it takes for every second row.
        `case when ${term.conditionSql(bind, 'l')} then true else false end`,
  )
}

/** The mark on fewest houses, when it is on few enough to be looked up. */
async function findMostSelectiveTerm(em: EntityManager, terms: SearchTerm[]): Promise<SearchTerm | null> {
  let mostSelective: { term: SearchTerm; propertyCount: number } | null = null
  for (const term of terms) {
    const values: unknown[] = []
    const ids = term.idsSql((value) => `$${values.push(value)}`)
    const [found] = await queryRows<{ n: number }>(
      em,
      `select count(*)::int as n from (select 1 from (${ids}) marked limit ${selectiveThreshold + 1}) few`,
      values,
    )
    if (found!.n <= selectiveThreshold && found!.n < (mostSelective?.propertyCount ?? Infinity))
      mostSelective = { term, propertyCount: found!.n }
  }
  return mostSelective?.term ?? null
}
